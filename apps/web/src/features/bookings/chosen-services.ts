import type { WireInput } from '@nukkad/contract/contract.ts'
import { lineUnitMinor } from '@nukkad/rules/cart.ts'
import type { Minor } from '@nukkad/rules/money.ts'
import type { Chosen } from '#lib/book-path.ts'
import type { Item } from '#lib/menu-item.ts'
import type { Salon, SalonService } from '#lib/visits.ts'
import type { addonPricing } from '#stores/cart.ts'

/** A chosen service with what the salon and its menu say about it. */
export type ChosenService = Chosen & { service: SalonService; item: Item; addons: number[] }

/** The most services of one visit. */
export const MAX_SERVICES = 5

/**
 * Returns the chosen services that the salon offers. A person who does not do the service becomes anyone, and the first
 * service waits for none.
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

/** Returns the ids of the first add-on of each single choice, which an item cannot be bought without. */
function firstAddons(item: Item): number[] {
  return item.addon_categories
    .filter(({ type }) => type === 'SINGLE')
    .flatMap(({ addons: [first] }) => (first ? [first.id] : []))
}

/** Returns services in the form of the wire. */
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

/** Returns how long a service takes with this person, or with most people for anyone, in minutes. */
export function minutesOf({ service, stylistId, addons }: ChosenService): number {
  const own = service.stylists.find(({ id }) => id === stylistId)
  const more = service.addons.filter(({ id }) => addons.includes(id)).reduce((sum, { minutes }) => sum + minutes, 0)
  return (own?.minutes ?? service.minutes) + more
}

/**
 * Returns the price of a service with its add-ons, minor units. `isFrom` says that another person may cost more.
 * @param stylistId the person of a chosen time, or the wished one; null for anyone
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
