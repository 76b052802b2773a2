import type { Arrival as Expected } from '@nukkad/rules/arrival.ts'
import { isForLater, type OrderStatus, orderStatusTextKeys } from '@nukkad/rules/order-states.ts'
import { Pill } from '@nukkad/ui/components/pill.tsx'
import { t } from '#lib/catalogue.ts'
import { timeOf } from '#lib/clock.ts'
import { spanOf } from '#lib/span.ts'
import { arrival, isLost } from './progress.ts'
import type { Order, RiderPosition } from './use-tracking.ts'

type ArrivalProps = { order: Order; status: OrderStatus; position: RiderPosition | null; now: number }

/** Shows the time at which the order arrives or is ready, with the minutes until then and whether it is late. */
export function Arrival({ order, status, position, now }: ArrivalProps) {
  if (status === 'ready') return <Headline text={t('runningOrderReadyForPickup')} />
  if (isForLater(status)) return <Headline text={t(orderStatusTextKeys[status])} />
  const expected = arrival({ order, status, position }, now)
  if (!expected) return <Headline text={t('runningOrderPlacedTitle')} />
  return <ArrivalTime expected={expected} isPickup={order.delivery_type === 2} isUnsure={isLost(position, now)} />
}

type ArrivalTimeProps = {
  expected: Expected
  isPickup: boolean
  /** If the rider's last position is too old, no minutes are shown, only whether the promised time has passed. */
  isUnsure?: boolean
}

export function ArrivalTime({ expected, isPickup, isUnsure = false }: ArrivalTimeProps) {
  const { at, minutes, lateMinutes, isOverdue } = expected
  const time = timeOf(new Date(at))
  const key = isPickup ? 'trackingReadyAt' : 'trackingArrivesAt'
  return (
    <div>
      <Headline text={t(isOverdue ? 'trackingDueAt' : key, { time })} />
      {isUnsure && lateMinutes === 0 ? null : (
        <p className="num mt-1 flex items-center gap-2 text-heading text-ink-2">
          {isOverdue ? null : minutes < 1 ? t('trackingSoon') : spanOf(minutes)}
          <Pill variant={lateMinutes > 0 ? 'gold' : 'ok'}>
            {lateMinutes > 0 ? t('trackingLateBy', { time: spanOf(lateMinutes) }) : t('trackingOnTime')}
          </Pill>
        </p>
      )}
    </div>
  )
}

function Headline({ text }: { text: string }) {
  return (
    <h1 tabIndex={-1} className="title num text-display">
      {text}
    </h1>
  )
}
