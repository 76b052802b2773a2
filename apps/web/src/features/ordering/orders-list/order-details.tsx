import { Button } from '@nukkad/ui/components/button.tsx'
import { Printer } from 'lucide-react'
import { OrderCard, PlaceCard } from '#features/ordering/tracking/order-cards.tsx'
import { paymentsOf } from '#features/ordering/tracking/payments.ts'
import { t } from '#lib/catalogue.ts'
import { methodName } from '#lib/payment-methods.ts'
import { type Order, statusOf } from './orders.ts'

/** Shows the items, the bill, the payment and the destination of an order. */
export default function OrderDetails({ order }: { order: Order }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <OrderCard order={order} />
      {/* The bill names the payments. An order that ended without one shows its payment method instead. */}
      {paymentsOf(order).length === 0 ? (
        <p className="flex min-h-13 items-center justify-between rounded-card bg-surface px-4 hairline">
          <span className="text-ink-2">{t('orderDetailsPaymentMode')}</span>
          <span className="font-650">{methodName(order.payment_mode)}</span>
        </p>
      ) : null}
      <PlaceCard order={order} />
      {statusOf(order) === 'delivered' ? (
        <Button variant="tint" isBlock href={`/invoice/${order.id}`}>
          <Printer aria-hidden="true" className="size-5" />
          {t('invoicePrint')}
        </Button>
      ) : null}
    </div>
  )
}
