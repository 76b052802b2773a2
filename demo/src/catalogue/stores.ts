import type { StoreSeed } from './store-seed.ts'

/** Every store of the city, in the operator's order. */
export const stores: readonly StoreSeed[] = [
  {
    slug: 'namma-tiffin-room',
    name: 'Namma Tiffin Room',
    kind: 'store',
    description: 'South Indian · Filter coffee',
    cover: {
      gradient: [2, 5],
      heroes: [
        { kind: 'emoji', name: 'pancakes', gradient: 2 },
        { kind: 'emoji', name: 'hot-beverage', gradient: 5 },
        { kind: 'emoji', name: 'coconut', gradient: 3 },
      ],
    },
    address: '14, 5th Cross, Koramangala 5th Block',
    landmark: 'Opposite Jyoti Nivas College',
    pincode: '560095',
    at: [12.9348, 77.6186],
    rating: 4.5,
    hours: 'tiffin',
    categories: ['South Indian', 'Breakfast'],
    menu: ['idliVada', 'dosa'],
    priceLevel: 1,
    pureVeg: true,
    charge: { fixed: 25 },
    minOrderRupees: 100,
  },
]
