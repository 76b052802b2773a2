import { isRunning } from '@nukkad/rules/order-states.ts'
import type { ReactNode } from 'react'
import { OrderMap } from '#features/ordering/tracking/order-map.tsx'
import { sentenceOf } from '#features/ordering/tracking/progress.ts'
import { useNow, useRiderPosition, useTracking } from '#features/ordering/tracking/use-tracking.ts'
import { useCustomer } from '#stores/session.ts'
import { desktop } from './desktop-styles.ts'

type Props = { orderNumber: string; instead: ReactNode; children: ReactNode }

/**
 * Shows a large live map of the order that the phone frame tracks, with `children` below it, or `instead` for a guest
 * or an order that has ended.
 */
export default function DesktopTracking(props: Props) {
  return useCustomer() ? <Tracked {...props} /> : props.instead
}

function Tracked({ orderNumber, instead, children }: Props) {
  const { order, status, rider } = useTracking(orderNumber, { isReturning: false })
  const position = useRiderPosition(order, status)
  const now = useNow(15_000)
  if (!order || !status || !isRunning(status)) return instead
  return (
    <section style={desktop.map} className="appear min-w-0 rounded-sheet hairline">
      <OrderMap order={order} position={position} now={now} />
      <div className="glass absolute inset-x-3 top-3 rounded-card p-4">
        <p className="text-small text-ink-2">{order.restaurant.name}</p>
        <h1 className="title mt-0.5 text-section">{sentenceOf({ order, status, rider, position })}</h1>
      </div>
      <div className="absolute inset-x-3 bottom-3">{children}</div>
    </section>
  )
}
