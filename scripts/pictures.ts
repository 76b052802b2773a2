import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { ensureChromium } from './chromium.ts'
import { root } from './steps.ts'

/**
 * Draws docs/pictures/nukkad.webp, the README's picture: home, a store, the cart and an order in progress on a phone.
 * The script needs a running Nukkad with the demo city: `node scripts/pictures.ts http://localhost:3000`.
 */
const [, , base = 'http://localhost:3000'] = process.argv
const target = join(root, 'docs/pictures/nukkad.webp')
const [width, height, gap] = [390, 844, 24]
const store = { name: 'Namma Tiffin Room', slug: 'namma-tiffin-room' }
const customer = { email: 'asha@nukkad.example', password: 'asha-demo-2026' }
const rider = { email: 'rider@nukkad.example', password: 'rider-demo-2026' }
/** The rider's position in the picture, between the store and the demo customer's home. */
const onTheWay = { delivery_lat: '12.93560', delivery_long: '77.61960', heading: '120' }

const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] })
try {
  const picture = await compose(browser, await takeAll(browser))
  writeFileSync(target, picture)
  console.log(`  ${target}: ${(picture.length / 1000).toFixed(0)} kB`)
} finally {
  await browser.close()
}

async function takeAll(chrome: Browser): Promise<Buffer[]> {
  const session = await post<object>('login', customer)
  const context = await chrome.newContext({ baseURL: base, viewport: { width, height }, reducedMotion: 'reduce' })
  await context.addInitScript((stored) => {
    if (localStorage.getItem('user') === null) localStorage.setItem('user', JSON.stringify(stored))
    localStorage.setItem('userAlreadySelectedLocation', 'true')
  }, session)
  const page = await context.newPage()
  const pictures: Buffer[] = []
  await page.goto('/')
  await page.getByRole('heading', { name: store.name }).first().waitFor()
  pictures.push(await take(page))
  await page.goto(`/stores/${store.slug}`)
  await addItems(page)
  pictures.push(await take(page))
  await page.goto('/cart')
  await page.getByText('To pay').waitFor()
  pictures.push(await take(page))
  await placeOrder(page)
  pictures.push(await take(page))
  return pictures
}

async function addItems(page: Page): Promise<void> {
  for (const item of ['Sunday Chow Chow', 'Tiffin Room Masala Dosa']) {
    const row = page.getByRole('article').filter({ has: page.getByRole('heading', { name: item }) })
    await row.first().getByRole('button', { name: 'Add', exact: true }).click()
  }
  await page.getByRole('dialog').getByText('Paper crisp').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Continue/ })
    .click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /2 Items.*195/ }).waitFor()
}

/** Places a cash order and lets the demo rider deliver it. */
async function placeOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Choose payment/ }).click()
  await page.getByText('Cash on delivery').click()
  await page.getByRole('button', { name: /Place order/ }).click()
  await page.waitForURL(/\/running-order\//)
  const orderNumber = page.url().split('/').at(-1)
  const { data } = await post<{ data: { auth_token: string; status: number } }>('delivery/login', rider)
  const token = data.auth_token
  const { data: known } = await post<{ data: { status: number } }>('delivery/update-user-info', { token })
  if (known.status === 0) await post('delivery/toggle-delivery-guy-status', { token, toggle_status: true })
  const { new_orders } = await post<{ new_orders: { id: number; unique_order_id: string }[] }>(
    'delivery/get-delivery-orders',
    { token },
  )
  const order_id = new_orders.find(({ unique_order_id }) => unique_order_id === orderNumber)?.id
  await post('delivery/accept-to-deliver', { token, order_id })
  await post('delivery/pickedup-order', { token, order_id })
  await post('delivery/set-delivery-guy-gps-location', { token, ...onTheWay })
  await page
    .locator('main')
    .getByText(/Picked up\..*km away/)
    .waitFor({ timeout: 30_000 })
}

async function take(page: Page): Promise<Buffer> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    scrollTo(0, 0)
    await document.fonts.ready
    const shown = [...document.images].filter(({ loading }) => loading !== 'lazy')
    await Promise.allSettled(shown.map((image) => image.decode()))
  })
  return page.screenshot({ animations: 'disabled' })
}

/**
 * Places the screenshots next to each other on a plain background. The browser draws and encodes the composed picture.
 */
async function compose(chrome: Browser, pictures: Buffer[]): Promise<Buffer> {
  const page = await chrome.newPage()
  const sources = pictures.map((picture) => `data:image/png;base64,${picture.toString('base64')}`)
  const packed = await page.evaluate(
    async ({ sources, width, height, gap }) => {
      const canvas = document.createElement('canvas')
      canvas.width = sources.length * (width + gap) + gap
      canvas.height = height + 2 * gap
      const pen = canvas.getContext('2d')!
      pen.fillStyle = '#f0e6e9'
      pen.fillRect(0, 0, canvas.width, canvas.height)
      for (const [index, source] of sources.entries()) {
        const image = new Image()
        image.src = source
        await image.decode()
        pen.save()
        pen.beginPath()
        pen.roundRect(gap + index * (width + gap), gap, width, height, 28)
        pen.clip()
        pen.drawImage(image, gap + index * (width + gap), gap)
        pen.restore()
      }
      return canvas.toDataURL('image/webp', 0.8)
    },
    { sources, width, height, gap },
  )
  return Buffer.from(packed.split(',')[1]!, 'base64')
}

async function post<Answer>(call: string, body: object): Promise<Answer> {
  const answer = await fetch(`${base}/public/api/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${call} answers ${answer.status}`)
  return (await answer.json()) as Answer
}
