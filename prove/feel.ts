import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { tiffinRoom } from '../e2e/shops.ts'
import { ensureShell } from '../scripts/chromium.ts'
import { type Product, startProduct } from './product.ts'

/**
 * Maximum time in ms in which a store with 1,000 items reacts to a touch or key, on a processor four times
 * slower.
 */
const MAX_INP_MS = 100
const SLOWER = 4
const FIRST_SHELF = 400
/** Milliseconds between the moment when a finger touches the screen and the moment when it lifts. */
const FINGER_RESTS_MS = 80
/**
 * Maximum milliseconds in which a second visit shows its first store from the service worker's cache, with and without
 * a network.
 */
const MAX_REPEAT_MS = 600

/**
 * The first visit of the home screen should fetch at most 250 kB, including everything that loads after the first
 * paint. The checked limit is the size reached so far (docs/architecture/speed.md).
 */
const HOME_KB = { aim: 250, most: 285 }
/**
 * Frames per second of a scroll on the slower processor. The frames are printed but not checked, because drawing
 * without a GPU halves their number.
 */
const AIM_FRAMES = 55
/** A visit of a page counts as loaded when the page has fetched nothing for this number of milliseconds. */
const QUIET_MS = 3000

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

/** Number of touches of each kind that the test makes in the long menu. */
const TAPS = 7
const ONE_ROW = { x: 195, y: 500, yDistance: -160, speed: 1600 }
/**
 * Number of visits. The test makes several visits, as Lighthouse does, because other load on the machine may slow down
 * one of them.
 */
const VISITS = 3

/** Checks that a long menu and the home screen react quickly, and that a second visit loads quickly. */
export async function proveFeel(): Promise<string[]> {
  const executablePath = await ensureShell()
  const product = await startProduct()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    await stockThousand(product)
    const open = () => browser.newContext({ ...phone, baseURL: product.url })
    const visits: Visit[] = []
    for (let visit = 0; visit < VISITS; visit++) visits.push(await useLongMenu(await open()))
    return [
      ...problemsOf(visits),
      ...(await tapInMenu(await open())),
      ...(await comeAgain(await open())),
      ...(await seeHome(await open())),
    ]
  } finally {
    await browser.close()
    await product.stop()
  }
}

/**
 * Creates a store that is always open, with a thousand items with pictures in four categories; the first has 400 items.
 */
async function stockThousand(product: Product): Promise<void> {
  const client = await product.connect()
  await client.query('update stores set is_active = true, is_schedulable = false where slug = $1', [tiffinRoom.slug])
  await client.query(
    `with store as (select id from stores where slug = $1),
       gone as (update items set deleted_at = now() where store_id = (select id from store)),
       groups as (
         insert into item_categories (store_id, name)
         select id, 'Shelf ' || n from store, generate_series(1, 4) n returning id, store_id, name)
     insert into items (store_id, item_category_id, name, description, price_minor, image)
     select store_id, id, (array['Masala', 'Paneer', 'Ghee', 'Onion', 'Plain'])[1 + n % 5] || ' '
              || (array['Dosa', 'Biryani', 'Uttapam', 'Thali'])[1 + n % 4] || ' ' || name || ' ' || n,
            'With chutney and sambar, made when it is ordered', 5000 + n * 100,
            '/assets/img/items/d-gassi-neer-dosa.webp'
       from groups, generate_series(1, case right(name, 1) when '1' then $2::int else 200 end) n`,
    [tiffinRoom.slug, FIRST_SHELF],
  )
  await client.end()
}

/**
 * The results of one visit to the long menu: its touches and keys, each with the milliseconds until the reaction, the
 * slowest first.
 */
type Visit = [name: string, ms: number][]

const slowestOf = (visit: Visit) => visit[0]?.[1] ?? 0

/** Returns the problems of the one visit whose slowest reaction is the median of all visits. */
function problemsOf(visits: Visit[]): string[] {
  const middle = visits.toSorted((a, b) => slowestOf(a) - slowestOf(b))[Math.floor(visits.length / 2)]!
  if (middle.length < 14) return [`only ${middle.length} touches and keys were measured`]
  return middle.filter(([, ms]) => ms > MAX_INP_MS).map(([name, ms]) => `${name} took ${ms} ms, at most ${MAX_INP_MS}`)
}

type Menu = { page: Page; devtools: CDPSession; tap: (selector: string) => Promise<void> }

/** Opens the long menu on a phone with a slow processor, with a script that watches it. */
async function openMenu(context: BrowserContext, script: () => void): Promise<Menu> {
  const page = await context.newPage()
  await page.addInitScript(script)
  await page.goto(`/stores/${tiffinRoom.slug}`)
  await page.waitForFunction((most) => document.querySelectorAll('main article').length >= most, FIRST_SHELF)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const tap = async (selector: string) => {
    const { x, y } = await page.evaluate(findInSight, selector)
    await page.evaluate(settled)
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    await sleep(FINGER_RESTS_MS)
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await page.evaluate(settled)
  }
  return { page, devtools, tap }
}

/** Touches Add and plus on the slow phone, and checks that the first frame after each touch shows the new quantity. */
async function tapInMenu(context: BrowserContext): Promise<string[]> {
  const { page, devtools, tap } = await openMenu(context, watchTaps)
  const problems: string[] = []
  const medianOf = async (name: string, selector: string, isSeen: boolean): Promise<string> => {
    for (let round = 0; round < TAPS; round++) {
      // The next Add button moves into view, because a touched button disappears.
      if (name === 'Add') await devtools.send('Input.synthesizeScrollGesture', ONE_ROW)
      await tap(selector)
    }
    const taps = await page.evaluate(() => (window as unknown as { takeTaps: () => Tap[] }).takeTaps())
    if (taps.length !== TAPS) problems.push(`${name}: ${taps.length} touches of ${TAPS} were measured`)
    const late = taps.filter(({ isShown }) => isShown !== isSeen).length
    if (late > 0) problems.push(`${name}: ${late} touches of ${TAPS} did not show in the first frame`)
    const middle = taps.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(TAPS / 2)]
    return `${name} ${middle?.toFixed(0)} ms`
  }
  const nothing = await medianOf('a touch that changes nothing', 'main h1', false)
  const add = await medianOf('Add', 'main [role="listitem"] article button[aria-description]', true)
  const plus = await medianOf('plus', 'main button[aria-label="Add one"]', true)
  await context.close()
  console.log(`  until the first frame after the finger leaves, median of ${TAPS}: ${add}, ${plus}, ${nothing}`)
  return problems
}

/**
 * The result of one touch: the time from lifting the finger to the next frame, and whether the row has changed in that
 * frame.
 */
type Tap = { ms: number; isShown: boolean }

/** Records, in the page, each touch with the first frame after it. */
function watchTaps(): void {
  const taps: Tap[] = []
  let liftedAt = 0
  const handleLift = ({ timeStamp }: Event): void => {
    liftedAt = timeStamp
  }
  addEventListener('touchend', handleLift, { capture: true, passive: true })
  const handleClick = ({ target }: Event): void => {
    const row = target instanceof Element ? target.closest('article') : null
    const before = row?.textContent
    requestAnimationFrame(() => {
      const isShown = row?.textContent !== before
      // The script reads the reaction in a new task, because that runs after the frame was drawn.
      setTimeout(() => taps.push({ ms: performance.now() - liftedAt, isShown }))
    })
  }
  addEventListener('click', handleClick, { capture: true })
  Object.assign(window, { takeTaps: () => taps.splice(0) })
}

/**
 * Does everything that a person does in a menu, on a slow phone. The test uses only coordinates and keys, because
 * finding a thousand rows by role would block the page for longer than the app does.
 */
async function useLongMenu(context: BrowserContext): Promise<Visit> {
  const { page, devtools, tap } = await openMenu(context, watchInteractions)
  const [add, closedShelf] = [
    'main [role="listitem"] article button[aria-description]',
    'main section button[aria-expanded="false"]',
  ]
  for (const distance of [-6000, -9000, 4000]) {
    await devtools.send('Input.synthesizeScrollGesture', { x: 195, y: 500, yDistance: distance, speed: 4000 })
    await page.evaluate(settled)
    await tap(add)
  }
  await tap('main button[aria-label="Add one"]')
  await tap('main button[aria-label="Remove one"]')
  await tap(closedShelf)
  await page.evaluate(() => scrollTo(0, 0))
  await tap('main button[aria-label="Search"]')
  for (const letter of 'biryni') {
    await page.keyboard.press(letter)
    await page.evaluate(settled)
  }
  await page.waitForFunction(() => document.querySelector('main [role="status"]')?.textContent?.includes('biryni'))
  await tap(add)
  await tap('main button[aria-label="Clear search"]')
  await tap(closedShelf)
  await tap('main article h3 button')
  await page.waitForFunction(() => document.querySelector('dialog[open], [role="dialog"]'))
  const answers = await page.evaluate(() => (window as unknown as { answers: () => Visit }).answers())
  const rows = await page.evaluate(() => document.querySelectorAll('main article').length)
  await context.close()
  const slowest = answers.toSorted(([, a], [, b]) => b - a)
  console.log(
    `  ${rows} rows, ${answers.length} touches and keys, the slowest: ${slowest
      .slice(0, 4)
      .map((answer) => answer.join(' '))
      .join(' ms, ')} ms`,
  )
  return slowest
}

/**
 * Returns, in the page, a visible point of an element, and scrolls to the element if needed. The function tests points
 * of the element instead of measuring boxes, because measuring a thousand rows would block the page.
 */
function findInSight(selector: string): { x: number; y: number } {
  const look = () => {
    for (let y = 8; y < innerHeight; y += 8)
      for (let x = 12; x < innerWidth; x += 16) if (document.elementFromPoint(x, y)?.closest(selector)) return { x, y }
    return undefined
  }
  const inSight = look()
  if (inSight) return inSight
  document.querySelector(selector)?.scrollIntoView({ block: 'center' })
  const brought = look()
  if (!brought) throw new Error(`nothing is ${selector}`)
  return brought
}

/** Resolves, in the page, when rendering is complete and the processor is idle. */
function settled(): Promise<void> {
  return new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done(), { timeout: 2000 }))),
  )
}

/**
 * Records, in the page, the longest event of each touch or key as INP counts it: input delay, processing and
 * presentation, in ms.
 */
function watchInteractions(): void {
  const longest = new Map<number, [string, number]>()
  const take = (entries: PerformanceEntryList): void => {
    for (const entry of entries as PerformanceEventTiming[]) {
      if (!entry.interactionId || entry.duration <= (longest.get(entry.interactionId)?.[1] ?? 0)) continue
      const target =
        entry.target instanceof Element ? (entry.target.getAttribute('aria-label') ?? entry.target.tagName) : ''
      const [start, work, end] = [entry.startTime, entry.processingStart, entry.processingEnd].map(Math.round) as [
        number,
        number,
        number,
      ]
      const parts = `${work - start} + ${end - work} + ${start + entry.duration - end}`
      longest.set(entry.interactionId, [`${entry.name} ${target} (${parts})`, entry.duration])
    }
  }
  const observer = new PerformanceObserver((list) => take(list.getEntries()))
  observer.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  Object.assign(window, {
    answers: () => {
      take(observer.takeRecords())
      return [...longest.values()]
    },
  })
}

/**
 * Measures a visit to the app with an active service worker, from opening the page to its first store, with and without
 * a network.
 */
async function comeAgain(context: BrowserContext): Promise<string[]> {
  const page: Page = await context.newPage()
  await page.goto('/')
  await page.getByRole('article').first().waitFor()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.reload()
  await page.getByRole('article').first().waitFor()
  const problems: string[] = []
  for (const isOffline of [false, true]) {
    await context.setOffline(isOffline)
    const times: number[] = []
    for (let count = 0; count < 5; count++) {
      await page.addInitScript(watchContent)
      await page.reload()
      times.push(await page.evaluate(() => (window as unknown as { content: Promise<number> }).content))
    }
    const middle = times.toSorted((a, b) => a - b)[2]!
    const name = isOffline ? 'without a network' : 'with a network'
    console.log(
      `  second visit ${name}: ${Math.round(middle)} ms to the first store (${times.map(Math.round).join(', ')})`,
    )
    if (middle > MAX_REPEAT_MS)
      problems.push(`a second visit ${name} took ${Math.round(middle)} ms, at most ${MAX_REPEAT_MS}`)
  }
  return problems
}

/** Records, in the page, when the first store of the list is painted, in ms since the page was requested. */
function watchContent(): void {
  const content = new Promise<number>((resolve) => {
    const look = (): void => {
      if (document.querySelector('main article')) requestAnimationFrame(() => resolve(performance.now()))
      else requestAnimationFrame(look)
    }
    look()
  })
  Object.assign(window, { content })
}

/** Measures the first visit of the home screen: the bytes over the wire, and the frames per second of a scroll. */
async function seeHome(context: BrowserContext): Promise<string[]> {
  const page = await context.newPage()
  // The visit has no service worker, whose requests should not count: it fetches the whole app for later, and no one
  // waits for that.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  let bytes = 0
  let lastAt = performance.now()
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    lastAt = performance.now()
  })
  await page.goto('/')
  await page.getByRole('article').first().waitFor()
  while (performance.now() - lastAt < QUIET_MS) await sleep(100)
  const kilobytes = Math.round(bytes / 1000)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const rates: number[] = []
  for (let round = 0; round < VISITS; round++) {
    await page.evaluate(countFrames)
    await devtools.send('Input.synthesizeScrollGesture', { x: 195, y: 600, yDistance: -2400, speed: 1600 })
    await devtools.send('Input.synthesizeScrollGesture', { x: 195, y: 300, yDistance: 2400, speed: 1600 })
    rates.push(await page.evaluate(() => (window as unknown as { frameRate: () => number }).frameRate()))
  }
  await context.close()
  const frames = rates.toSorted((a, b) => a - b)[1]!
  console.log(
    `  home: ${kilobytes} kB on the first visit (aim ${HOME_KB.aim}), scroll at ${frames.toFixed(0)} frames a second (aim ${AIM_FRAMES})`,
  )
  return kilobytes > HOME_KB.most ? [`home fetched ${kilobytes} kB, at most ${HOME_KB.most}`] : []
}

/** Counts, in the page, the frames that the browser draws from now on. */
function countFrames(): void {
  const from = performance.now()
  let frames = 0
  let isCounting = true
  const count = (): void => {
    frames += 1
    if (isCounting) requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
  const frameRate = (): number => {
    isCounting = false
    return (frames * 1000) / (performance.now() - from)
  }
  Object.assign(window, { frameRate })
}
