import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { type Gradient, type Picture, pictureSlug } from '../src/pictures.ts'
import { withPage } from './browser.ts'
import { trimmed } from './cut-outs.ts'
import { grounds } from './grounds.ts'

type SlideArt = { title: string; line: string; gradient: Gradient; heroes: Picture[] }

type Texts = { title: string; line: string; ink: string }

/** The text colours of slides, dark enough for a contrast of 7:1 on both ends of their gradient. */
const inks: Record<Gradient, string> = {
  1: '#571030',
  2: '#4a2c00',
  3: '#0b3f2e',
  4: '#2b2060',
  5: '#56210a',
  6: '#123a5c',
}

const rooms = [
  { left: 516, bottom: 38, width: 226, height: 226 },
  { left: 450, bottom: 26, width: 122, height: 122 },
  { left: 668, bottom: 24, width: 104, height: 104 },
]

const [width, height] = [780, 317]

/**
 * Draws promotion slides of 780 by 317 px, in the order given. A browser draws the words of slides in the app's fonts.
 */
export async function drawSlides(slides: SlideArt[], pictures: Map<string, Buffer>): Promise<Buffer[]> {
  const drawn: Buffer[] = []
  if (slides.length === 0) return drawn
  await withPage('slide.html', async (page) => {
    for (const slide of slides) drawn.push(await drawSlide(page, slide, pictures))
  })
  return drawn
}

/**
 * The browser draws only the words of a slide, because it draws scaled pictures and edges of circles a bit differently
 * in each run.
 */
async function drawSlide(page: Page, slide: SlideArt, pictures: Map<string, Buffer>): Promise<Buffer> {
  const objects = await Promise.all(slide.heroes.slice(0, rooms.length).map((hero, i) => object(hero, i, pictures)))
  await page.evaluate(fillPage, { title: slide.title, line: slide.line, ink: inks[slide.gradient] })
  const texts = await page.locator('#slide').screenshot({ omitBackground: true })
  return sharp(Buffer.from(ground(grounds[slide.gradient])))
    .composite([...objects, { input: texts }])
    .removeAlpha()
    .png()
    .toBuffer()
}

/** Returns the gradient of a slide, which has an angle of 120 degrees and reaches its full colour at 62 %. */
function ground({ pale, full }: { pale: string; full: string }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="g" gradientUnits="userSpaceOnUse" x1="28.9" y1="-50" x2="751.1" y2="367">
      <stop stop-color="${pale}"/><stop offset=".62" stop-color="${full}"/></linearGradient>
    <rect width="${width}" height="${height}" fill="url(#g)"/>
    <circle cx="615" cy="139" r="235" fill="#fff" fill-opacity=".26"/>
    <circle cx="630" cy="168" r="150" fill="#fff" fill-opacity=".24"/></svg>`
}

/** Returns the main object of a slide scaled to its space, at the middle of the space's lower edge. */
async function object(hero: Picture, index: number, pictures: Map<string, Buffer>) {
  const source = pictures.get(pictureSlug(hero))
  const room = rooms[index]
  if (!source || !room) throw new Error(`No picture or no place for ${pictureSlug(hero)}`)
  const image = hero.kind === 'dish' ? await round(source) : (await trimmed(source, hero)).image
  const scaled = sharp(image).resize(room.width, room.height, { fit: 'inside' }).png()
  const { data, info } = await scaled.toBuffer({ resolveWithObject: true })
  const left = room.left + Math.round((room.width - info.width) / 2)
  return { input: data, left, top: height - room.bottom - info.height }
}

/** Returns a photograph cut to a disc with a pale rim. */
async function round(photograph: Buffer): Promise<Buffer> {
  const shape = (inner: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480">${inner}</svg>`)
  const disc = shape('<circle cx="240" cy="240" r="238"/>')
  const rim = shape(
    '<circle cx="240" cy="240" r="232" fill="none" stroke="#fff" stroke-opacity=".85" stroke-width="12"/>',
  )
  return sharp(photograph)
    .resize(480, 480)
    .composite([{ input: disc, blend: 'dest-in' }, { input: rim }])
    .png()
    .toBuffer()
}

/**
 * Writes the words of a slide into the page, in the browser. The types of the few DOM members that this function needs
 * are written here, because these scripts are type-checked without the DOM.
 */
async function fillPage({ title, line, ink }: Texts): Promise<void> {
  type Element = { textContent: string; style: Record<string, string> }
  const { document } = globalThis as unknown as {
    document: { querySelector(selector: string): Element; fonts: { ready: Promise<unknown> } }
  }
  document.querySelector('h1').textContent = title
  document.querySelector('p').textContent = line
  Object.assign(document.querySelector('#slide').style, { color: ink })
  await document.fonts.ready
}
