import { AsyncLocalStorage } from 'node:async_hooks'
import type { CallName } from '@nukkad/contract/contract.ts'
import pg from 'pg'
import { afterAll, expect } from 'vitest'
import { centre } from './builders.ts'
import { codeOf, type TestAnswer, type TestApp } from './harness.ts'
import { createSalons, startIn } from './salon.ts'

export type Request = { input?: Record<string, unknown>; path?: string; token?: string; key?: () => string }
export type Requests = Partial<Record<CallName, Request>>

/**
 * Records the statements that the driver sends. A test must call this function before the first connection of the pool
 * is opened. The returned function makes a call and returns the SQL of the call's statements, including `begin` and
 * `commit`, but not the statements that other processes run because of its announcements.
 */
export function watchStatements(test: TestApp): (name: CallName, request: Request) => Promise<string[]> {
  const asked = new AsyncLocalStorage<string[]>()
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function watched(this: pg.Client, ...args: unknown[]) {
    const [query] = args as [string | { text: string }]
    asked.getStore()?.push(typeof query === 'string' ? query : query.text)
    return send.apply(this, args)
  } as typeof pg.Client.prototype.query
  afterAll(() => {
    pg.Client.prototype.query = send as typeof pg.Client.prototype.query
  })
  return async (name, { input, path, token, key }) => {
    const texts: string[] = []
    const options = { path, token, ...(key && { key: key() }) }
    const answer: TestAnswer = await asked.run(texts, () => test.call(name, input, options))
    expect([answer.status, codeOf(answer)]).toEqual([200, undefined])
    return texts
  }
}

/** Creates a town with the data for the most used calls, and returns a request for each of these calls. */
export async function fillForHotCalls(test: TestApp): Promise<Requests> {
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
  return {
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
    ...(await fillForVisits(test, token)),
    'delivery/get-delivery-orders': { token: rider.token },
    'delivery/set-delivery-guy-gps-location': {
      token: rider.token,
      input: { delivery_lat: centre.latitude, delivery_long: centre.longitude },
    },
  }
}

/** Creates a salon, and returns the requests of a customer who books a visit and views it. */
async function fillForVisits(test: TestApp, token: string): Promise<Requests> {
  const { store, cut } = await createSalons(test).salon()
  const of = { store_id: store.id, services: [{ item_id: cut }] }
  return {
    'salon-services': { input: { store_id: store.id } },
    'free-times': { input: { ...of, from: startIn(1).slice(0, 10), days: 7 } },
    'hold-visit': { token, input: { ...of, starts_at: startIn(2), replaces: true }, key: () => crypto.randomUUID() },
    'my-visits': { token },
  }
}
