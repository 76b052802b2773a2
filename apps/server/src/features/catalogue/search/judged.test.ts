import { loadCity } from '@nukkad/demo/load/load-city.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { totalDays } from '#features/insight/reports/total-days.ts'
import { useTestApp } from '#test/harness.ts'
import { type JudgedSearch, judgedSearches, none } from './judged-searches.ts'

const app = useTestApp({ hasBystanders: false })

const inKoramangala = { latitude: 12.9352, longitude: 77.6245 }
/** The minimum share of searches whose first three stores and first three items are all acceptable. */
const MIN_RIGHT = 0.95

beforeAll(async () => {
  await app.db.deleteFrom('languages').execute()
  await loadCity(app.services.address)
  // Sets which stores are open, so that the hour of the day does not affect the results.
  await sql`update stores set is_active = slug not in ('kagada-stationers', 'chotu-cuts'), is_schedulable = false`.execute(
    app.db,
  )
  await totalDays(app.services)
}, 120_000)

type Sold = { item: string; store: string }

/**
 * Reads the items that can be ordered at the point now, directly from the tables, because the test must not judge the
 * search by the search.
 */
async function listSold(): Promise<Sold[]> {
  const { rows } = await sql<Sold>`
    select i.name || ' @ ' || s.name as item, s.name as store
      from items i join stores s on s.id = i.store_id join item_categories c on c.id = i.item_category_id
     where s.is_accepted and s.is_active and i.is_active and c.is_enabled and i.deleted_at is null
       and i.stock is distinct from 0
       and earth_distance(ll_to_earth(s.latitude, s.longitude), ll_to_earth(${inKoramangala.latitude}, ${inKoramangala.longitude}))
           <= s.delivery_radius_km * 1000`.execute(app.db)
  return rows
}

/**
 * Returns those of the first three results that are not acceptable. If the town has fewer than three acceptable
 * results, other results may follow them: any item, and any store that sells an acceptable item.
 */
function wrongOf(found: Record<'stores' | 'items', string[]>, accepted: JudgedSearch[1], sold: readonly Sold[]) {
  const matches = (pattern: string) => (text: string) => new RegExp(pattern, 'i').test(text)
  const wrong: string[] = []
  for (const group of ['stores', 'items'] as const) {
    const pattern = accepted[group]
    if (pattern === undefined) continue
    const results = found[group].slice(0, 3)
    const known = new Set(sold.map((row) => (group === 'items' ? row.item : row.store)).filter(matches(pattern)))
    const expected = pattern === none ? 0 : Math.max(1, Math.min(3, known.size))
    if (expected > 0 && results.length === 0) wrong.push(`no ${group}`)
    const sellers = sold.filter(({ item }) => accepted.items !== undefined && matches(accepted.items)(item))
    for (const [at, result] of results.entries()) {
      const mayFollow = at >= expected && pattern !== none
      const isSeller = sellers.some(({ store }) => store === result)
      const follows = mayFollow && (group === 'items' || accepted.items === undefined || isSeller)
      if (!matches(pattern)(result) && !follows) wrong.push(result)
    }
  }
  return wrong
}

test('[P-50] [GAP-31] [GAP-69] 95 % of the rated searches have only accepted results in their first three', async () => {
  const wrong: Record<string, string[]> = {}
  const sold = await listSold()
  for (const [q, accepted] of judgedSearches) {
    const { status, body } = await app.call('search-restaurants', { ...inKoramangala, q })
    expect(status, q).toBe(200)
    const stores = body.restaurants.map(({ name }) => name)
    const items = body.items.map(({ name, restaurant }) => `${name} @ ${restaurant.name}`)
    const own = wrongOf({ stores, items }, accepted, sold)
    if (own.length > 0) wrong[q] = own
  }
  expect(judgedSearches.length).toBeGreaterThanOrEqual(200)
  expect(new Set(judgedSearches.map(([q]) => q)).size).toBe(judgedSearches.length)
  const share = 1 - Object.keys(wrong).length / judgedSearches.length
  expect(share, JSON.stringify(wrong, null, 1)).toBeGreaterThanOrEqual(MIN_RIGHT)
}, 120_000)
