import { cartSubtotal } from '@nukkad/rules/cart.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Dock } from '@nukkad/ui/components/dock.tsx'
import { EmptyState, Skeleton } from '@nukkad/ui/components/states.tsx'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { TimerOff } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { MethodList } from '#components/payment-methods.tsx'
import { wishesOf } from '#features/bookings/chosen-services.ts'
import { Goods } from '#features/bookings/goods.tsx'
import { HoldTimer } from '#features/bookings/hold-timer.tsx'
import { bookVisit, visitCart } from '#features/bookings/place-visit.ts'
import { holdEndOf, useHold } from '#features/bookings/use-hold.tsx'
import { VisitServices, VisitSkeleton, VisitTerms, VisitTime } from '#features/bookings/visit-summary.tsx'
import { Bill } from '#features/ordering/cart/bill.tsx'
import { usePaymentMethods } from '#features/ordering/cart/payment-methods.tsx'
import { CustomersOnly } from '#features/shell/customers-only.tsx'
import { NotLoaded } from '#features/shell/not-loaded.tsx'
import { useOfflineReason } from '#features/shell/offline.tsx'
import { Page } from '#features/shell/page.tsx'
import { ScreenNotLoaded } from '#features/shell/screen-not-loaded.tsx'
import { ApiError } from '#lib/api.ts'
import { errorText, setting, t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { leaveToPay } from '#lib/open-payment.ts'
import { siteCurrency } from '#lib/price-format.ts'
import { minorOf, price } from '#lib/prices.ts'
import { ask } from '#lib/query.ts'
import { usePaymentOpen } from '#lib/reload.ts'
import { readKey, writeKey } from '#lib/storage.ts'
import { announce, notify } from '#lib/toasts.ts'
import { chosenAgain, type Visit } from '#lib/visits.ts'
import { type CartLine, emptyCart, noCoupon, pricingOf, useCart } from '#stores/cart.ts'
import { useCustomer } from '#stores/session.ts'

const VisitCoupon = lazy(() => import('#features/bookings/visit-coupon.tsx'))

type BookReviewProps = { slug: string; number: string }

/** Shows the last step of booking a visit: what is booked, the terms, the bill and the payment. */
export default function BookReview({ slug, number }: BookReviewProps) {
  return (
    <CustomersOnly>
      <Held slug={slug} number={number} />
    </CustomersOnly>
  )
}

function Held({ slug, number }: BookReviewProps) {
  const chooser = `/book/${slug}?${useSearch()}`
  const { data, error, isFetching, refetch } = useQuery(ask('visit', { unique_visit_id: number }))
  const visit = data?.visit
  const isBooked = visit !== undefined && (visit.status !== 'held' || visit.order !== null)
  useEffect(() => {
    if (isBooked) go(`/visit/${number}`, { replace: true })
  }, [isBooked, number])
  const isGone = error instanceof ApiError && error.code === 'VISIT_UNKNOWN' && !visit
  return (
    <Page title={t('bookReviewTitle')} back={chooser} foot="dock" isLoading={isFetching && visit !== undefined}>
      {visit && !isBooked ? (
        <Review visit={visit} chooser={chooser} />
      ) : isGone ? (
        <EmptyState
          picture={<TimerOff />}
          title={t('bookOverTitle')}
          action={<Button href={chooser}>{t('bookOtherTime')}</Button>}
        />
      ) : error && !visit ? (
        <ScreenNotLoaded onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <VisitSkeleton />
      )}
    </Page>
  )
}

function Review({ visit, chooser }: { visit: Visit; chooser: string }) {
  const heldUntil = holdEndOf(visit)
  const [hasEnded, setEnded] = useState(heldUntil !== null && heldUntil <= Date.now())
  const all = useCart(({ lines }) => lines)
  const lines = all.filter(({ restaurant_id }) => restaurant_id === visit.store.id)
  const [coupon, setCoupon] = useState(noCoupon)
  const [wantsDelivery, setDelivery] = useState(false)
  const isDelivered = wantsDelivery && lines.length > 0
  const cart = visitCart(visit.unique_visit_id, lines, { coupon: coupon.code, isDelivered })
  const quote = useQuery({ ...ask('quote', cart), staleTime: 0, enabled: !hasEnded, placeholderData: keepPreviousData })
  const isOver = hasEnded || isEnd(quote.error)
  const address = quote.data?.goods_address
  const isRefused = isDelivered && !quote.isPlaceholderData && quote.data !== undefined && !address
  useEffect(() => {
    if (isRefused) setDelivery(false)
  }, [isRefused])
  const booking = useBooking({ visit, cart, quote, onOver: () => setEnded(true) })
  const { methods, chosen, isPaid } = booking
  return (
    <>
      <div className="grid grid-cols-1 gap-3 px-4" inert={booking.isPending}>
        <VisitTime visit={visit} />
        <VisitServices visit={visit} />
        <Goods lines={lines} address={address} isDelivered={isDelivered} salon={visit.store} onDeliver={setDelivery} />
        <Suspense fallback={<Skeleton className="h-15" />}>
          <VisitCoupon
            basket={{ ...basketOf(visit, isDelivered ? [] : lines), coupon, onCoupon: setCoupon }}
            refusal={quote.error}
          />
        </Suspense>
        <section className="rounded-card bg-surface p-4 hairline">
          <h2 className="mb-1.5 text-heading">{t('cartBillDetailsText')}</h2>
          {quote.data ? (
            <>
              <Bill
                quote={quote.data}
                couponCode={coupon.code}
                taxPercent={setting('taxPercentage')}
                payable="billPayNow"
              />
              {quote.data.goods ? (
                <>
                  <h3 className="mt-4 mb-1 font-650">{t('bookGoods')}</h3>
                  <Bill quote={quote.data.goods} taxPercent={setting('taxPercentage')} />
                </>
              ) : null}
            </>
          ) : quote.isError && !isOver ? (
            <NotLoaded onRetry={() => void quote.refetch()} isRetrying={quote.isFetching} />
          ) : (
            <Skeleton className="h-20" />
          )}
        </section>
        <VisitTerms visit={visit} />
        {isPaid ? null : (
          <section className="rounded-card bg-surface px-4 pt-4 pb-1 hairline">
            <h2 className="mb-1 text-heading">{t('checkoutPaymentListTitle')}</h2>
            {methods?.length === 0 ? (
              <p className="py-4 text-ink-2">{t('checkoutNoMethods')}</p>
            ) : (
              <MethodList methods={methods} chosen={chosen?.id} onChoose={booking.choose} />
            )}
          </section>
        )}
      </div>
      {isOver ? (
        <OverDock visit={visit} chooser={chooser} />
      ) : (
        <BookDock booking={booking} heldUntil={heldUntil} onOver={() => setEnded(true)} />
      )}
    </>
  )
}

/** Returns whether a refusal means that the hold has ended. */
function isEnd(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'HOLD_EXPIRED' || error.code === 'VISIT_UNKNOWN')
}

type BookDockProps = { booking: ReturnType<typeof useBooking>; heldUntil: number | null; onOver: () => void }

/** Shows the time left of the hold, and the button that books the visit. */
function BookDock({ booking, heldUntil, onOver }: BookDockProps) {
  const offline = useOfflineReason()
  const { methods, chosen, isPaid, payable } = booking
  const mustChoose = !isPaid && !chosen && methods !== undefined && methods.length > 0
  return (
    <Dock
      summary={heldUntil === null ? null : <HoldTimer until={heldUntil} onOver={onOver} />}
      reason={offline}
      hint={mustChoose ? t('checkoutChooseMethod') : null}
    >
      <Button
        isBlock
        className="num"
        disabled={!(booking.canBook || mustChoose) || offline !== undefined}
        isBusy={booking.isPending}
        onClick={mustChoose ? showMethods : booking.book}
      >
        {isPaid ? t('bookNow') : t('bookPay', { amount: payable })}
      </Button>
    </Dock>
  )
}

/** Scrolls to the payment methods, which may be below the part of the screen that the person sees. */
function showMethods() {
  const method = document.querySelector<HTMLElement>('[name=method]')
  method?.closest('section')?.scrollIntoView({ block: 'center' })
  method?.focus({ preventScroll: true })
}

/** Offers to hold the time again after its hold has ended. */
function OverDock({ visit, chooser }: { visit: Visit; chooser: string }) {
  const { store, starts_at, time_zone } = visit
  const offline = useOfflineReason()
  const leave = () => go(chooser, { replace: true })
  const { hold, isPending, sheet } = useHold({
    storeName: store.name,
    timeZone: time_zone,
    onHeld: ({ unique_visit_id }) => go(`/book/${store.slug}/${unique_visit_id}${location.search}`, { replace: true }),
    onOther: leave,
  })
  const again = () => hold({ store_id: store.id, services: wishesOf(wishedAgain(visit)), starts_at })
  return (
    <>
      <Dock
        summary={
          <div role="alert" className="mb-3">
            <p className="font-650">{t('bookOverTitle')}</p>
            <p className="text-small text-ink-2">{t('bookOverText')}</p>
          </div>
        }
        reason={offline}
      >
        <div className="grid gap-2">
          <Button isBlock disabled={offline !== undefined} isBusy={isPending} onClick={again}>
            {t('bookHoldAgain')}
          </Button>
          <Button isBlock variant="plain" onClick={leave}>
            {t('bookOtherTime')}
          </Button>
        </div>
      </Dock>
      {sheet}
    </>
  )
}

/**
 * Returns the services of a hold as the customer requested them, so that any person may again do a service for which
 * the customer chose "anyone".
 */
function wishedAgain(visit: Visit) {
  return chosenAgain(visit).map((one, index) => ({
    ...one,
    stylistId: visit.services[index]?.is_wished ? one.stylistId : null,
    addons: one.addons ?? [],
  }))
}

type Quote = Parameters<typeof bookVisit>[1]['quote']

/** Returns the amount that a coupon lowers: the price of the visit's services and products. */
function basketOf({ store, price, currency }: Visit, lines: readonly CartLine[]) {
  const subtotalMinor = minorOf(price, currency) + cartSubtotal(lines, { ...pricingOf(lines), currency })
  return { restaurant_id: store.id, subtotal: wireMoney(subtotalMinor, currency), currency }
}

type BookingFacts = {
  visit: Visit
  cart: ReturnType<typeof visitCart>
  /**
   * The quote of the cart; after a change of the cart, the earlier quote is a placeholder until the new quote arrives.
   */
  quote: { data: Quote | undefined; isPlaceholderData: boolean; refetch: () => unknown }
  onOver: () => void
}

/** Returns the payment methods for the deposit, and a function that books the visit with the chosen method. */
function useBooking({ visit, cart, quote, onOver }: BookingFacts) {
  const walletBalance = useCustomer()?.wallet_balance ?? 0
  const { payable: ahead = visit.terms.deposit, goods } = quote.data ?? {}
  const depositMinor = minorOf(ahead, visit.currency)
  const payableMinor = depositMinor + minorOf(goods?.payable ?? '0', visit.currency)
  const isPaid = payableMinor === 0n
  const offered = usePaymentMethods({
    storeId: visit.store.id,
    orderType: 'DELIVERY',
    balance: visit.currency === siteCurrency() ? walletBalance : 0,
    total: Number(wireMoney(payableMinor, visit.currency)),
    isCustomer: true,
  })
  // For a visit with a deposit, cash is not offered, because the customer pays the deposit when booking.
  const methods = offered?.filter(({ group }) => depositMinor === 0n || group !== 'cash')
  const [picked, setPicked] = useState(() => readKey('lastPaymentMethod'))
  const chosen = methods?.find(({ id }) => id === picked) ?? (methods?.length === 1 ? methods[0] : undefined)
  const { mutate, isPending } = useMutation({
    mutationFn: async (shown: NonNullable<typeof quote.data>) =>
      bookVisit(cart, { quote: shown, method: isPaid ? undefined : chosen }),
    onSuccess: ({ way }) => {
      if (chosen && !isPaid) writeKey('lastPaymentMethod', chosen.id)
      if (cart.order.length > 0) emptyCart()
      navigator.vibrate?.([10, 40, 10])
      if (!way) announce(t('visitBookedTitle'))
      go(`/visit/${visit.unique_visit_id}`, { replace: true })
      if (way?.kind === 'failed') notify(way.text, 'error')
      if (way?.kind === 'open') leaveToPay(way.url)
    },
    onError: (error) => {
      if (isEnd(error)) return onOver()
      const code = error instanceof ApiError ? error.code : 'UNKNOWN'
      // With these codes, the server says that an earlier attempt, whose answer was lost, has booked the visit already.
      if (code === 'VISIT_CLOSED' || code === 'IDEMPOTENCY_KEY_REUSED')
        return go(`/visit/${visit.unique_visit_id}`, { replace: true })
      const isChanged = code === 'PRICE_CHANGED' || code === 'DEPOSIT_CHANGED'
      if (isChanged) void quote.refetch()
      notify(isChanged ? t('bookChanged') : code === 'NETWORK' ? t('checkoutUnknownText') : errorText(code), 'error')
    },
  })
  usePaymentOpen()
  return {
    methods,
    chosen,
    /** Whether the customer pays nothing when booking. */
    isPaid,
    payable: price(payableMinor, visit.currency),
    isPending,
    choose: setPicked,
    canBook: quote.data !== undefined && !quote.isPlaceholderData && (isPaid || chosen !== undefined),
    book: () => quote.data && mutate(quote.data),
  }
}
