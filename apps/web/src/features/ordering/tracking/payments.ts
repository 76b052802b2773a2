import { orderStatusOfId } from '@nukkad/rules/order-states.ts'
import { findProviderName } from '@nukkad/rules/payment-methods.ts'
import { t } from '#lib/catalogue.ts'
import { methodName } from '#lib/payment-methods.ts'
import type { Order } from './use-tracking.ts'

type Payment = { name: string; amount: number; isDue: boolean }
type Paid = Pick<Order, 'orderstatus_id' | 'payment_mode' | 'wallet_amount' | 'payable'>

/**
 * Returns the order's payments with their method, and the amount still due; none for an order that was cancelled or
 * whose payment failed.
 */
export function paymentsOf({ orderstatus_id, payment_mode, wallet_amount, payable }: Paid): Payment[] {
  const status = orderStatusOfId(orderstatus_id)
  if (status === 'cancelled' || status === 'payment_failed') return []
  const isOnline = findProviderName(payment_mode) !== undefined
  // An order with an online payment leaves the state `awaiting_payment` only when the provider has confirmed the
  // payment; cash is paid on delivery (GAP-08).
  const isPaid = isOnline ? status !== 'awaiting_payment' : status === 'delivered'
  const paidName = isOnline ? t('orderPaidOnline', { method: methodName(payment_mode) }) : t('orderPaidCash')
  const payments = [
    { name: t('orderPaidWallet'), amount: wallet_amount, isDue: false },
    { name: isPaid ? paidName : t('cartToPayText'), amount: payable, isDue: !isPaid },
  ]
  return payments.filter(({ amount }) => amount > 0)
}
