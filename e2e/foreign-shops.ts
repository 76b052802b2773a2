/** Stores that sell in the currency of a provider that does not support rupees. No other test orders there. */
export const foreignShops = {
  PHP: { slug: 'dragon-lane-wok', name: 'Dragon Lane Wok' },
  BRL: { slug: 'oven-and-olive', name: 'Oven and Olive' },
  NPR: { slug: 'momo-junction', name: 'Momo Junction' },
} as const
