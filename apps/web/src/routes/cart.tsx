import { isPlaceholderName } from '@nukkad/rules/text.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { IconButton } from '@nukkad/ui/components/icon-button.tsx'
import { EmptyState, Skeleton } from '@nukkad/ui/components/states.tsx'
import { Trash2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Bill } from '#features/ordering/cart/bill.tsx'
import { CartDock } from '#features/ordering/cart/cart-dock.tsx'
import { CartLines } from '#features/ordering/cart/cart-lines.tsx'
import { CartCoupon } from '#features/ordering/cart/coupons.tsx'
import { lacksDetails } from '#features/ordering/cart/details-saved.ts'
import { DoorRow } from '#features/ordering/cart/door-row.tsx'
import { TipRow, WalletSwitch } from '#features/ordering/cart/extras.tsx'
import { isLeftBehind } from '#features/ordering/cart/left-behind.ts'
import { OrderTypeChoice } from '#features/ordering/cart/order-type-choice.tsx'
import { QuoteProblemRow, quoteProblemOf } from '#features/ordering/cart/quote-problem.tsx'
import { useOrdering } from '#features/ordering/cart/readiness.ts'
import { ScheduleRow } from '#features/ordering/cart/schedule-row.tsx'
import { Page } from '#features/shell/page.tsx'
import { hasContent, RichText } from '#features/shell/rich-text.tsx'
import { setting, t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { wirePrice } from '#lib/prices.ts'
import { notify } from '#lib/toasts.ts'
import { currencyOf, dropLines, restoreLines, useCart } from '#stores/cart.ts'

// The code for an order whose answer was lost loads only if there is such an order.
const OpenTry = lazy(async () => ({ default: (await import('#features/ordering/cart/open-try.tsx')).OpenTry }))
const AddressDetails = lazy(() => import('#features/ordering/cart/address-details.tsx'))
const NameCard = lazy(() => import('#features/identity/login/name-card.tsx'))

export default function CartRoute() {
  const hasLines = useCart(({ lines }) => lines.length > 0)
  // A person who goes Back from the placed order skips the empty cart and arrives at home.
  const [isPassed] = useState(() => !hasLines && isLeftBehind())
  useEffect(() => {
    if (isPassed) go('/', { replace: true })
  }, [isPassed])
  if (isPassed) return null
  return hasLines ? <FilledCart /> : <EmptyCart />
}

function EmptyCart() {
  return (
    <Page title={t('cartTitle')} back="/">
      <EmptyState
        picture="/assets/img/states/cart-empty.webp"
        title={t('cartEmptyTitle')}
        text={t('cartEmptyHint')}
        action={<Button href="/">{t('cartEmptyButton')}</Button>}
      />
    </Page>
  )
}

function FilledCart() {
  const ordering = useOrdering()
  const { store, quote, coupon, problem, orderType, lines, session } = ordering
  const quoteProblem = quoteProblemOf(quote)
  const missing = quote.data?.free_delivery_missing
  const clear = () => {
    const { coupon: applied } = useCart.getState()
    dropLines(() => true)
    const undo = () => {
      restoreLines(lines, applied)
      go('/cart')
    }
    notify(t('cartEmptied'), 'info', { label: t('commonUndo'), onAct: undo })
  }
  return (
    <Page
      title={t('cartTitle')}
      back={store.data ? `/stores/${store.data.slug}` : '/'}
      foot="dock"
      isLoading={quote.isFetching}
      actions={
        <IconButton label={t('cartClear')} onClick={clear}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      }
    >
      <div className="grid grid-cols-1 gap-3 px-4">
        <Suspense>
          <OpenTry />
        </Suspense>
        <OrderTypeChoice store={store.data} />
        {session && isPlaceholderName(session.data.name) ? (
          <Suspense>
            <NameCard />
          </Suspense>
        ) : null}
        {session && orderType === 'DELIVERY' && lacksDetails(session) ? (
          <Suspense>
            <AddressDetails session={session} />
          </Suspense>
        ) : null}
        {hasContent(setting('customCartMessage')) ? <RichText html={setting('customCartMessage')} /> : null}
        {problem?.kind === 'banned' ? (
          <p role="alert" className="rounded-card bg-error-tint p-4 font-650 text-error">
            {problem.text}
          </p>
        ) : null}
        <CartLines store={store.data} />
        {orderType === 'DELIVERY' && store.data?.kind !== 'salon' ? <DoorRow /> : null}
        <ScheduleRow store={store.data} />
        <CartCoupon />
        {orderType === 'DELIVERY' && store.data?.kind !== 'salon' ? <TipRow /> : null}
        <WalletSwitch />
        <section className="rounded-card bg-surface p-4 hairline">
          <h2 className="mb-1.5 text-heading">{t('cartBillDetailsText')}</h2>
          {missing && Number(missing) > 0 && orderType === 'DELIVERY' ? (
            <p className="num mb-1.5 rounded-control bg-gold-tint px-3 py-2 text-small text-gold-ink">
              {t('cartFreeDelivery', { amount: wirePrice(missing, currencyOf(lines)) })}
            </p>
          ) : null}
          {quote.data ? (
            <Bill
              quote={quote.data}
              couponCode={coupon.code}
              taxPercent={setting('taxPercentage')}
              isServed={ordering.isServed}
            />
          ) : quoteProblem ? (
            <QuoteProblemRow problem={quoteProblem} quote={quote} />
          ) : (
            <div role="status" aria-label={t('a11yLoading')} className="grid gap-3 pt-1.5">
              <Skeleton className="h-6" />
              <Skeleton className="h-6" />
              <Skeleton className="h-6" />
              <Skeleton className="h-7" />
            </div>
          )}
        </section>
        <p className="px-1 text-small text-ink-2">{t('cartCancelNote')}</p>
      </div>
      <CartDock ordering={ordering} />
    </Page>
  )
}
