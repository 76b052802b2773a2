import type { Output } from '@nukkad/contract/contract.ts'

type ListedStore = Output<'get-delivery-restaurants'>[number]

/** The names, in the URL, of the filters of a list of stores that are either on or off. */
export const switches = ['veg', 'rated', 'offers', 'open', 'fast'] as const

/** Returns whether the URL has parameters that filter or sort stores, whether they are valid or not. */
export function namesChoice(query: { has: (name: string) => boolean }): boolean {
  return ['sort', 'under', ...switches].some((name) => query.has(name))
}

/** Returns the price of a meal for two people at a store that sells meals, in major units; null if it is unknown. */
export function priceForTwo({ kind, price_range }: Pick<ListedStore, 'kind' | 'price_range'>): number | null {
  const price = Number(price_range)
  return kind === 'store' && price_range !== '' && Number.isInteger(price) && price > 0 ? price : null
}

/** Returns whether an operator's text about an offer promises a lower price, as "20% off" does. */
export function isDiscount(offer: string): boolean {
  return /%|\boff\b|\p{Sc}/iu.test(offer)
}

/** Returns the average rating of a store's reviews, or else the rating that the operator set; 0 if there is neither. */
export function meanRating({ avgRating, rating }: Pick<ListedStore, 'avgRating' | 'rating'>): number {
  return Number(avgRating) > 0 ? Number(avgRating) : Number(rating) || 0
}
