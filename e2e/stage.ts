import type { Output } from '@nukkad/contract/contract.ts'
import type { APIRequestContext, Page } from '@playwright/test'
import { newOrderer, placeByCall } from './carts.ts'
import { call, newCustomer } from './people.ts'
import { basket, type Given } from './scenes.ts'
import { openStoreApp } from './shops.ts'

/** The data of all scenes: people with orders of each status, and the shop's texts and settings. */
export type Stage = Omit<Given, 'texts'> & {
  languages: { id: number; code: string; direction: string }[]
  settings: { key: string; value: string | null }[]
}

export async function setStage(request: APIRequestContext): Promise<Stage> {
  const customer = await newOrderer(request, 'Meera Iyer')
  const stranger = await newCustomer(request, 'Kavya Rao')
  const store = await openStoreApp(request)
  const over = await placeByCall(request, customer, basket, 2)
  await store.accept(over.unique_order_id)
  await store.markReady(over.unique_order_id)
  await store.markCollected(over.unique_order_id)
  const unpaid = await placeByCall(request, customer, basket, 1, 'PAYTM')
  const fresh = await placeByCall(request, customer, { 'Sunday Chow Chow': 1 })
  const running = await placeByCall(request, customer, basket)
  await store.accept(running.unique_order_id)
  const salon = await call<{ id: number }>(request, 'get-restaurant-info/roop-rekha-studio')
  for (const id of [1, 2, 3]) await call(request, 'toggle-favorite', { id }, customer.token)
  return {
    request,
    customer,
    stranger,
    regular: await call<object>(request, 'login', regularLogin),
    running: running.unique_order_id,
    fresh: fresh.unique_order_id,
    unpaid: unpaid.unique_order_id,
    over: over.id,
    salon: salon.id,
    visit: await bookVisit(request, customer.token, salon.id),
    languages: await call(request, 'get-all-languages'),
    settings: await call(request, 'get-settings'),
  }
}

/** Books the cheapest service of a salon at its first free time in four days or later, and returns the visit's number. */
async function bookVisit(request: APIRequestContext, token: string, store_id: number): Promise<string> {
  const { services: all } = await call<Output<'salon-services'>>(request, 'salon-services', { store_id })
  const [cheapest] = all.toSorted((a, b) => Number(a.price_from) - Number(b.price_from))
  const services = [{ item_id: cheapest!.item_id, stylist_id: null }]
  const from = new Date(Date.now() + 4 * 24 * 60 * 60_000).toISOString().slice(0, 10)
  const { days } = await call<Output<'free-times'>>(request, 'free-times', { store_id, services, from, days: 3 })
  // Tests that run in parallel may book the same times, so the function tries one time after the other.
  for (const { starts_at } of days.flatMap(({ starts }) => starts)) {
    const asked = { store_id, services, starts_at }
    const held = await call<Partial<Output<'hold-visit'>>>(request, 'hold-visit', asked, token)
    if (!held.visit) continue
    const { unique_visit_id } = held.visit
    await call(request, 'place-order', { order: [], delivery_type: 4, unique_visit_id, method: 'COD' }, token)
    return unique_visit_id
  }
  throw new Error('the salon of the scenes has no free time')
}

/** The login of a customer of the demo with months of orders. */
const regularLogin = {
  name: null,
  email: 'asha@nukkad.example',
  password: 'asha-demo-2026',
  accessToken: null,
  phone: null,
  provider: null,
  address: null,
  otp: null,
}

export function textsOf({ request, languages }: Stage, code: string): Promise<Record<string, string>> {
  return call(request, 'get-single-language', { id: languages.find((language) => language.code === code)!.id })
}

const place = { lat: 12.9352, lng: 77.6245, address: '5th Block, Koramangala', house: null, tag: null }

/** Prepares a browser that has visited the shop before: with a location, and all texts and settings in one language. */
export async function wear(page: Page, stage: Stage, code: string, texts: Record<string, string>): Promise<void> {
  const named = Object.fromEntries(stage.settings.map(({ key, value }) => [key, value ?? 'null']))
  await page.addInitScript(
    (entries) => {
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
    },
    {
      ...named,
      ...texts,
      settings: JSON.stringify(stage.settings),
      languages: JSON.stringify(stage.languages),
      userPreferedLanguage: String(stage.languages.find((language) => language.code === code)!.id),
      userSetAddress: JSON.stringify({ ...place, businessLocation: false }),
      userAlreadySelectedLocation: 'true',
      useAppClicked: 'true',
      desktopLoaded: 'true',
      pushAsked: 'true',
    },
  )
}

/**
 * Returns a function that resolves when the page has done nothing for a while: no request except the event stream, no
 * animation with an end, no picture still loading. If a call of a scene never gets an answer, the picture is taken
 * without it.
 */
export function watchQuiet(page: Page, quietMs = 250): (atMostMs?: number) => Promise<void> {
  const open = new Set<object>()
  let changedAt = performance.now()
  const touch = () => {
    changedAt = performance.now()
  }
  page.on('request', (request) => {
    if (!request.url().endsWith('/events')) open.add(request)
    touch()
  })
  const end = (request: object) => {
    open.delete(request)
    touch()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async (atMostMs = 4000) => {
    const until = performance.now() + atMostMs
    touch()
    while (performance.now() < until && (open.size > 0 || performance.now() - changedAt < quietMs)) {
      await page.waitForTimeout(50)
    }
    for (const frame of page.frames()) await frame.evaluate(standsStill).catch(() => {})
  }
}

// The code that runs in the page is a string, because this file is checked without browser types.
const standsStill = `(isNear => Promise.race([
  new Promise((resolve) => setTimeout(resolve, 2000)),
  Promise.all([
    document.fonts.ready,
    ...document.getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished.catch(() => {})),
    ...[...document.images]
      .filter((image) => !image.complete && (image.loading !== 'lazy' || isNear(image)))
      .map((image) => image.decode().catch(() => {})),
  ]),
]))((image) => image.getBoundingClientRect().top < innerHeight)`
