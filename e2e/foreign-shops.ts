/**
 * Stores that sell in the currency of a provider that does not support rupees. Only tests of these currencies order at
 * these stores.
 */
export const foreignShops = {
  PHP: { slug: 'dragon-lane-wok', name: 'Dragon Lane Wok' },
  BRL: { slug: 'oven-and-olive', name: 'Oven and Olive' },
  NPR: { slug: 'momo-junction', name: 'Momo Junction' },
} as const
