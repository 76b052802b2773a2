import { orderStatusOfId } from '@nukkad/rules/order-states.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '#lib/api.ts'
import { errorText, t } from '#lib/catalogue.ts'
import { placedJustNow } from '#lib/just-placed.ts'
import { go } from '#lib/navigation.ts'
import { leaveToPay, openOrderPayment, type Way } from '#lib/open-payment.ts'
import type { Method } from '#lib/payment-methods.ts'
import { siteCurrency, wirePrice } from '#lib/prices.ts'
import { queryClient } from '#lib/query.ts'
import { usePaymentOpen } from '#lib/reload.ts'
import { readKey, writeKey } from '#lib/storage.ts'
import { announce, notify } from '#lib/toasts.ts'
import { currencyOf, emptyCart } from '#stores/cart.ts'
import { chooseSchedule } from '#stores/schedule.ts'
import { useCustomer, useSession } from '#stores/session.ts'
import { OutcomeSheet } from './checkout-sheets.tsx'
import { leaveCartBehind } from './left-behind.ts'
import { leaveForOrders } from './open-try.tsx'
import { cartInput } from './order-input.ts'
import { usePaymentMethods } from './payment-methods.tsx'
import { type OrderBody, type Outcome, placeOrder } from './place.ts'
import type { useOrdering } from './readiness.ts'

type Ordering = ReturnType<typeof useOrdering>

/**
 * Returns the payment methods of the cart, the one that the person chose now or used for their last order, and how to
 * place the order with it.
 */
export function usePlacing(ordering: Ordering) {
  const { quote, orderType, total, lines, session } = ordering
  const currency = currencyOf(lines)
  const walletBalance = useCustomer()?.wallet_balance ?? 0
  const balance = currency === siteCurrency() ? walletBalance : 0
  // The server compares the total before the wallet's share (GAP-10), and the wallet must cover it as a whole.
  const whole = quote.data?.total ?? String(total.totalPrice)
  const methods = usePaymentMethods({
    storeId: lines[0]?.restaurant_id ?? 0,
    orderType,
    balance,
    total: Number(whole),
    isCustomer: session !== null,
  })
  const picked = ordering.method || readKey('lastPaymentMethod')
  const remembered = methods?.find(({ id }) => id === picked)
  const chosen = remembered ?? (methods?.length === 1 ? methods[0] : undefined)
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
  return {
    methods,
    remembered,
    chosen,
    isPending,
    canPlace: !ordering.problem && chosen !== undefined && quote.data !== undefined && !quote.isPlaceholderData,
    payable: wirePrice(quote.data?.payable ?? String(total.totalPrice), currency),
    place: () => mutate(whole),
    sheet: (
      <>
        {isPending ? <PaymentOpen /> : null}
        <OutcomeSheet
          outcome={outcome}
          seen={whole}
          isBusy={isPending}
          onClose={() => setOutcome(null)}
          onRetry={() => mutate(whole)}
          onAccept={mutate}
        />
      </>
    ),
  }
}

/** Keeps the page from being reloaded while an order is sent. */
function PaymentOpen() {
  usePaymentOpen()
  return null
}

/** The button that places the order. */
export function PlaceButton({ placing }: { placing: ReturnType<typeof usePlacing> }) {
  const { chosen, isPending, canPlace, payable, place } = placing
  const isOnline = chosen?.group === 'online'
  return (
    <Button
      isBlock
      isBusy={isPending}
      disabled={!canPlace}
      onClick={place}
      className={isOnline ? 'num' : 'num !justify-between'}
    >
      {isOnline ? (
        payText(chosen, payable, isPending)
      ) : (
        <>
          <span aria-hidden="true">{payable}</span>
          <span>{t(isPending ? 'checkoutPlacing' : 'checkoutPlaceOrderButton')}</span>
        </>
      )}
    </Button>
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
  placedJustNow(orderNumber)
  go(`/running-order/${orderNumber}`, { replace: true })
  emptyCart()
  leaveCartBehind()
}
