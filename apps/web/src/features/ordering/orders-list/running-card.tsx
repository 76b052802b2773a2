import { isForLater } from '@nukkad/rules/order-states.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import type { ReactNode } from 'react'
import { PaymentTimer } from '#components/payment-timer.tsx'
import { StorePicture } from '#components/store-picture.tsx'
import { t } from '#lib/catalogue.ts'
import { wirePrice } from '#lib/prices.ts'
import { itemsLine, laterLine, placedLine, StatusPill } from './order-parts.tsx'
import { isVisit, type Order, statusOf } from './orders.ts'

export type RunningCardProps = {
  order: Order
  /** The cancel button, if the order can still be cancelled. */
  cancel: ReactNode
  isTracked: boolean
  onLapsed: () => void
  onHelp: () => void
  /** Shows the state of the problem that the customer reported about the order, if there is one. */
  report: ReactNode
}

/** Shows an order in progress or a scheduled one. */
export function RunningCard({ order, cancel, isTracked, onLapsed, onHelp, report }: RunningCardProps) {
  const later = laterLine(order)
  return (
    <article className="rounded-card bg-tint p-4 text-on-tint">
      <div className="flex items-start gap-3">
        <StorePicture store={order.restaurant} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-start gap-x-2">
            <h3 className="min-w-0 flex-1 basis-30 line-clamp-2 text-heading text-ink">{order.restaurant.name}</h3>
            <span className="grid rounded-badge bg-surface [&>span]:bg-transparent">
              <StatusPill order={order} />
            </span>
          </div>
          <p className="truncate text-small text-ink">{itemsLine(order)}</p>
          <p className="num truncate text-small text-ink">{placedLine(order)}</p>
          {report}
          {later ? <p className="num text-small font-650 text-ink">{later}</p> : null}
        </div>
      </div>
      {statusOf(order) === 'awaiting_payment' ? (
        <div className="mt-3">
          <PaymentTimer order={order} onOver={onLapsed} />
        </div>
      ) : null}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <p className="num text-section font-bold text-ink">{wirePrice(order.total, order.currency)}</p>
        <div className="ms-auto flex flex-wrap justify-end gap-2">
          {cancel}
          <Button size="small" variant="plain" className="!px-2 min-w-11 !text-on-tint" onClick={onHelp}>
            {t('trackingHelpShort')}
          </Button>
          {isTracked || isForLater(statusOf(order)) ? (
            <Button size="small" href={`/running-order/${order.unique_order_id}`}>
              {t(
                statusOf(order) === 'awaiting_payment'
                  ? 'cartMakePayment'
                  : isVisit(order)
                    ? 'visitTitle'
                    : 'trackOrderText',
              )}
            </Button>
          ) : null}
        </div>
      </div>
    </article>
  )
}
