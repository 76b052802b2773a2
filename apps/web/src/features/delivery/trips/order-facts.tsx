import { shortOrderNumber } from '@nukkad/rules/order-number.ts'
import { Pill } from '@nukkad/ui/components/pill.tsx'
import { CalendarClock, Clock, Hourglass } from 'lucide-react'
import { isSettingOn, t, tn } from '#lib/catalogue.ts'
import { formatSchedule } from '#lib/format-slot.ts'
import { tenths } from '#lib/locale.ts'
import { minorOf, price, wirePrice } from '#lib/prices.ts'
import { readSchedule } from '#lib/slots.ts'
import { spanOf } from '#lib/span.ts'
import { cashToCollect, isOffer, type ShownOrder, urgency } from './orders.ts'
import { useQueuedSteps } from './queue.ts'
import { minutesSince, useNow } from './use-now.ts'

/** Shows "Collect ₹210.00" in gold, or "Paid". */
export function PayPill({ order }: { order: ShownOrder }) {
  const cash = cashToCollect(order)
  if (cash === 0) return <Pill variant="ok">{t('riderPaid')}</Pill>
  return <Pill variant="gold">{t('riderCollect', { amount: wirePrice(cash, order.currency) })}</Pill>
}

const variants = { fresh: 'plain', waiting: 'gold', late: 'error' } as const

/**
 * Shows how long an offer has waited, as a text and by its colour, because some people cannot distinguish the colours.
 */
export function AgePill({ order }: { order: ShownOrder }) {
  const now = useNow()
  const minutes = minutesSince(order.placed_at, now)
  // A scheduled order shows no age, because it may have been placed days ahead.
  if (!isOffer(order) || order.is_scheduled) return null
  return (
    <Pill variant={variants[urgency(minutes)]}>
      <Hourglass aria-hidden="true" />
      {t('riderPlacedAgo', { time: spanOf(minutes) })}
    </Pill>
  )
}

/** Shows the slot of a scheduled order. */
export function SlotPill({ order }: { order: ShownOrder }) {
  const schedule = readSchedule(order.schedule_date, order.schedule_slot)
  if (!schedule) return null
  return (
    <Pill variant="info">
      <CalendarClock aria-hidden="true" />
      {formatSchedule(schedule)}
    </Pill>
  )
}

/** Shows a clock symbol while a step of this order is queued. */
export function QueuedPill({ orderId }: { orderId: number }) {
  const isWaiting = useQueuedSteps().some((step) => step.orderId === orderId)
  if (!isWaiting) return null
  return (
    <Pill variant="info">
      <Clock aria-hidden="true" />
      {t('riderQueued')}
    </Pill>
  )
}

/** Returns facts such as "3 items" and "2.4 km trip". */
export function tripFacts(order: ShownOrder): string[] {
  const items = order.orderitems.reduce((sum, { quantity }) => sum + quantity, 0)
  return [
    tn('itemsCount', items),
    order.distance === null ? '' : t('riderTripDistance', { distance: tenths(order.distance) }),
  ].filter(Boolean)
}

/** Shows the rider's earning first and large, with the tip that it contains. */
export function Earning({ order }: { order: Pick<ShownOrder, 'commission' | 'tip_amount' | 'currency'> }) {
  const { commission, tip_amount, currency } = order
  if (!isSettingOn('enableDeliveryGuyEarning')) return null
  const tip = tip_amount === null ? 0n : minorOf(tip_amount, currency)
  return (
    <span className="num block">
      <span className="title text-title">{price(minorOf(commission, currency) + tip, currency)}</span>
      {tip > 0n ? <span className="text-body"> {t('riderInclTip', { amount: price(tip, currency) })}</span> : null}
    </span>
  )
}

export function orderTitle({ unique_order_id }: { unique_order_id: string }): string {
  return t('trackingNumber', { number: shortOrderNumber(unique_order_id) })
}
