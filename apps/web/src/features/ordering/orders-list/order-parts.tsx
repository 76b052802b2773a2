import { shortOrderNumber } from '@nukkad/rules/order-number.ts'
import { Pill } from '@nukkad/ui/components/pill.tsx'
import { dayOf, wireInstant } from '#lib/calendar.ts'
import { t } from '#lib/catalogue.ts'
import { timeOf } from '#lib/clock.ts'
import { formatSchedule } from '#lib/format-slot.ts'
import { readSchedule } from '#lib/slots.ts'
import { type Order, pillVariant, statusOf, statusTextKey } from './orders.ts'

export function StatusPill({ order }: { order: Order }) {
  const status = statusOf(order)
  return <Pill variant={pillVariant(status)}>{t(statusTextKey(order))}</Pill>
}

/** Returns a summary such as "Masala Dosa and 2 more". */
export function itemsLine({ orderitems }: Order): string {
  const [first] = orderitems
  if (!first) return ''
  const named = first.quantity > 1 ? `${first.quantity} × ${first.name}` : first.name
  const more = orderitems.length - 1
  return more > 0 ? t('ordersItemsMore', { item: named, count: more }) : named
}

/**
 * Returns a line such as "Scheduled for Mon, 23 Nov, 9:00 am – 9:30 am", or undefined for an order without a schedule.
 */
export function laterLine(order: Order): string | undefined {
  const schedule = readSchedule(order.schedule_date, order.schedule_slot)
  return schedule ? `${t('modOSScheduleForText')} ${formatSchedule(schedule)}` : undefined
}

/** Returns a line such as "9C41F2A0 · Today, 7:15 pm". */
export function placedLine(order: Order): string {
  const at = wireInstant(order.created_at)
  const when = t('ordersPlacedOn', { date: dayOf(at, new Date()), time: timeOf(at) })
  return `${shortOrderNumber(order.unique_order_id)} · ${when}`
}
