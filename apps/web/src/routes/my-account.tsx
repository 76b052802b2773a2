import { showsAccount } from '@nukkad/ui/sizes.ts'
import { useEffect } from 'react'
import { AccountList, PageList } from '#features/identity/account/account-list.tsx'
import { ProfileCard } from '#features/identity/account/profile-card.tsx'
import { refreshSession } from '#features/identity/account/session-refresh.ts'
import { ShareCards } from '#features/identity/account/share-cards.tsx'
import { Tiles } from '#features/identity/account/tiles.tsx'
import { CustomersOnly } from '#features/shell/customers-only.tsx'
import { Page } from '#features/shell/page.tsx'
import { outerWidth } from '#features/shell/use-window.ts'
import { t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { readNamed } from '#lib/storage.ts'
import { type Session, useCustomer } from '#stores/session.ts'

export default function MyAccountRoute() {
  return (
    <CustomersOnly>
      <Guard />
    </CustomersOnly>
  )
}

/** Shows the account, except in very wide windows and before the shop's colours are loaded (G-01, G-02, INT-14). */
function Guard() {
  const customer = useCustomer()
  const isShown = showsAccount(outerWidth()) && readNamed('storeColor') !== undefined
  useEffect(() => {
    if (!isShown) go('/', { replace: true })
  }, [isShown])
  if (!isShown || !customer) return <div className="min-h-dvh" />
  return <Account customer={customer} />
}

function Account({ customer }: { customer: Session['data'] }) {
  useEffect(() => {
    refreshSession().catch((cause: unknown) => console.warn('the account could not be refreshed', cause))
  }, [])
  return (
    <Page title={t('accountMyAccount')} foot="tab">
      <div className="grid grid-cols-1 gap-3 px-4">
        <ProfileCard customer={customer} />
        <Tiles taxNumber={customer.tax_number} />
        <ShareCards code={customer.user_coupon} />
        <AccountList />
        <div className="mt-4">
          <PageList />
        </div>
      </div>
    </Page>
  )
}
