/** The page or list of each kind of object in the audit log. */
const places: Readonly<Record<string, (id: string) => string>> = {
  user: (id) => `/people/${id}`,
  order: (id) => `/orders/${id}`,
  store: (id) => `/stores/${id}`,
  slider: (id) => `/sliders/${id}`,
  item: () => '/items',
  'item category': () => '/menu-categories',
  'add-on category': () => '/add-ons',
  'store category': () => '/store-categories',
  coupon: () => '/coupons',
  category_tile: () => '/category-tiles',
  page: () => '/pages',
  popular_location: () => '/popular-locations',
  broadcast: () => '/messages',
  review: () => '/reviews',
  settings: () => '/settings',
  language: () => '/languages',
  theme: () => '/theme',
  payout: () => '/payouts',
  payment_issue: () => '/payment-issues',
  cash_collection: () => '/rider-cash/taken-in',
  'export plan': () => '/exports',
  webhook: () => '/integrations',
  'api key': () => '/integrations',
}

/**
 * Returns the page of the changed object, if there is one. An audit entry whose object has no number, such as `all`,
 * can link only to a list.
 */
export function placeOf(kind: string | null, id: string): string | undefined {
  const place = kind !== null && Object.hasOwn(places, kind) ? places[kind]!(id) : undefined
  return place?.endsWith(`/${id}`) && !/^\d+$/.test(id) ? undefined : place
}

export type Change = { name: string; before?: string; after?: string }

/** Returns the values before and after, field by field; unchanged fields are left out. */
export function changesOf({ before, after }: { before: unknown; after: unknown }): Change[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => ({
      name: name.replaceAll('_', ' '),
      ...(name in was && { before: wordsOf(was[name]) }),
      ...(name in is && { after: wordsOf(is[name]) }),
    }))
}

/** The audit row holds the values before and after as JSON. */
function fieldsOf(kept: unknown): Readonly<Record<string, unknown>> {
  const value: unknown = typeof kept === 'string' ? JSON.parse(kept) : kept
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function wordsOf(value: unknown): string {
  if (value === null || value === '') return 'Nothing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
