import type { Output } from '@nukkad/contract/contract.ts'
import type { APIRequestContext, Page } from '@playwright/test'
import { call } from './people.ts'
import { tiffinRoom } from './shops.ts'

/* Requirements that begin with "Given …" need data that the demo city does not have. The helpers of this file put
   such data into the server's answers, in the form that the server uses. */

export type StoreInfo = Output<'get-restaurant-info'>
export type Menu = Output<'get-restaurant-items'>
export type Item = Menu['recommended'][number]
export type AddonCategory = Item['addon_categories'][number]
export type Body = Record<string, unknown>

/**
 * Answers every request of a call with the given body, in place of the server. Returns the list of the requests, which
 * grows in the order in which they come.
 */
export async function answer(page: Page, name: string, body: unknown, status = 200): Promise<Body[]> {
  const sent: Body[] = []
  await page.route(`**/public/api/${name}`, async (route) => {
    sent.push((route.request().postDataJSON() ?? {}) as Body)
    await route.fulfill({ status, json: body })
  })
  return sent
}

/** Lets a call reach the server and changes its answer. */
export async function change<Answer>(page: Page, name: string, edit: (answer: Answer) => Answer): Promise<void> {
  await page.route(`**/public/api/${name}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: edit((await response.json()) as Answer) })
  })
}

/** Records the requests of a call from now on, in the order in which they come. */
export function listenTo(page: Page, name: string): Body[] {
  const sent: Body[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/public/api/${name}`) sent.push((request.postDataJSON() ?? {}) as Body)
  })
  return sent
}

/**
 * Prepares a browser with the given stored entries, as after an earlier visit, so that no answer of the server replaces
 * them.
 */
export async function remember(page: Page, entries: Record<string, string>): Promise<void> {
  await page.addInitScript(
    (stored) => {
      for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
    },
    { settings: '[]', userAlreadySelectedLocation: 'true', ...entries },
  )
}

/** Reads one entry of local storage, parsed if it is JSON. */
export async function stored(page: Page, name: string): Promise<unknown> {
  const text = await page.evaluate((key) => localStorage.getItem(key), name)
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return text
  }
}

const glow = { id: 900_001, slug: 'glow', name: 'Glow Salon' }

export type Given = {
  store?: Partial<StoreInfo>
  groups?: Record<string, (Partial<Item> & { name: string })[]>
  recommended?: (Partial<Item> & { name: string })[]
}

/**
 * Replaces the store at `/stores/glow` with the store from the requirements' examples, open and with the given menu.
 */
export async function giveGlow(page: Page, request: APIRequestContext, given: Given = {}): Promise<StoreInfo> {
  const real = await call<StoreInfo>(request, `get-restaurant-info/${tiffinRoom.slug}`)
  const menu = await call<Menu>(request, `get-restaurant-items/${tiffinRoom.slug}`)
  const store = { ...real, ...glow, is_active: 1 as const, min_order_price: '0.00', ...given.store }
  const base = Object.values(menu.items).flat()[0]!
  let lastId = 900_100
  const itemOf = (item: Partial<Item>): Item => ({
    ...base,
    id: ++lastId,
    restaurant_id: store.id,
    price: '100.00',
    old_price: '0.00',
    is_recommended: 0,
    // Makes a test's item from a copy of another item without its ratings, because other tests sell and rate the
    // original.
    best_seller: undefined,
    rating: undefined,
    rating_count: undefined,
    addon_categories: [],
    ...item,
  })
  const groups = given.groups ?? { Hair: [{ name: 'Hair Spa' }, { name: 'Hair Cut' }], Nails: [{ name: 'Gel Nails' }] }
  const items = Object.fromEntries(Object.entries(groups).map(([name, list]) => [name, list.map(itemOf)]))
  await answer(page, `get-restaurant-info/${store.slug}`, store)
  await answer(page, `get-restaurant-info-with-favourite/${store.slug}`, store)
  await answer(page, `get-restaurant-info-by-id/${store.id}`, store)
  await answer(page, `get-restaurant-items/${store.slug}`, {
    recommended: (given.recommended ?? []).map(itemOf),
    items,
  })
  return store
}

/** Returns an add-on category with add-ons by name and price. */
export function addons(name: string, type: string, prices: Record<string, string>, from = 1): AddonCategory {
  return {
    id: 910_000 + from,
    name,
    type,
    user_id: null,
    description: '',
    addon_limit: 0,
    addons: Object.entries(prices).map(([addon, price], index) => ({
      id: 920_000 + from * 10 + index,
      name: addon,
      price,
      image: null,
      addon_category_id: 910_000 + from,
      user_id: null,
      is_active: 1,
    })),
    pivot: { item_id: 0, addon_category_id: 910_000 + from },
  }
}
