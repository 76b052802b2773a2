import type { Page } from '@playwright/test'
import { type Gradient, type Picture, pictureSlug } from '../src/pictures.ts'
import { withPage } from './browser.ts'
import { trimmed } from './cut-outs.ts'
import { grounds } from './grounds.ts'

type SlideArt = { title: string; line: string; gradient: Gradient; heroes: Picture[] }

/** What the page is told: words, ground and the objects with the room each may take, in slide pixels. */
type SlidePage = {
  title: string
  line: string
  ground: string
  ink: string
  objects: { url: string; left: number; bottom: number; width: number; height: number }[]
}

/** Inks dark enough for 7:1 on both ends of their gradient. */
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

/** Promo slides of 780 by 317, in the order given. The words are set by a browser in the app's own faces. */
export async function drawSlides(slides: SlideArt[], pictures: Map<string, Buffer>): Promise<Buffer[]> {
  const drawn: Buffer[] = []
  if (slides.length === 0) return drawn
  await withPage('slide.html', async (page) => {
    for (const slide of slides) drawn.push(await drawSlide(page, slide, pictures))
  })
  return drawn
}

async function drawSlide(page: Page, slide: SlideArt, pictures: Map<string, Buffer>): Promise<Buffer> {
  const { pale, full } = grounds[slide.gradient]
  const objects = await Promise.all(slide.heroes.slice(0, rooms.length).map((hero, i) => object(hero, i, pictures)))
  const ground = `linear-gradient(120deg, ${pale}, ${full} 62%)`
  const { title, line } = slide
  await page.evaluate(fillPage, { title, line, ground, ink: inks[slide.gradient], objects })
  return page.locator('#slide').screenshot()
}

async function object(hero: Picture, index: number, pictures: Map<string, Buffer>) {
  const source = pictures.get(pictureSlug(hero))
  const room = rooms[index]
  if (!source || !room) throw new Error(`No picture or no place for ${pictureSlug(hero)}`)
  const { image } = await trimmed(source, hero)
  return { url: `data:image/png;base64,${image.toString('base64')}`, ...room }
}

/** Runs in the page. The few DOM members it needs are named here: these scripts are type-checked without the DOM. */
async function fillPage(slide: SlidePage): Promise<void> {
  type Element = {
    textContent: string
    style: Record<string, string>
    append(child: Element): void
    remove(): void
    decode(): Promise<void>
    src: string
  }
  const { document } = globalThis as unknown as {
    document: {
      querySelector(selector: string): Element
      querySelectorAll(selector: string): Iterable<Element>
      createElement(name: string): Element
      fonts: { ready: Promise<unknown> }
    }
  }
  const root = document.querySelector('#slide')
  for (const old of document.querySelectorAll('img')) old.remove()
  document.querySelector('h1').textContent = slide.title
  document.querySelector('p').textContent = slide.line
  Object.assign(root.style, { background: slide.ground, color: slide.ink })
  for (const { url, left, bottom, width, height } of slide.objects) {
    const image = document.createElement('img')
    image.src = url
    Object.assign(image.style, {
      left: `${left}px`,
      bottom: `${bottom}px`,
      width: `${width}px`,
      height: `${height}px`,
    })
    await image.decode()
    root.append(image)
  }
  await document.fonts.ready
}
