import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page, request as requests } from '@playwright/test'
import { unpackPictures } from '../demo/art/archive.ts'
import { startProduct } from '../prove/product.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { ensureShell } from '../scripts/chromium.ts'
import { root } from '../scripts/steps.ts'
import { dashboardScenes } from './dashboard-scenes.ts'
import { call } from './people.ts'
import { type At, scenes as appScenes, type Scene } from './scenes.ts'
import { openAtAnyHour } from './shops.ts'
import { type Stage, setStage, textsOf, watchQuiet, wear } from './stage.ts'

/**
 * The command `npm run screens` saves pictures of every screen and state of the demo city in docs/screens/, for people
 * to compare: on a phone in light, dark and right to left, and on a desktop in light and dark. `npm run screens -- cart
 * store` saves the pictures whose name begins with one of these words, and `npm run screens -- cart '#ffd400'` uses
 * that brand colour.
 */
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('#'))
const colour = process.argv.find((word) => word.startsWith('#'))
const folder = join(root, 'docs/screens', colour ? colour.replace('#', 'colour-') : '')

type Look = { name: string; width: number; height: number; scheme: 'light' | 'dark'; language: string }

const looks: Look[] = [
  { name: 'phone', width: 390, height: 844, scheme: 'light', language: 'en' },
  { name: 'phone-dark', width: 390, height: 844, scheme: 'dark', language: 'en' },
  { name: 'phone-urdu', width: 390, height: 844, scheme: 'light', language: 'ur' },
  { name: 'desktop', width: 1440, height: 900, scheme: 'light', language: 'en' },
  { name: 'desktop-dark', width: 1440, height: 900, scheme: 'dark', language: 'en' },
]
/** The number of pictures that the script takes in parallel, because loading is mostly waiting. */
const hands = 4
const scenes = [...appScenes, ...dashboardScenes]
const chosen = scenes.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)))

unpackPictures()
buildWeb()
// Starts the demo with orders in progress in every state, as its visitors see it.
const product = await startProduct({ DEMO_ORDERS: 'on' })
const browser = await chromium.launch({
  executablePath: await ensureShell(),
  args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
})
try {
  if (wanted.length === 0) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const client = await product.connect()
  await client.query(openAtAnyHour)
  if (colour) await client.query(`update settings set value = $1 where key = 'storeColor'`, [colour])
  await client.end()
  const stage = await setStage(await requests.newContext({ baseURL: product.url }))
  await openCase(stage)
  const texts = new Map(
    await Promise.all(looks.map(async (look) => [look, await textsOf(stage, look.language)] as const)),
  )
  const tasks = chosen.flatMap((scene) =>
    looksOf(scene).map((look) => () => draw(scene, look, stage, texts.get(look)!)),
  )
  await Promise.all(
    Array.from({ length: hands }, async () => {
      for (let task = tasks.shift(); task; task = tasks.shift()) await task()
    }),
  )
  writeFileSync(join(folder, 'index.html'), sheet())
  process.stdout.write(`${chosen.flatMap(looksOf).length} pictures in docs/screens; open docs/screens/index.html\n`)
} finally {
  await browser.close()
  await product.stop()
}

type Bought = { id: number; orderitems: { id: number }[] }

/** Makes a customer report that an item is missing, for the dashboard's page of cases. */
async function openCase({ request: api, customer, over }: Stage): Promise<void> {
  const orders = await call<{ data: Bought[] } | Bought[]>(api, 'get-orders', {}, customer.token)
  const { id, orderitems } = (Array.isArray(orders) ? orders : orders.data).find((order) => order.id === over)!
  const items = [{ id: orderitems[0]!.id, quantity: 1 }]
  await call(
    api,
    'open-case',
    { order_id: id, problem: 'missing', items, words: 'One plate was not in the bag' },
    customer.token,
  )
}

/** Returns whether a scene shows the dashboard, which is in English only. */
function isOfDashboard(scene: Scene): boolean {
  return dashboardScenes.includes(scene)
}

function looksOf(scene: Scene): Look[] {
  return isOfDashboard(scene) ? looks.filter(({ language }) => language === 'en') : looks
}

async function draw(scene: Scene, look: Look, stage: Stage, texts: Record<string, string>): Promise<void> {
  const given = { ...stage, texts }
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: look.width, height: look.height },
    colorScheme: look.scheme,
    reducedMotion: 'reduce',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  const quiet = watchQuiet(page)
  try {
    await wear(page, stage, look.language, texts)
    await scene.before?.(page, given)
    await page.goto(scene.path(given), { waitUntil: 'domcontentloaded' })
    await quiet()
    await scene.act?.(isOfDashboard(scene) ? page : appOn(page, look), given, page, quiet)
    await quiet()
    await page.screenshot({ path: join(folder, `${scene.name}-${look.name}.jpg`), type: 'jpeg', quality: 80 })
  } catch (cause) {
    process.stderr.write(`  ✗ ${scene.name} ${look.name}: ${(cause as Error).message.split('\n')[0]}\n`)
    process.exitCode = 1
  } finally {
    await context.close()
  }
}

/** On a desktop the app runs in the phone frame, which a busy machine may not have rendered yet. */
function appOn(page: Page, { width }: Look): At {
  return width > 768 ? page.frameLocator('iframe') : page
}

/** Returns a page with a table of the pictures, with one row for each screen and one column for each look. */
function sheet(): string {
  const rows = scenes.map(
    (scene) =>
      `<tr><th>${scene.name}</th>${looks.map((look) => (looksOf(scene).includes(look) ? `<td><img loading="lazy" src="${scene.name}-${look.name}.jpg" alt="${scene.name}, ${look.name}"></td>` : '<td></td>')).join('')}</tr>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Screens of Nukkad</title>
<style>body{font:14px system-ui;margin:16px}th{text-align:start;vertical-align:top;position:sticky;inset-block-start:0;background:#fff}img{height:422px;border:1px solid #ccc}</style>
<table><thead><tr><th></th>${looks.map(({ name }) => `<th>${name}</th>`).join('')}</tr></thead>${rows.join('\n')}</table>
`
}
