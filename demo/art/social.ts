import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { withPage } from './browser.ts'
import { emojiFile } from './emoji.ts'
import { assetFile } from './places.ts'

const objects: { emoji: string; at: [left: number, bottom: number, size: number] }[] = [
  { emoji: '🛍️', at: [170, 60, 320] },
  { emoji: '🥑', at: [20, 30, 190] },
  { emoji: '🥐', at: [390, 10, 180] },
  { emoji: '💐', at: [40, 270, 150] },
]

const [width, height] = [1200, 630]
/** The lower left corner of an object in the link preview: its left edge and the line on which it stands. */
const stage = { left: 600, foot: 570 }

/** Writes the link preview picture and the splash picture; both need the logo that the part `brand` writes. */
export async function makeSocial(): Promise<void> {
  const drawn = await drawPreview()
  const small = await sharp(drawn).png({ palette: true, quality: 88, effort: 9 }).toBuffer()
  await writeFile(assetFile('img/social/ogimage.png'), small)
  await writeSplash()
}

/** Draws the link preview, 1200 by 630 px. As on slides, the browser draws only the words of the link preview. */
export async function drawPreview(): Promise<Buffer> {
  const texts: Buffer[] = []
  await withPage('social.html', async (page) => {
    await page.setViewportSize({ width, height })
    texts.push(await page.locator('#sheet').screenshot({ omitBackground: true }))
  })
  const mark = await sharp(assetFile('img/logos/nukkad.svg'), { density: 200 }).resize(112).png().toBuffer()
  const layers = [{ input: mark, left: 76, top: 72 }, ...(await Promise.all(objects.map(place)))]
  const drawn = sharp(Buffer.from(ground)).composite([...layers, ...texts.map((input) => ({ input }))])
  return drawn.removeAlpha().png().toBuffer()
}

const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <linearGradient id="g" gradientUnits="userSpaceOnUse" x1="142.5" y1="-142.5" x2="1057.5" y2="772.5">
    <stop stop-color="#6d0a3a"/><stop offset=".78" stop-color="#d3165f"/></linearGradient>
  <rect width="${width}" height="${height}" fill="url(#g)"/>
  <circle cx="910" cy="480" r="410" fill="#fff" fill-opacity=".1"/></svg>`

async function place({ emoji, at: [left, bottom, size] }: (typeof objects)[number]) {
  const trimmed = await sharp(emojiFile(emoji)).trim().png().toBuffer()
  const scaled = sharp(trimmed).resize(size, size, { fit: 'inside' }).png()
  const { data, info } = await scaled.toBuffer({ resolveWithObject: true })
  const across = stage.left + left + Math.round((size - info.width) / 2)
  return { input: data, left: across, top: stage.foot - bottom - info.height }
}

/** Writes the mark alone on the brand's colour, for clients that show a picture while they start. */
async function writeSplash(): Promise<void> {
  const tall = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="1280"><linearGradient id="g" x2="1" y2="1"><stop stop-color="#d3165f"/><stop offset="1" stop-color="#6d0a3a"/></linearGradient><rect width="100%" height="100%" fill="url(#g)"/></svg>`
  const mark = await sharp(assetFile('img/logos/nukkad.svg'), { density: 200 }).resize(240).png().toBuffer()
  const drawn = sharp(Buffer.from(tall)).composite([{ input: mark }])
  await writeFile(assetFile('img/splash/splash.jpg'), await drawn.jpeg({ quality: 80, mozjpeg: true }).toBuffer())
}
