import { lazy, Suspense } from 'react'
import { BookCard, CommissionBanner, ConsultCard, GuestBanners, ReferCard } from '#features/storefront/home/banners.tsx'
import { isSettingOn } from '#lib/catalogue.ts'
import { useCanInstall } from '#lib/install.ts'
import { useCustomer } from '#stores/session.ts'

const InstallRow = lazy(() => import('#features/shell/install-row.tsx'))

/**
 * Shows the banners below the stores: consultation, promotions for guests or customers, and the referral card (INT-31).
 */
export function HomeBanners({ isSalon }: { isSalon: boolean }) {
  const customer = useCustomer()
  const canInstall = useCanInstall()
  return (
    <div className="mt-7 grid grid-cols-1 gap-3 px-4">
      {isSalon ? <ConsultCard /> : null}
      {isSalon ? <BookCard /> : null}
      {customer ? <CommissionBanner /> : <GuestBanners />}
      {isSalon ? <ReferCard isGuest={!customer} /> : null}
      {canInstall && isSettingOn('showPwaInstallPromptFooter') ? (
        <footer>
          <Suspense>
            <InstallRow />
          </Suspense>
        </footer>
      ) : null}
    </div>
  )
}
