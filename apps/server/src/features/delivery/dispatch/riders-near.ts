import { distanceKm } from '@nukkad/rules/distance.ts'
import type { Db } from '#db/connection.ts'
import { listRidersOnDuty, type RiderOnDuty } from './queries.ts'

type Place = { latitude: number; longitude: number }
export type OfferedRider = RiderOnDuty & { isOfStore: boolean; distanceKm: number | null }

/** Lists riders on duty for staff who choose one for an order: riders of the store first, then those nearest to it. */
export async function listRidersNear(db: Db, store: Place & { id: number }): Promise<OfferedRider[]> {
  const riders = (await listRidersOnDuty(db)).map((rider) => ({
    ...rider,
    isOfStore: rider.stores.includes(store.id),
    distanceKm: distanceOf(rider, store),
  }))
  const nearness = ({ distanceKm: km }: OfferedRider) => km ?? Number.POSITIVE_INFINITY
  return riders.sort(
    (a, b) => Number(b.isOfStore) - Number(a.isOfStore) || nearness(a) - nearness(b) || a.name.localeCompare(b.name),
  )
}

function distanceOf({ latitude, longitude }: RiderOnDuty, store: Place): number | null {
  if (latitude === null || longitude === null) return null
  const km = distanceKm({ lat: latitude, lng: longitude }, { lat: store.latitude, lng: store.longitude })
  return Math.round(km * 10) / 10
}
