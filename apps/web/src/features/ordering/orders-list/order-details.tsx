import { Button } from '@nukkad/ui/components/button.tsx'
import { ChevronRight, Printer } from 'lucide-react'
import { StorePicture } from '#components/store-picture.tsx'
import { OrderCard, PlaceCard } from '#features/ordering/tracking/order-cards.tsx'
import { paymentsOf } from '#features/ordering/tracking/payments.ts'
import { t } from '#lib/catalogue.ts'
import { methodName } from '#lib/payment-methods.ts'
import { StatusPill } from './order-parts.tsx'
import { type Order, statusOf } from './orders.ts'

/** Shows the store, the items, the bill, the payment and the destination of an order. */
export default function OrderDetails({ order }: { order: Order }) {
  const { restaurant } = order
  return (
    <div className="grid grid-cols-1 gap-3">
      <a
        href={`/stores/${restaurant.slug}`}
        className="press flex items-center gap-3 rounded-card bg-surface p-4 hairline"
      >
        <StorePicture store={restaurant} />
        <span className="min-w-0 flex-1">
          <span className="block text-heading">
            <bdi>{restaurant.name}</bdi>
          </span>
          <span className="block text-small text-ink-2">
            <bdi>{restaurant.address}</bdi>
          </span>
          <span className="mt-1.5 flex">
            <StatusPill order={order} />
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 rtl:-scale-x-100" />
      </a>
      <OrderCard order={order} hasStore={false} />
      {/* The bill names the payments of an order, so only an order that ended without a payment shows its payment
          method here. */}
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
