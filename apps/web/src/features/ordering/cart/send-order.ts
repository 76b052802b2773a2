import type { PayWay } from '@nukkad/contract/payments/providers.ts'
import { orderStatusOfId } from '@nukkad/rules/order-states.ts'
import { preload } from '#features/shell/lazy-route.tsx'
import type { ApiError } from '#lib/api.ts'
import { errorText, t } from '#lib/catalogue.ts'
import { placedJustNow } from '#lib/just-placed.ts'
import { go } from '#lib/navigation.ts'
import { openOrderPayment, type Way } from '#lib/open-payment.ts'
import type { Method } from '#lib/payment-methods.ts'
import { queryClient } from '#lib/query.ts'
import { writeKey } from '#lib/storage.ts'
import { announce, notify } from '#lib/toasts.ts'
import { emptyCart } from '#stores/cart.ts'
import { chooseSchedule } from '#stores/schedule.ts'
import { useSession } from '#stores/session.ts'
import { leaveCartBehind } from './left-behind.ts'
import { type OrderBody, type Outcome, placeOrder } from './place.ts'

export { leaveToPay } from '#lib/open-payment.ts'
export { leaveForOrders } from './open-try.tsx'

/**
 * Places the order and then opens its online payment. If the payment cannot be opened, the order exists already, so the
 * tracking screen offers to pay it and the person does not order twice (GAP-79). The code of the tracking screen loads
 * while the server places the order.
 */
export async function placeAndOpen(
  body: OrderBody,
  payWay: PayWay | undefined,
): Promise<{ result: Outcome; way?: Way }> {
  void preload('/running-order')
  const result = await placeOrder(body)
  if (result.kind !== 'placed' || orderStatusOfId(result.order.orderstatus_id) !== 'awaiting_payment') return { result }
  return { result, way: await openOrderPayment(result.order.id, body.method, payWay) }
}

/**
 * Returns to the cart, where the person chooses another time, because the app must not turn a scheduled order into one
 * for as soon as possible.
 */
export function chooseAnotherTime(error: ApiError): void {
  chooseSchedule(null)
  void queryClient.invalidateQueries({ queryKey: ['get-schedule-slots'] })
  notify(error.message || errorText(error.code), 'error')
  go('/cart', { replace: true })
}

/**
 * Returns to the cart after another tab has changed or ordered it, because the person must review the cart before the
 * app sends an order.
 */
export function checkAgain(): void {
  notify(t('cartChangedElsewhere'), 'info')
  go('/cart', { replace: true })
}

/**
 * Opens the tracking screen in place of checkout, so that Back never returns to checkout (F-10), and empties the cart.
 */
export function leaveFor(orderNumber: string, method: Method | undefined): void {
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
