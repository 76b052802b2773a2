import { readFileSync } from 'node:fs'
import { loadCity } from '@nukkad/demo/load/load-city.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '#test/harness.ts'

const app = useTestApp({ hasBystanders: false })

type Recorded = { q: string; latitude: number; longitude: number; stores: string[]; items: string[] }

/**
 * The first three stores and items of 200 searches in the demo city: words, their beginnings, misspellings, and a
 * second script. They were recorded when one statement of PostgreSQL still answered a search.
 */
const recorded = JSON.parse(readFileSync(new URL('./first-results.json', import.meta.url), 'utf8')) as Recorded[]

const inHindi: readonly [store: string, items: readonly string[]][] = [
  ['शर्मा चाय घर', ['मसाला चाय', 'अदरक चाय', 'कुल्हड़ चाय', 'समोसा', 'कचौरी', 'जलेबी']],
  ['पंजाबी रसोई', ['पनीर टिक्का', 'पनीर बटर मसाला', 'दाल मखनी', 'तंदूरी रोटी', 'छोले भटूरे', 'लस्सी']],
  ['दक्षिण स्वाद', ['मसाला डोसा', 'सादा डोसा', 'इडली सांभर', 'मेदू वड़ा', 'फ़िल्टर कॉफ़ी', 'उपमा']],
]

beforeAll(async () => {
  await app.db.deleteFrom('languages').execute()
  await loadCity(app.services.address)
  for (const [index, [name, items]] of inHindi.entries()) {
    const row = { name, slug: `hindi-${index + 1}`, latitude: 12.9352, longitude: 77.6245 + index / 1000 }
    const store = await app.build.store(row)
    for (const item of items) await app.build.item({ store_id: store.id, name: item })
  }
  // Some stores are closed and some items sold out, at any time of the day.
  await sql`update stores set is_active = id % 9 <> 0, is_schedulable = false`.execute(app.db)
  await sql`update items set stock = 0 where id % 17 = 0`.execute(app.db)
}, 120_000)

test('[P-50] [GAP-31] [GAP-69] the first three results of 200 searches are those that were recorded', async () => {
  const found: Recorded[] = []
  for (const { q, latitude, longitude } of recorded) {
    const { body } = await app.call('search-restaurants', { latitude, longitude, q })
    found.push({
      q,
      latitude,
      longitude,
      stores: body.restaurants.slice(0, 3).map(({ slug }) => slug),
      items: body.items.slice(0, 3).map(({ name, restaurant }) => `${name} @ ${restaurant.slug}`),
    })
  }
  expect(recorded).toHaveLength(200)
  expect(found).toEqual(recorded)
}, 120_000)
