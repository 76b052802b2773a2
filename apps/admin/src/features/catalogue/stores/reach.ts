import type { WireInput } from '@nukkad/contract/contract.ts'
import type { Ring } from './areas.ts'
import type { AdminStore, ShownStore } from './use-store.ts'

/** The form values for the position and the delivery area of a store. */
export type Reach = { latitude: number; longitude: number; radius: string; areas: Ring[] }

type Stored = Pick<ShownStore, 'latitude' | 'longitude' | 'delivery_radius'> &
  Pick<Partial<AdminStore>, 'delivery_areas'>

export function reachOf(store: Stored): Reach {
  return {
    latitude: Number(store.latitude),
    longitude: Number(store.longitude),
    radius: String(store.delivery_radius),
    areas: (store.delivery_areas ?? []) as Ring[],
  }
}

export function areSameReach(one: Reach, other: Reach): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * Converts the form values into the input of the administrators' call, which saves all of them; the owners' call takes
 * only the radius.
 */
export function reachInput(
  { latitude, longitude, radius, areas }: Reach,
  storeId: number,
): WireInput<'dashboard/stores/update'> {
  return { store_id: storeId, delivery_radius: radius, latitude, longitude, delivery_areas: areas }
}
