import { Button } from '@nukkad/ui/components/button.tsx'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { EmptyState, Skeleton } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { AddMoney } from '#features/ledger/wallet/add-money.tsx'
import { EarnCard } from '#features/ledger/wallet/earn-card.tsx'
import { Statements } from '#features/ledger/wallet/statements.tsx'
import { TopUpResult } from '#features/ledger/wallet/top-up-result.tsx'
import { Transactions } from '#features/ledger/wallet/transactions.tsx'
import { CustomersOnly } from '#features/shell/customers-only.tsx'
import { NotLoaded } from '#features/shell/not-loaded.tsx'
import { Page } from '#features/shell/page.tsx'
import { setting, t } from '#lib/catalogue.ts'
import { siteCurrency } from '#lib/price-format.ts'
import { wirePrice } from '#lib/prices.ts'
import { ask } from '#lib/query.ts'
import { usePaymentCheck } from '#lib/use-payment-check.ts'
import { useCustomer } from '#stores/session.ts'

export default function MyWalletRoute() {
  return (
    <CustomersOnly>
      <MyWallet />
    </CustomersOnly>
  )
}

/** Shows the balance, ways to earn, and all transactions (B-18, I-01, I-11). */
function MyWallet() {
  const customer = useCustomer()
  const { data, isError, isFetching, refetch } = useQuery({
    ...ask('get-wallet-transactions', { user_id: customer?.id }),
    staleTime: 0,
  })
  const check = usePaymentCheck()
  // The wallet card of the account screen links to this screen with `?add=1`, to add money immediately.
  const [isAdding, setAdding] = useState(location.search === '?add=1')
  const balance = data?.balance ?? customer?.wallet_balance ?? 0
  return (
    <Page title={t('walletTitle')} foot="tab" isLoading={isFetching && data !== undefined} onRefresh={refetch}>
      <div className="grid grid-cols-1 gap-3 px-4">
        <section aria-label={t('walletBalanceLabel')} className="ground-hero relative overflow-hidden rounded-card p-5">
          <p className="text-body">{t('walletBalanceLabel')}</p>
          <p className="num text-display">{wirePrice(balance, siteCurrency())}</p>
          {/* The text leaves room for the picture of a purse next to it. */}
          <p className="mt-3 pe-27">
            <Button size="small" className="!bg-(--c-on-hero) !text-(--c-hero-2)" onClick={() => setAdding(true)}>
              <Plus aria-hidden="true" className="size-5" />
              {t('walletAddMoney')}
            </Button>
          </p>
          <span aria-hidden="true" className="absolute end-4 bottom-3">
            <Picture path="/assets/img/promo/wallet.webp" alt="" width={88} height={88} sizes="88px" isEager />
          </span>
        </section>
        <TopUpResult check={check} />
        <EarnCard />
        <section aria-label={t('walletTransactionsTitle')} className="mt-4">
          <h2 className="title text-section">{t('walletTransactionsTitle')}</h2>
          {data && data.transactions.length > 0 ? <Transactions transactions={data.transactions} /> : null}
          {data?.transactions.length === 0 ? <NoTransactions /> : null}
          {isError && !data ? (
            <div className="mt-3">
              <NotLoaded onRetry={() => void refetch()} isRetrying={isFetching} />
            </div>
          ) : null}
          {data || isError ? null : <TransactionsSkeleton />}
        </section>
        {data && data.transactions.length > 0 ? <Statements /> : null}
      </div>
      <AddMoney isOpen={isAdding} onClose={() => setAdding(false)} />
    </Page>
  )
}

function NoTransactions() {
  return (
    <EmptyState
      picture="/assets/img/states/wallet-empty.webp"
      title={t('walletEmpty', { amount: setting('referralSuccessAmountReferredUser') })}
      text={t('walletEmptyHint')}
    />
  )
}

function TransactionsSkeleton() {
  return (
    <div role="status" aria-label={t('a11yLoading')} className="mt-3 grid gap-4">
      <Skeleton className="h-5 w-1/4" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </div>
  )
}
