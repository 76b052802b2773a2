import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { type ProductPicture, pictureSlug } from '../src/pictures.ts'
import { withPage } from './browser.ts'
import { cacheFile } from './places.ts'

const canvasPx = 600

/**
 * The cut-outs of products: each 600 px square, the product as large as it fits, standing on the lower edge.
 * Rendered by the studio page in a software-rendered headless browser and kept in the build cache between runs.
 */
export async function renderProducts(pictures: ProductPicture[], again = false): Promise<Map<string, Buffer>> {
  const missing = pictures.filter((picture) => again || !existsSync(renderFile(picture)))
  if (missing.length > 0) await withPage('studio.html', (page) => shoot(page, missing))
  const renders = pictures.map(async (picture) => [pictureSlug(picture), await readFile(renderFile(picture))] as const)
  return new Map(await Promise.all(renders))
}

async function shoot(page: Page, pictures: ProductPicture[]): Promise<void> {
  await page.waitForFunction('window.studioReady')
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
