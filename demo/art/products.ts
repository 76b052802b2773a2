import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { type ProductPicture, pictureSlug } from '../src/pictures.ts'
import { withPage } from './browser.ts'
import { cacheFile, packageFile } from './places.ts'

const canvasPx = 600

/**
 * Renders the product pictures, each 600 px square, with the product on the lower edge and as large as possible. The
 * studio page renders the product pictures in a headless browser with software rendering. The build cache keeps the
 * product pictures between runs.
 */
export async function renderProducts(pictures: ProductPicture[]): Promise<Map<string, Buffer>> {
  const fileOf = keptUnder(await recipe())
  const missing = pictures.filter((picture) => !existsSync(fileOf(picture)))
  for (const [picture, image] of await photograph(missing)) await writeFile(fileOf(picture), image)
  const renders = pictures.map(async (picture) => [pictureSlug(picture), await readFile(fileOf(picture))] as const)
  return new Map(await Promise.all(renders))
}

/**
 * Draws products on the studio page, in a headless browser that renders without a GPU; `renderProducts` caches the
 * results.
 */
export async function photograph(pictures: ProductPicture[]): Promise<Map<ProductPicture, Buffer>> {
  const images = new Map<ProductPicture, Buffer>()
  if (pictures.length === 0) return images
  await withPage('studio.html', async (page) => {
    await page.waitForFunction('window.studioReady')
    for (const picture of pictures) {
      const url = await page.evaluate(photographInPage, { ...picture, variant: variantOf(picture) })
      images.set(picture, await squared(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')))
    }
  })
  return images
}

/** Photographs a product in the studio page; studio.js sets the function `photograph` on the page's window. */
function photographInPage(spec: object): Promise<string> {
  const studio = globalThis as unknown as { photograph(spec: object): Promise<string> }
  return studio.photograph(spec)
}

/** Returns the variant of a profile (such as a jar or a tube) that the small line on the label implies. */
function variantOf({ profile, sub, label }: ProductPicture): string | undefined {
  const text = `${label} ${sub}`.toLowerCase()
  if (profile === 'jar') return /spa|facial|mask|scrub|wax|rub|cream|butter|balm/.test(text) ? 'low' : 'tall'
  if (profile === 'carton') return /\bmg\b|tablet|capsule/.test(text) ? 'tablets' : 'upright'
  if (profile !== 'bottle') return undefined
  if (/dishwash|cleaner|liquid|phenyl|bleach/.test(text)) return 'cleaner'
  if (/ketchup|sauce|vinegar/.test(text)) return 'sauce'
  return /\boil\b|micellar|water|rose/.test(text) ? 'oil' : 'syrup'
}

/**
 * Trims the transparent margin of a product's picture. The faint end of the shadow does not count as part of the
 * product.
 */
async function squared(raw: Buffer): Promise<Buffer> {
  const trimmed = await sharp(raw).trim({ background: '#00000000', threshold: 9 }).png().toBuffer()
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp(trimmed)
    .resize(canvasPx - 24, canvasPx - 24, { fit: 'contain', position: 'bottom', background: clear })
    .extend({ top: 12, bottom: 12, left: 12, right: 12, background: clear })
    .png()
    .toBuffer()
}

/** Returns a digest of everything that decides how a product looks, except the browser and the library sharp. */
async function recipe(): Promise<string> {
  const studio = fileURLToPath(new URL('studio/', import.meta.url))
  const own = ['print.js', 'shapes.js', 'studio.html', 'studio.js'].map((file) => join(studio, file))
  const files = [...own, fileURLToPath(import.meta.url)]
  for (const name of ['three', '@fontsource-variable/bricolage-grotesque', '@fontsource-variable/figtree'])
    files.push(packageFile(name, 'package.json'))
  const digest = createHash('sha256')
  for (const file of files) digest.update(await readFile(file))
  return digest.digest('hex').slice(0, 12)
}

function keptUnder(folder: string): (picture: ProductPicture) => string {
  return (picture) => cacheFile(`products/${folder}/${pictureSlug(picture)}.png`)
}
