import type { Output } from '@nukkad/contract/contract.ts'
import type { WriteContext } from '#http/calls.ts'
import { unlessChanged } from '#http/idempotency.ts'
import { isOwnerOf } from '#platform/access/own-store.ts'
import { presentResource, presentService, presentStylist } from './present.ts'
import { readSetup } from './queries.ts'

/** Returns the stored answer of a repeated call, unless the person has changed or was deleted since. */
export async function readSavedStylist(
  { tx, session, input: { store_id: storeId } }: WriteContext<'dashboard/bookings/stylists/save'>,
  stored: Output<'dashboard/bookings/stylists/save'>,
): Promise<Output<'dashboard/bookings/stylists/save'> | undefined> {
  const { currency, stylists } = await readSetup(tx, storeId)
  const stylist = stylists.find(({ id }) => id === stored.stylist.id)
  const reader = { currency, isOwner: isOwnerOf(session, storeId) }
  return stylist && unlessChanged(stored, { success: true, stylist: presentStylist(stylist, reader) })
}

/** Returns the stored answer of a repeated call, unless the chair, room or machine has changed or was deleted since. */
export async function readSavedResource(
  { tx, input }: WriteContext<'dashboard/bookings/resources/save'>,
  stored: Output<'dashboard/bookings/resources/save'>,
): Promise<Output<'dashboard/bookings/resources/save'> | undefined> {
  const { resources } = await readSetup(tx, input.store_id)
  const resource = resources.find(({ id }) => id === stored.resource.id)
  return resource && unlessChanged(stored, { success: true, resource: presentResource(resource) })
}

/** Returns the stored answer of a repeated call, unless the service has changed or was deleted since. */
export async function readSavedService(
  { tx, input }: WriteContext<'dashboard/bookings/services/save'>,
  stored: Output<'dashboard/bookings/services/save'>,
): Promise<Output<'dashboard/bookings/services/save'> | undefined> {
  const { currency, services } = await readSetup(tx, input.store_id)
  const service = services.find(({ item_id }) => item_id === stored.service.item_id)
  return service && unlessChanged(stored, { success: true, service: presentService(service, currency) })
}
