import type { Output } from '@nukkad/contract/contract.ts'
import { orderStatusOfId } from '@nukkad/rules/order-states.ts'
import type { RiderOnDuty } from './queries.ts'

type RiderOnMap = Output<'dashboard/riders-map'>['riders'][number]

const spotOf = (at: { latitude: number | null; longitude: number | null }) =>
  at.latitude === null || at.longitude === null ? null : { latitude: at.latitude, longitude: at.longitude }

/** Returns a rider on duty for the map of the dashboard. */
export function presentRiderOnMap(rider: RiderOnDuty): RiderOnMap {
  const { id, name, phone, vehicle_number, max_open_orders } = rider
  return {
    id,
    name,
    phone,
    vehicle_number,
    max_open_orders,
    at: spotOf(rider),
    positioned_at: rider.positioned_at?.toISOString() ?? null,
    orders: rider.orders.map(({ status, unique_order_id, store, ...order }) => ({
      id: order.id,
      unique_order_id,
      store,
      status: orderStatusOfId(status)!, // The state is always defined, because the query lists only states of a trip.
      to: spotOf(order),
    })),
  }
}
