import InstallRow from '#features/shell/install-row.tsx'
import { CommissionBanner, ConsultCard, GuestBanners, ReferCard } from '#features/storefront/home/banners.tsx'
import { isSettingOn } from '#lib/catalogue.ts'
import { useCustomer } from '#stores/session.ts'

/**
 * Shows the banners below the stores: consultation, promotions for guests or customers, and the referral card (INT-31).
 */
export default function HomeBanners({ isSalon }: { isSalon: boolean }) {
  const customer = useCustomer()
  return (
    <div className="mt-7 grid grid-cols-1 gap-3 px-4">
      {isSalon ? <ConsultCard /> : null}
      {customer ? <CommissionBanner /> : <GuestBanners />}
      {isSalon ? <ReferCard isGuest={!customer} /> : null}
      {isSettingOn('showPwaInstallPromptFooter') ? (
        <footer>
          <InstallRow />
        </footer>
      ) : null}
    </div>
  )
}
