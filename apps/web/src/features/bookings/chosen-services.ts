import type { WireInput } from '@nukkad/contract/contract.ts'
import { lineUnitMinor } from '@nukkad/rules/cart.ts'
import type { Minor } from '@nukkad/rules/money.ts'
import type { Chosen } from '#lib/book-path.ts'
import type { Item } from '#lib/menu-item.ts'
import type { Salon, SalonService } from '#lib/visits.ts'
import type { addonPricing } from '#stores/cart.ts'

/** A chosen service with its data from the salon and the menu. */
export type ChosenService = Chosen & { service: SalonService; item: Item; addons: number[] }

/** Maximum number of services in one visit. */
export const MAX_SERVICES = 5

/**
 * Returns the chosen services that the salon offers. A service that the chosen person does not do gets no person, so
 * anyone may do it. The first service never runs in parallel with another one.
 */
export function chosenServices(chosen: readonly Chosen[], salon: Salon, items: readonly Item[]): ChosenService[] {
  const known = chosen.flatMap((one): ChosenService[] => {
    const service = salon.services.find(({ item_id }) => item_id === one.itemId)
    const item = items.find(({ id }) => id === one.itemId)
    if (!service || !item || item.is_active !== 1) return []
    const does = service.stylists.some(({ id }) => id === one.stylistId)
    return [{ ...one, stylistId: does ? one.stylistId : null, service, item, addons: one.addons ?? firstAddons(item) }]
  })
  return known.slice(0, MAX_SERVICES).map((one, index) => ({ ...one, isBeside: one.isBeside && index > 0 }))
}

/**
 * Returns the id of the first add-on of each single choice, because an item cannot be bought without a choice there.
 */
function firstAddons(item: Item): number[] {
  return item.addon_categories
    .filter(({ type }) => type === 'SINGLE')
    .flatMap(({ addons: [first] }) => (first ? [first.id] : []))
}

/** Returns the chosen services in the form of the calls. */
export function wishesOf(
  services: readonly Pick<ChosenService, 'itemId' | 'stylistId' | 'addons' | 'isBeside'>[],
): WireInput<'hold-visit'>['services'] {
  return services.map(({ itemId, stylistId, addons, isBeside }) => ({
    item_id: itemId,
    stylist_id: stylistId,
    addons,
    mode: isBeside ? ('beside' as const) : ('after' as const),
  }))
}

/** Returns how many minutes a service takes with this person; for anyone, the service's usual minutes. */
export function minutesOf({ service, stylistId, addons }: ChosenService): number {
  const own = service.stylists.find(({ id }) => id === stylistId)
  const more = service.addons.filter(({ id }) => addons.includes(id)).reduce((sum, { minutes }) => sum + minutes, 0)
  return (own?.minutes ?? service.minutes) + more
}

/**
 * Returns the price of a service with its add-ons in minor units. `isFrom` says that another person may cost more.
 * @param stylistId the person of a chosen time, or the requested one; null for anyone
 */
export function priceOf(
  { service, item, addons }: ChosenService,
  stylistId: number | null,
  reading: ReturnType<typeof addonPricing>,
): { minor: Minor; isFrom: boolean } {
  const own = service.stylists.find(({ id }) => id === stylistId)
  const selectedaddons = item.addon_categories.flatMap((category) =>
    category.addons
      .filter(({ id }) => addons.includes(id))
      .map(({ id, name, price }) => ({
        addon_category_name: category.name,
        addon_id: String(id),
        addon_name: name,
        price,
      })),
  )
  const line = { ...item, price: own?.price ?? service.price_from, selectedaddons }
  return {
    minor: lineUnitMinor(line, reading, item.currency),
    isFrom: !own && service.price_from !== service.price_to,
  }
}
