import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallName } from '@nukkad/contract/contract.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { centre } from './builders.ts'
import { codeOf, type TestAnswer, useTestApp } from './harness.ts'

/**
 * Counts statements where the driver sends them, starting before the first connection of the pool. It counts only those
 * of the current call, not those that its announcements cause in others.
 */
const asked = new AsyncLocalStorage<{ statements: number }>()
const send = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
  const call = asked.getStore()
  if (call) call.statements += 1
  return send.apply(this, args)
} as typeof pg.Client.prototype.query
afterAll(() => {
  pg.Client.prototype.query = send as typeof pg.Client.prototype.query
})

const test = useTestApp({ isNoted: false })

/** The counts in docs/architecture/query-counts.md: the statements of each call, the first time and when repeated. */
const document = readFileSync(join(import.meta.dirname, '../../../docs/architecture/query-counts.md'), 'utf8')
const table = [...document.matchAll(/^\| `([\w/-]+)` \| (\d+) \| (\d+) \|/gm)].map(([, name, first, again]) => ({
  name: name as CallName,
  first: Number(first),
  again: Number(again),
}))

type Request = { input?: Record<string, unknown>; path?: string; token?: string; key?: () => string }
const requests = {} as Record<CallName, Request>

beforeAll(async () => {
  const { build } = test
  const store = await build.store({ auto_acceptable: false })
  const item = await build.item({ store_id: store.id })
  await build.addons({ item, options: [{ name: 'Ghee', price_minor: 500n }] })
  const { token, id: user_id } = await build.customer()
  const rider = await build.rider({ stores: [store] })
  const orders = await Promise.all([1, 2, 5].map((status) => build.order({ user_id, store_id: store.id, status })))
  await test.db.insertInto('notifications').values({ user_id, data: '{}' }).execute()
  const cart = { order: [{ id: item.id, quantity: 2 }], delivery_type: 1, method: 'COD' }
  const shown = { path: `/${store.slug}` }
  const all: Partial<Record<CallName, Request>> = {
    'get-settings': {},
    'get-all-languages': {},
    'get-single-language': { input: { id: 1 } },
    'promo-slider': { input: centre },
    'get-delivery-restaurants': { input: centre },
    'get-restaurant-category-slides': {},
    'get-restaurant-info': shown,
    'get-restaurant-items': shown,
    'get-single-item': { input: { id: item.id } },
    'search-restaurants': { input: { ...centre, q: 'dosa' } },
    'check-cart-items-availability': { input: { items: [{ id: item.id }] } },
    'update-user-info': { token },
    'check-ban': { token },
    'get-addresses': { token, input: { restaurant_id: store.id } },
    'get-user-notifications': { token },
    'get-orders': { token },
    'apply-coupon': { token, input: { coupon: (await build.coupon()).code, restaurant_id: store.id, subtotal: '300' } },
    quote: { token, input: cart },
    'place-order': { token, input: cart, key: () => crypto.randomUUID() },
    'cancel-order': { token, input: { order_id: orders[0]!.id }, key: () => 'the-same-key-each-time' },
    'delivery/get-delivery-orders': { token: rider.token },
    'delivery/set-delivery-guy-gps-location': {
      token: rider.token,
      input: { delivery_lat: centre.latitude, delivery_long: centre.longitude },
    },
  }
  Object.assign(requests, all)
})

/** Counts the statements of one call, including `begin` and `commit`. */
async function counted(name: CallName): Promise<number> {
  const { input, path, token, key } = requests[name]
  const call = { statements: 0 }
  const options = { path, token, ...(key && { key: key() }) }
  const answer: TestAnswer = await asked.run(call, () => test.call(name, input, options))
  expect([answer.status, codeOf(answer)]).toEqual([200, undefined])
  return call.statements
}

describe('queries per call', () => {
  it('are counted for exactly the calls of the table', () => {
    expect(table.map(({ name }) => name).toSorted()).toEqual(Object.keys(requests).toSorted())
  })

  it.each(table)('$name sends $first, and $again the second time', async ({ name, first, again }) => {
    expect({ first: await counted(name), again: await counted(name) }).toEqual({ first, again })
  })
})
