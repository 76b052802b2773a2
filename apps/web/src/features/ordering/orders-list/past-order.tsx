import { Button } from '@nukkad/ui/components/button.tsx'
import { Star } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { StorePicture } from '#components/store-picture.tsx'
import { canBePaid } from '#lib/can-be-paid.ts'
import { t, tn } from '#lib/catalogue.ts'
import { wirePrice } from '#lib/prices.ts'
import { itemsLine, placedLine, StatusPill } from './order-parts.tsx'
import { isVisit, type Order, statusOf } from './orders.ts'

const DoorPhoto = lazy(() => import('#components/door-photo.tsx'))

export type PastOrderProps = {
  order: Order
  isReordering: boolean
  onReorder: () => void
  onInvoice: () => void
  onHelp: () => void
  /** Shows the state of the problem that the customer reported about the order, if there is one. */
  report: ReactNode
}

/** Shows a past order with its actions. */
export function PastOrder({ order, isReordering, onReorder, onInvoice, onHelp, report }: PastOrderProps) {
  const [showsPhoto, setShowsPhoto] = useState(false)
  const hasInvoice = statusOf(order) === 'delivered'
  return (
    <article className="py-4">
      <div className="flex items-start gap-3">
        <StorePicture store={order.restaurant} />
        <div className="min-w-0 flex-1">
          <div className="flex items-start gap-2">
            <h3 className="min-w-0 flex-1 truncate text-heading">{order.restaurant.name}</h3>
            <span className="num font-650">{wirePrice(order.total, order.currency)}</span>
          </div>
          <p className="truncate text-small text-ink-2">{itemsLine(order)}</p>
          <p className="num truncate text-small text-ink-2">{placedLine(order)}</p>
          <p className="mt-1.5 flex flex-wrap items-center gap-2">
            <StatusPill order={order} />
            {report}
            {order.rating ? (
              <span className="num inline-flex items-center gap-1 text-small text-ink-2">
                <Star aria-hidden="true" className="size-3.5 fill-gold stroke-gold" />
                {tn('ordersRated', order.rating.rating_store)}
              </span>
            ) : null}
          </p>
        </div>
      </div>
      <div className="-me-2 mt-2.5 flex flex-wrap gap-x-1.5 gap-y-2">
        {canBePaid(order) ? (
          <Button size="small" href={`/running-order/${order.unique_order_id}`}>
            {t('cartMakePayment')}
          </Button>
        ) : null}
        {isVisit(order) ? (
          <Button size="small" variant="tint" href={`/running-order/${order.unique_order_id}`}>
            {t('visitTitle')}
          </Button>
        ) : (
          <Button size="small" variant="tint" isBusy={isReordering} onClick={onReorder}>
            {t('ordersReorder')}
          </Button>
        )}
        {order.is_ratable ? (
          <Button size="small" variant="tint" href={`/rate-order/${order.id}`}>
            {t('orderRateOrderButton')}
          </Button>
        ) : null}
        {order.has_delivery_photo && !showsPhoto ? (
          <Button size="small" variant="plain" className="!px-2 min-w-11" onClick={() => setShowsPhoto(true)}>
            {t('doorPhotoTitle')}
          </Button>
        ) : null}
        {hasInvoice ? (
          <Button size="small" variant="plain" className="!px-2 min-w-11" onClick={onInvoice}>
            {t('ordersInvoice')}
          </Button>
        ) : null}
        <Button size="small" variant="plain" className="!px-2 min-w-11" onClick={onHelp}>
          {t('trackingHelpShort')}
        </Button>
      </div>
      <Suspense>{showsPhoto ? <DoorPhoto orderId={order.id} /> : null}</Suspense>
    </article>
  )
}
