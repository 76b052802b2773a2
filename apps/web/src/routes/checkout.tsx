import { orderStatusOfId } from '@nukkad/rules/order-states.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Dock } from '@nukkad/ui/components/dock.tsx'
import { Field } from '@nukkad/ui/components/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MethodList } from '#components/payment-methods.tsx'
import { Bill, WalletPart } from '#features/ordering/cart/bill.tsx'
import { Destination } from '#features/ordering/cart/cart-dock.tsx'
import { OutcomeSheet } from '#features/ordering/cart/checkout-sheets.tsx'
import { ForeignWallet } from '#features/ordering/cart/extras.tsx'
import { leaveCartBehind } from '#features/ordering/cart/left-behind.ts'
import { leaveForOrders } from '#features/ordering/cart/open-try.tsx'
import { cartInput } from '#features/ordering/cart/order-input.ts'
import { usePaymentMethods } from '#features/ordering/cart/payment-methods.tsx'
import { type OrderBody, type Outcome, placeOrder } from '#features/ordering/cart/place.ts'
import { QuoteProblemButton, quoteProblemOf } from '#features/ordering/cart/quote-problem.tsx'
import { useOrdering } from '#features/ordering/cart/readiness.ts'
import { CustomersOnly } from '#features/shell/customers-only.tsx'
import { Page } from '#features/shell/page.tsx'
import type { ApiError } from '#lib/api.ts'
import { errorText, isSettingOn, setting, t, tn } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { leaveToPay, openOrderPayment, type Way } from '#lib/open-payment.ts'
import type { Method } from '#lib/payment-methods.ts'
import { signOf, siteCurrency, wirePrice } from '#lib/prices.ts'
import { queryClient } from '#lib/query.ts'
import { usePaymentOpen } from '#lib/reload.ts'
import { readKey, writeKey } from '#lib/storage.ts'
import { announce, notify } from '#lib/toasts.ts'
import { currencyOf, emptyCart, setChoices, useCart } from '#stores/cart.ts'
import { chooseSchedule } from '#stores/schedule.ts'
import { useCustomer, useSession } from '#stores/session.ts'

/** Shows the payment step (B-23), or leads to the cart if it is empty. */
export default function CheckoutRoute() {
  usePaymentOpen()
  const hasLines = useCart(({ lines }) => lines.length > 0)
  useEffect(() => {
    // Another tab may have ordered the cart. If this tab ordered it, the path has already changed to the tracking
    // screen.
    if (!hasLines && location.pathname === '/checkout') go('/cart', { replace: true })
  }, [hasLines])
  return <CustomersOnly>{hasLines ? <Checkout /> : null}</CustomersOnly>
}

function Checkout() {
  const ordering = useOrdering()
  const { quote, store, orderType, total, lines, coupon, problem, session } = ordering
  const currency = currencyOf(lines)
  const walletBalance = useCustomer()?.wallet_balance ?? 0
  const balance = currency === siteCurrency() ? walletBalance : 0
  const payable = quote.data?.payable ?? String(total.totalPrice)
  // The server compares the total before the wallet's share (GAP-10), and the wallet must cover it as a whole.
  const whole = quote.data?.total ?? String(total.totalPrice)
  const methods = usePaymentMethods({ storeId: lines[0]?.restaurant_id ?? 0, orderType, balance, total: Number(whole) })
  const picked = ordering.method || readKey('lastPaymentMethod')
  const chosen = methods?.find(({ id }) => id === picked) ?? (methods?.length === 1 ? methods[0] : undefined)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const { mutate, isPending } = useMutation({
    mutationFn: (quotedTotal: string) => {
      const body: OrderBody = {
        ...cartInput(ordering),
        // The server identifies the customer by the token. Including the wallet or the running order would change the
        // body of a retry, which must be identical.
        user: session && { success: true, data: { id: session.data.id } },
        order_comment: ordering.comment || null,
        total,
        quoted_total: quotedTotal,
        method: chosen?.id ?? '',
        payment_token: '',
        pending_payment: false,
        cash_change_amount: chosen?.id === 'COD' ? ordering.cashChange : '',
        schedule_date: ordering.schedule?.date ?? null,
        schedule_slot: ordering.schedule?.slot ?? null,
      }
      return placeAndOpen(body)
    },
    onSuccess: ({ result, way }) => {
      if (result.kind === 'refused' && result.error.code === 'SLOT_INVALID') return chooseAnotherTime(result.error)
      if (result.kind === 'placed-before') return leaveForOrders(result)
      if (result.kind === 'cart-changed') return checkAgain()
      setOutcome(result)
      if (result.kind === 'placed') leaveFor(result.order.unique_order_id, chosen)
      if (way?.kind === 'failed') notify(way.text, 'error')
      if (way?.kind === 'open') leaveToPay(way.url)
    },
  })
  const quoteProblem = problem ? undefined : quoteProblemOf(quote)
  const hint = methods && !chosen ? t('checkoutChooseMethod') : null
  const canPlace = !problem && chosen !== undefined && quote.data !== undefined

  return (
    <Page title={t('checkoutTitle')} back="/cart" foot="dock" isLoading={quote.isFetching}>
      <div className="grid grid-cols-1 gap-3 px-4" inert={isPending}>
        <details className="group rounded-card bg-surface px-4 hairline">
          <summary className="flex min-h-16 cursor-pointer list-none items-center gap-3 py-3">
            <span className="min-w-0 flex-1">
              <span className="block font-650">{store.data?.name ?? lines[0]?.storeName}</span>
              <span className="num block text-small text-ink-2">{tn('itemsCount', lines.length)}</span>
            </span>
            <span className="num text-heading">{wirePrice(payable, currency)}</span>
            <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open:rotate-180" />
          </summary>
          <div className="border-t border-line py-3">
            {quote.data ? (
              <Bill
                quote={quote.data}
                couponCode={coupon.code}
                taxPercent={setting('taxPercentage')}
                isServed={ordering.isServed}
              />
            ) : null}
          </div>
        </details>
        <section className="rounded-card bg-surface px-4 pt-4 pb-1 hairline">
          <h2 className="mb-1 text-heading">{t('checkoutPaymentListTitle')}</h2>
          {quote.data ? <WalletPart quote={quote.data} /> : null}
          {methods?.length === 0 ? (
            <p className="py-4 text-ink-2">{t('checkoutNoMethods')}</p>
          ) : (
            <MethodList methods={methods} chosen={chosen?.id} onChoose={(method) => setChoices({ method })} />
          )}
        </section>
        <ForeignWallet />
        {chosen?.id === 'COD' && isSettingOn('showCashChange') ? (
          <section className="rounded-card bg-surface p-4 hairline">
            <Field
              label={t('checkoutCashChangeLabel')}
              helper={t('cashChangeHelpText')}
              inputMode="numeric"
              pattern="[0-9]*"
              prefix={signOf(currency)}
              value={ordering.cashChange}
              maxLength={7}
              onChange={(event) => setChoices({ cashChange: event.currentTarget.value.replace(/\D/g, '') })}
            />
          </section>
        ) : null}
      </div>
      <Dock summary={<Destination ordering={ordering} />} reason={problem?.text ?? quoteProblem?.text} hint={hint}>
        {problem?.kind === 'banned' ? null : quoteProblem ? (
          <QuoteProblemButton problem={quoteProblem} quote={quote} />
        ) : (
          <Button
            isBlock
            isBusy={isPending}
            disabled={!canPlace}
            onClick={() => mutate(whole)}
            className={chosen?.group === 'online' ? 'num' : 'num !justify-between'}
          >
            {chosen?.group === 'online' ? (
              payText(chosen, wirePrice(payable, currency), isPending)
            ) : (
              <>
                <span aria-hidden="true">{wirePrice(payable, currency)}</span>
                <span>{t(isPending ? 'checkoutPlacing' : 'checkoutPlaceOrderButton')}</span>
              </>
            )}
          </Button>
        )}
      </Dock>
      <OutcomeSheet
        outcome={outcome}
        seen={whole}
        isBusy={isPending}
        onClose={() => setOutcome(null)}
        onRetry={() => mutate(whole)}
        onAccept={mutate}
      />
    </Page>
  )
}

function payText({ name }: Method, total: string, isPending: boolean): string {
  return isPending ? t('payOpening', { provider: name }) : t('checkoutPayButton', { total })
}

/**
 * Places the order and then opens its online payment. If the payment cannot be opened, the order exists and the
 * tracking screen offers to try again, so that nothing is ordered twice (GAP-79).
 */
async function placeAndOpen(body: OrderBody): Promise<{ result: Outcome; way?: Way }> {
  const result = await placeOrder(body)
  if (result.kind !== 'placed' || orderStatusOfId(result.order.orderstatus_id) !== 'awaiting_payment') return { result }
  return { result, way: await openOrderPayment(result.order.id, body.method) }
}

/**
 * Returns to the cart, where the person chooses another time. The app must not place the order for as soon as possible
 * instead.
 */
function chooseAnotherTime(error: ApiError): void {
  chooseSchedule(null)
  void queryClient.invalidateQueries({ queryKey: ['get-schedule-slots'] })
  notify(error.message || errorText(error.code), 'error')
  go('/cart', { replace: true })
}

/** Another tab changed or ordered the cart, so the person must review it before anything is sent. */
function checkAgain(): void {
  notify(t('cartChangedElsewhere'), 'info')
  go('/cart', { replace: true })
}

/** Opens the tracking screen in place of checkout, so that Back never returns here (F-10), and empties the cart. */
function leaveFor(orderNumber: string, method: Method | undefined): void {
  if (method) writeKey('lastPaymentMethod', method.id)
  navigator.vibrate?.([10, 40, 10])
  announce(t('checkoutPlaced'))
  useSession.setState({ hasRunningOrder: true })
  void queryClient.invalidateQueries({ queryKey: ['check-running-order'] })
  void queryClient.invalidateQueries({ queryKey: ['get-orders'] })
  void queryClient.invalidateQueries({ queryKey: ['update-user-info'] })
  go(`/running-order/${orderNumber}`, { replace: true })
  emptyCart()
  leaveCartBehind()
}
