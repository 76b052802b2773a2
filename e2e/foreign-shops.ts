/**
 * Stores whose currency is that of a payment provider that does not support rupees. Only tests of payments in other
 * currencies order at these stores.
 */
export const foreignShops = {
  PHP: { slug: 'dragon-lane-wok', name: 'Dragon Lane Wok' },
  BRL: { slug: 'oven-and-olive', name: 'Oven and Olive' },
  NPR: { slug: 'momo-junction', name: 'Momo Junction' },
} as const
