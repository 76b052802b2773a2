import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { withPage } from './browser.ts'
import { emojiFile } from './emoji.ts'
import { assetFile } from './places.ts'

type Placed = { url: string; style: Record<string, string> }

const objects: { emoji: string; at: [left: number, bottom: number, size: number] }[] = [
  { emoji: '🛍️', at: [170, 60, 320] },
  { emoji: '🥑', at: [20, 30, 190] },
  { emoji: '🥐', at: [390, 10, 180] },
  { emoji: '💐', at: [40, 270, 150] },
]

/** Writes the link preview picture (1200 by 630) and the splash picture; needs the logo of the brand part. */
export async function makeSocial(): Promise<void> {
  await withPage('social.html', async (page) => {
    await page.setViewportSize({ width: 1200, height: 630 })
    await page.evaluate(fillPage, { mark: await markUrl(), objects: await Promise.all(objects.map(place)) })
    const drawn = await page.locator('#sheet').screenshot()
    const small = await sharp(drawn).png({ palette: true, quality: 88, effort: 9 }).toBuffer()
    await writeFile(assetFile('img/social/ogimage.png'), small)
  })
  await writeSplash()
}

async function markUrl(): Promise<string> {
  const svg = await readFile(assetFile('img/logos/nukkad.svg'))
  return `data:image/svg+xml;base64,${svg.toString('base64')}`
}

async function place({ emoji, at: [left, bottom, size] }: (typeof objects)[number]): Promise<Placed> {
  const png = await sharp(emojiFile(emoji)).trim().png().toBuffer()
  const style = { left: `${left}px`, bottom: `${bottom}px`, width: `${size}px`, height: `${size}px` }
  return { url: `data:image/png;base64,${png.toString('base64')}`, style }
}

/** Runs in the page, whose DOM these scripts are type-checked without. */
async function fillPage(sheet: { mark: string; objects: Placed[] }): Promise<void> {
  type Picture = { src: string; style: object; decode(): Promise<void> }
  const { document } = globalThis as unknown as {
    document: {
      querySelector(selector: string): Picture & { append(child: Picture): void }
      createElement(name: string): Picture
      fonts: { ready: Promise<unknown> }
    }
  }
  const mark = document.querySelector('.mark')
  mark.src = sheet.mark
  await mark.decode()
  for (const { url, style } of sheet.objects) {
    const image = document.createElement('img')
    image.src = url
    Object.assign(image.style, style)
    await image.decode()
    document.querySelector('.objects').append(image)
  }
  await document.fonts.ready
}

/** The mark alone on the brand's ground, for clients that show a picture while they start. */
async function writeSplash(): Promise<void> {
  const [width, height] = [720, 1280]
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="g" x2="1" y2="1"><stop stop-color="#d3165f"/><stop offset="1" stop-color="#6d0a3a"/></linearGradient><rect width="100%" height="100%" fill="url(#g)"/></svg>`
  const mark = await sharp(assetFile('img/logos/nukkad.svg'), { density: 200 }).resize(240).png().toBuffer()
  const drawn = sharp(Buffer.from(ground)).composite([{ input: mark }])
  await writeFile(assetFile('img/splash/splash.jpg'), await drawn.jpeg({ quality: 80, mozjpeg: true }).toBuffer())
}
