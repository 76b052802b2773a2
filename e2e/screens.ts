import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page, request as requests } from '@playwright/test'
import { type Product, startProduct } from '../prove/product.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { ensureChromium } from '../scripts/chromium.ts'
import { root } from '../scripts/steps.ts'
import { newOrderer, placeByCall } from './carts.ts'
import { call } from './people.ts'
import { basket, type Given, type Scene, scenes } from './scenes.ts'
import { openAtAnyHour, openStoreApp } from './shops.ts'

/**
 * `npm run screens` draws every screen and state of the demo city into docs/screens/, for people to look at side by
 * side: on a phone in light, dark and from right to left, and on a desktop. `npm run screens -- cart` draws those whose
 * name begins so.
 */
const folder = join(root, 'docs/screens')
const wanted = process.argv[2] ?? ''

type Look = { name: string; width: number; height: number; scheme: 'light' | 'dark'; language: string }

const looks: Look[] = [
  { name: 'phone', width: 390, height: 844, scheme: 'light', language: 'en' },
  { name: 'phone-dark', width: 390, height: 844, scheme: 'dark', language: 'en' },
  { name: 'phone-urdu', width: 390, height: 844, scheme: 'light', language: 'ur' },
  { name: 'desktop', width: 1440, height: 900, scheme: 'light', language: 'en' },
]
const chosen = scenes.filter(({ name }) => name.startsWith(wanted))

buildWeb()
const product = await startProduct()
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
})
try {
  if (!wanted) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const shared = await prepare(product)
  for (const look of looks) for (const scene of chosen) await draw(scene, look, shared)
  writeFileSync(join(folder, 'index.html'), sheet())
  process.stdout.write(`${looks.length * chosen.length} pictures in docs/screens; open docs/screens/index.html\n`)
} finally {
  await browser.close()
  await product.stop()
}

type Shared = Omit<Given, 'texts'> & { languages: { id: number; code: string }[]; storeColor: string }

/** A customer with an order on its way, one that awaits its payment, and one that is over. */
async function prepare({ url, connect }: Product): Promise<Shared> {
  const client = await connect()
  await client.query(openAtAnyHour)
  await client.end()
  const request = await requests.newContext({ baseURL: url })
  const customer = await newOrderer(request, 'Meera Iyer')
  const store = await openStoreApp(request)
  const over = await placeByCall(request, customer, basket, 2)
  await store.accept(over.unique_order_id)
  await store.markReady(over.unique_order_id)
  await store.markCollected(over.unique_order_id)
  const unpaid = await placeByCall(request, customer, basket, 1, 'PAYTM')
  const running = await placeByCall(request, customer, basket)
  await store.accept(running.unique_order_id)
  const languages = await call<Shared['languages']>(request, 'get-all-languages')
  const settings = await call<{ key: string; value: string }[]>(request, 'get-settings')
  const storeColor = settings.find(({ key }) => key === 'storeColor')!.value
  return {
    request,
    customer,
    running: running.unique_order_id,
    unpaid: unpaid.unique_order_id,
    over: over.id,
    languages,
    storeColor,
  }
}

async function draw(scene: Scene, look: Look, { languages, storeColor, ...shared }: Shared): Promise<void> {
  const language = languages.find(({ code }) => code === look.language)!
  const texts = await call<Record<string, string>>(shared.request, 'get-single-language', { id: language.id })
  const given = { ...shared, texts }
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: look.width, height: look.height },
    colorScheme: look.scheme,
    reducedMotion: 'reduce',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await wear(page, texts, {
    languages: JSON.stringify(languages),
    userPreferedLanguage: String(language.id),
    storeColor,
  })
  try {
    await scene.before?.(page, given)
    await page.goto(scene.path(given))
    await settle(page)
    await scene.act?.(page, given)
    await settle(page)
    await page.screenshot({ path: join(folder, `${scene.name}-${look.name}.jpg`), type: 'jpeg', quality: 80 })
  } catch (cause) {
    process.stderr.write(`  ✗ ${scene.name} ${look.name}: ${(cause as Error).message.split('\n')[0]}\n`)
    process.exitCode = 1
  } finally {
    await context.close()
  }
}

/** A browser that knows its place and its language. */
async function wear(page: Page, texts: Record<string, string>, entries: Record<string, string>): Promise<void> {
  const place = { lat: 12.9352, lng: 77.6245, address: '5th Block, Koramangala', house: null, tag: null }
  await page.addInitScript(
    (stored) => {
      for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
    },
    {
      ...texts,
      ...entries,
      userSetAddress: JSON.stringify({ ...place, businessLocation: false }),
      userAlreadySelectedLocation: 'true',
    },
  )
}

/** Everything that was asked for has come, pictures too. */
async function settle(page: Page): Promise<void> {
  // A screen that listens to events is never idle.
  await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => {})
  // As text: this file is checked without a browser's names.
  await page.evaluate(`Promise.all([
    document.fonts.ready,
    ...[...document.images].filter(({ complete, loading }) => !complete && loading !== 'lazy').map((image) => image.decode().catch(() => {})),
  ])`)
}

/** One row for each screen, one column for each look. */
function sheet(): string {
  const rows = scenes.map(
    ({ name }) =>
      `<tr><th>${name}</th>${looks.map((look) => `<td><img loading="lazy" src="${name}-${look.name}.jpg" alt="${name}, ${look.name}"></td>`).join('')}</tr>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Screens of Nukkad</title>
<style>body{font:14px system-ui;margin:16px}th{text-align:start;vertical-align:top;position:sticky;inset-block-start:0;background:#fff}img{height:422px;border:1px solid #ccc}</style>
<table><thead><tr><th></th>${looks.map(({ name }) => `<th>${name}</th>`).join('')}</tr></thead>${rows.join('\n')}</table>
`
}
