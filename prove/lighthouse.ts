import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page, request as requests } from '@playwright/test'
import lighthouse, { type RunnerResult } from 'lighthouse'
import { freePort } from '../apps/server/test/free-port.ts'
import { keepCart, newOrderer, placeByCall } from '../e2e/carts.ts'
import { comeBack } from '../e2e/people.ts'
import { tiffinRoom } from '../e2e/shops.ts'
import { ensureShell } from '../scripts/chromium.ts'
import { type Product, startProduct } from './product.ts'

/**
 * Number of runs of Lighthouse for each screen, on the specified phone with slow 4G and a processor four times slower.
 * Their median counts.
 */
const RUNS = 3
const LCP_MS = 1800
const SHIFT = 0.02
const PERFORMANCE = 95

type Screen = {
  name: string
  path: string
  /** Prepares the phone's storage, such as a cart or a session. */
  prepare?: (page: Page) => Promise<void>
  /** Whether search engines may index the screen; false for personal screens. */
  isIndexed: boolean
}

export async function proveLighthouse(): Promise<string[]> {
  const executablePath = await ensureShell()
  const product = await startProduct()
  const request = await requests.newContext({ baseURL: product.url })
  try {
    await keepOpen(product)
    const customer = await newOrderer(request)
    const basket = { 'Sunday Chow Chow': 2 }
    const order = await placeByCall(request, customer, basket)
    const asCustomer = (page: Page) => comeBack(page, customer.session)
    const screens: Screen[] = [
      { name: 'home', path: '/', isIndexed: true },
      { name: 'store', path: `/stores/${tiffinRoom.slug}`, isIndexed: true },
      { name: 'cart', path: '/cart', prepare: (page) => keepCart(page, request, basket), isIndexed: false },
      { name: 'tracking', path: `/running-order/${order.unique_order_id}`, prepare: asCustomer, isIndexed: false },
    ]
    const problems: string[] = []
    for (const screen of screens) problems.push(...(await judge(screen, product.url, executablePath)))
    return problems
  } finally {
    await request.dispose()
    await product.stop()
  }
}

/** Keeps the demo's store open, because this test may run at any hour. */
async function keepOpen(product: Product): Promise<void> {
  const client = await product.connect()
  await client.query('update stores set is_active = true, is_schedulable = false where slug = $1', [tiffinRoom.slug])
  await client.end()
}

async function judge(screen: Screen, url: string, executablePath: string): Promise<string[]> {
  const reports: RunnerResult['lhr'][] = []
  for (let count = 0; count < RUNS; count++) reports.push(await audit(screen, url, executablePath))
  const figure = (name: string): number =>
    middle(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.POSITIVE_INFINITY))
  const score = (name: string): number =>
    Math.round(100 * middle(reports.map(({ categories }) => categories[name]?.score ?? 0)))
  const [lcpMs, shift] = [figure('largest-contentful-paint'), figure('cumulative-layout-shift')]
  const aims: Record<string, number> = {
    performance: PERFORMANCE,
    accessibility: 100,
    'best-practices': 100,
    ...(screen.isIndexed && { seo: 100 }),
  }
  const scores = Object.keys(aims).map((name) => `${name} ${score(name)}`)
  console.log(
    `  ${screen.name}: largest paint ${Math.round(lcpMs)} ms, shift ${shift.toFixed(3)}, ${scores.join(', ')}`,
  )
  return [
    ...(lcpMs > LCP_MS ? [`${screen.name}: largest paint after ${Math.round(lcpMs)} ms, at most ${LCP_MS}`] : []),
    ...(shift > SHIFT ? [`${screen.name}: layout shift ${shift.toFixed(3)}, at most ${SHIFT}`] : []),
    ...Object.entries(aims).flatMap(([name, aim]) =>
      score(name) < aim ? [`${screen.name}: ${name} ${score(name)}, ${failing(reports, name)}`] : [],
    ),
  ]
}

/** Lists the audits of a category of Lighthouse that lost points, to show where to improve. */
function failing(reports: RunnerResult['lhr'][], category: string): string {
  const [{ audits, categories }] = reports as [RunnerResult['lhr']]
  const low = (categories[category]?.auditRefs ?? []).filter(
    ({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9,
  )
  return low.map(({ id }) => `${id} (${audits[id]?.displayValue ?? audits[id]?.score})`).join(', ')
}

/** Makes one visit without a cache on a phone that `prepare` has set up. */
async function audit({ path, prepare }: Screen, url: string, executablePath: string): Promise<RunnerResult['lhr']> {
  const folder = mkdtempSync(join(tmpdir(), 'nukkad-lighthouse-'))
  const port = await freePort()
  let browser: BrowserContext | undefined
  try {
    browser = await chromium.launchPersistentContext(folder, {
      executablePath,
      baseURL: url,
      args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
    })
    if (prepare) await remember(await browser.newPage(), prepare)
    const result = await lighthouse(`${url}${path}`, {
      port,
      formFactor: 'mobile',
      screenEmulation: { mobile: true, width: 390, height: 844, deviceScaleFactor: 2, disabled: false },
      logLevel: 'error',
    })
    if (!result) throw new Error('Lighthouse answered nothing')
    return result.lhr
  } finally {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function remember(page: Page, prepare: (page: Page) => Promise<void>): Promise<void> {
  await prepare(page)
  await page.goto('/manifest.webmanifest')
  await page.close()
}

const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
