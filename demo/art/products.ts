import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { type ProductPicture, pictureSlug } from '../src/pictures.ts'
import { cacheFile, packageFile } from './places.ts'

/** Where Debian's package puts the browser; CHROMIUM_PATH names another. */
const browserPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

const browserFlags = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

const canvasPx = 600

/**
 * The cut-outs of products: each 600 px square, the product as large as it fits, standing on the lower edge.
 * Rendered by the studio page in a software-rendered headless browser and kept in the build cache between runs.
 */
export async function renderProducts(pictures: ProductPicture[], again = false): Promise<Map<string, Buffer>> {
  const missing = pictures.filter((picture) => again || !existsSync(renderFile(picture)))
  if (missing.length > 0) await inStudio((page) => shoot(page, missing))
  const renders = pictures.map(async (picture) => [pictureSlug(picture), await readFile(renderFile(picture))] as const)
  return new Map(await Promise.all(renders))
}

async function shoot(page: Page, pictures: ProductPicture[]): Promise<void> {
  for (const picture of pictures) {
    const url = await page.evaluate(photographInPage, { ...picture, variant: variantOf(picture) })
    const raw = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
    await writeFile(renderFile(picture), await squared(raw))
    console.log(pictureSlug(picture))
  }
}

/** Runs in the page: studio.js puts `photograph` on its window. */
function photographInPage(spec: object): Promise<string> {
  const studio = globalThis as unknown as { photograph(spec: object): Promise<string> }
  return studio.photograph(spec)
}

/** Within a profile, what the small line on the label says about the shape. */
function variantOf({ profile, sub, label }: ProductPicture): string | undefined {
  const text = `${label} ${sub}`.toLowerCase()
  if (profile === 'jar') return /spa|facial|mask|scrub|wax|rub|cream|butter|balm/.test(text) ? 'low' : 'tall'
  if (profile === 'carton') return /\bmg\b|tablet|capsule/.test(text) ? 'tablets' : 'upright'
  if (profile !== 'bottle') return undefined
  if (/dishwash|cleaner|liquid|phenyl|bleach/.test(text)) return 'cleaner'
  if (/ketchup|sauce|vinegar/.test(text)) return 'sauce'
  return /\boil\b|micellar|water|rose/.test(text) ? 'oil' : 'syrup'
}

/** Trims the empty margin, keeping the faint end of the shadow out of the reckoning. */
async function squared(raw: Buffer): Promise<Buffer> {
  const trimmed = await sharp(raw).trim({ background: '#00000000', threshold: 9 }).png().toBuffer()
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp(trimmed)
    .resize(canvasPx - 24, canvasPx - 24, { fit: 'contain', position: 'bottom', background: clear })
    .extend({ top: 12, bottom: 12, left: 12, right: 12, background: clear })
    .png()
    .toBuffer()
}

function renderFile(picture: ProductPicture): string {
  return cacheFile(`products/${pictureSlug(picture)}.png`)
}

async function inStudio(work: (page: Page) => Promise<void>): Promise<void> {
  const server = await serveStudio()
  const browser = await chromium.launch({ executablePath: browserPath, args: browserFlags })
  try {
    const page = await browser.newPage()
    page.on('pageerror', (error) => console.error(error))
    page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/studio/studio.html`)
    await page.waitForFunction('window.studioReady')
    await work(page)
  } finally {
    await browser.close()
    server.close()
  }
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.woff2': 'font/woff2' }

/** The studio page, three and the two faces, on a free port of the loopback for as long as the run takes. */
async function serveStudio(): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://studio').pathname
    const bytes = await readFile(studioFile(path)).catch(() => undefined)
    response.writeHead(bytes ? 200 : 404, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function studioFile(path: string): string {
  const fonts: Record<string, [string, string]> = {
    '/fonts/display.woff2': ['bricolage-grotesque', 'bricolage-grotesque-latin-wght-normal'],
    '/fonts/text.woff2': ['figtree', 'figtree-latin-wght-normal'],
  }
  const font = fonts[path]
  if (font) return packageFile(`@fontsource-variable/${font[0]}`, `files/${font[1]}.woff2`)
  if (path.startsWith('/three/')) return packageFile('three', path.slice('/three/'.length))
  return join(fileURLToPath(new URL('.', import.meta.url)), path)
}
