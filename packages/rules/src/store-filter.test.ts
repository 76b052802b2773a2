import type { Output } from '@nukkad/contract/contract.ts'
import { describe, expect, test } from 'vitest'
import {
  boundsOf,
  divides,
  filterStores,
  isFiltered,
  noFilter,
  readFilter,
  type StoreFilter,
  writeFilter,
} from './store-filter.ts'

const base: Output<'get-delivery-restaurants'>[number] = {
  id: 1,
  slug: 'a',
  name: 'A',
  description: '',
  image: '',
  placeholder_image: null,
  kind: 'store',
  rating: '0',
  avgRating: '0',
  rating_count: 0,
  delivery_time: '',
  price_range: '',
  is_featured: 0,
  is_active: 1,
  delivery_type: 3,
  distance: 1,
  opens_at: null,
  closes_soon_at: null,
  is_pureveg: 0,
  currency: 'INR',
  delivery_charge: '25.00',
  free_delivery_subtotal: '0.00',
  categories_ids: [],
  custom_featured_name: null,
  custom_message_on_list: null,
  offer: null,
}

const stores = [
  { ...base, name: 'Far', distance: 9, avgRating: '4.9', price_range: '800', delivery_charge: '90.00' },
  {
    ...base,
    name: 'Veg',
    distance: 2,
    avgRating: '3.9',
    price_range: '250',
    is_pureveg: 1 as const,
    offer: 'Open 24 hours',
  },
  {
    ...base,
    name: 'Cheap',
    distance: 3,
    rating: '4.0',
    price_range: '100',
    delivery_charge: '0.00',
    offer: 'Flat ₹50 back',
  },
  { ...base, name: 'Shut', distance: 1, avgRating: '4.4', is_active: 0 as const, offer: '20% off' },
]

type Given = Partial<Record<string, string>>

const read = (query: Given) => readFilter(new Map(Object.entries(query)))
const namesFor = (query: Given) => filterStores(stores, read(query), boundsOf(stores)).map(({ name }) => name)

describe('the filter of stores in a URL', () => {
  test.each([
    [{ veg: '1' }, ['Veg']],
    [{ rated: '1' }, ['Far', 'Cheap', 'Shut']],
    [{ offers: '1' }, ['Cheap', 'Shut']],
    [{ open: '1' }, ['Far', 'Veg', 'Cheap']],
    [{ fast: '1' }, ['Veg', 'Shut']],
    [{ under: '250' }, ['Veg', 'Cheap']],
    [{ rated: '1', open: '1', under: '500' }, ['Cheap']],
    [{ veg: '1', rated: '1' }, []],
  ])('%j shows %j', (query, names) => expect(namesFor(query)).toEqual(names))

  test.each([
    ['near', ['Veg', 'Cheap', 'Far', 'Shut']],
    ['rating', ['Far', 'Cheap', 'Veg', 'Shut']],
    ['price', ['Cheap', 'Veg', 'Far', 'Shut']],
    ['fee', ['Cheap', 'Veg', 'Far', 'Shut']],
  ])('sort=%s lists open stores first, then %j', (sort, names) => expect(namesFor({ sort })).toEqual(names))

  test.each([
    { under: '-5' },
    { under: '0' },
    { under: '1e9' },
    { under: '12.5' },
    { under: 'x' },
    { veg: 'yes' },
    { sort: ';drop' },
    { unknown: '1' },
    { sort: '' },
    {},
  ])('ignores %j', (query) => expect(namesFor(query)).toEqual(['Far', 'Veg', 'Cheap', 'Shut']))

  test('keeps the valid parts of a partly invalid URL', () =>
    expect(namesFor({ under: 'banana', veg: '1', sort: 'up' })).toEqual(['Veg']))

  test('is written next to other parameters, and removed completely', () => {
    const filter: StoreFilter = { sort: 'rating', on: new Set(['veg']), under: 300 }
    const query = new Map([['collection', '4']])
    writeFilter(query, filter)
    expect(Object.fromEntries(query)).toEqual({ collection: '4', sort: 'rating', under: '300', veg: '1' })
    expect(readFilter(query)).toEqual(filter)
    writeFilter(query, noFilter)
    expect(Object.fromEntries(query)).toEqual({ collection: '4' })
    expect(isFiltered(readFilter(query))).toBe(false)
  })

  test('limits come from the stores nearby', () => {
    expect(boundsOf(stores)).toEqual({ fastMinutes: 45, under: 250 })
    expect(boundsOf([])).toEqual({ fastMinutes: 0, under: null })
    // The store takes exactly 45 minutes, so the limit must be 50, because the filter "under 45" would leave the store
    // out.
    expect(boundsOf([{ ...base, distance: 3 }]).fastMinutes).toBe(50)
    expect(boundsOf([{ ...base, price_range: '1230' }]).under).toBe(1500)
    expect(boundsOf([{ ...base, price_range: 'about 300' }]).under).toBeNull()
  })

  test('salons have no delivery time: they are never fast, and a list of salons ignores that filter', () => {
    const salon = { ...base, kind: 'salon' as const, name: 'Salon', distance: 0 }
    const fast = read({ fast: '1' })
    expect(boundsOf([...stores, salon, salon, salon]).fastMinutes).toBe(45)
    expect(filterStores([...stores, salon], fast, boundsOf(stores)).map(({ name }) => name)).toEqual(['Veg', 'Shut'])
    expect(boundsOf([salon]).fastMinutes).toBe(0)
    expect(filterStores([salon], fast, boundsOf([salon]))).toEqual([salon])
    expect(divides([salon], fast, boundsOf([salon]))).toBe(false)
  })
})
