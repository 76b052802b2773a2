import sharp from 'sharp'
import { type Gradient, type Picture, pictureSlug } from '../src/pictures.ts'
import { type CutOut, trimmed } from './cut-outs.ts'
import { grounds } from './grounds.ts'

type Cover = { slug: string; heroes: Picture[] }

/**
 * The place of an object on a cover: its maximum height and width as shares of the cover, and the distance of its foot
 * from the baseline. `side` is -1 left of the middle and 1 right of it.
 */
type Slot = { height: number; width: number; foot: number; side: -1 | 0 | 1 }

/** An object scaled into its slot; `width` is that of the object without its shadow. */
type Standing = { cutOut: CutOut; scale: number; width: number; slot: Slot; ownShadow: boolean }

const width = 1170
const height = 510
const baseline = 0.905
/** Half the width of the square in the middle of a cover, which lists show as a crop; only the main object is in it. */
const halfSquare = height / 2

/**
 * The positions of a cover's main object and of one object at each side, within the middle three quarters that a store
 * page shows.
 */
const slots: Slot[] = [
  { side: 0, height: 0.7, width: 0.36, foot: 0 },
  { side: 1, height: 0.5, width: 0.15, foot: 0.014 },
  { side: -1, height: 0.5, width: 0.15, foot: -0.012 },
]

/**
 * Draws a store's cover of 1170 by 510 px: a pale arch, a floor band, and objects on one baseline
 * (docs/reference/interface.md#pictures). The background is transparent, because the screen adds its own gradient,
 * which differs in dark mode.
 */
export async function drawCover(cover: Cover, pictures: Map<string, Buffer>): Promise<Buffer> {
  const heroes = cover.heroes.slice(0, slots.length)
  const standing = await Promise.all(heroes.map((hero, i) => stand(hero, slots[i]!, pictures)))
  const byDepth = standing.sort((a, b) => a.slot.foot - b.slot.foot)
  return sharp(Buffer.from(stage(cover)))
    .composite((await Promise.all(byDepth.map(layersOf))).flat())
    .png()
    .toBuffer()
}

/** Returns a store's cover on a pale gradient, because link previews show transparent pictures on black. */
export async function onGround(cover: Buffer, slug: string): Promise<Buffer> {
  const { pale, full } = grounds[((lotOf(slug) % 6) + 1) as Gradient]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="g" x2=".4" y2="1"><stop stop-color="${pale}"/><stop offset="1" stop-color="${full}"/></linearGradient>
    <rect width="${width}" height="${height}" fill="url(#g)"/></svg>`
  return sharp(Buffer.from(svg))
    .composite([{ input: cover }])
    .removeAlpha()
    .png()
    .toBuffer()
}

/** Returns an object of a cover scaled into its slot. */
async function stand(hero: Picture, slot: Slot, pictures: Map<string, Buffer>): Promise<Standing> {
  const source = pictures.get(pictureSlug(hero))
  if (!source) throw new Error(`No picture was made for ${pictureSlug(hero)}`)
  const cutOut = await trimmed(source, hero)
  const { body } = cutOut
  const scale = Math.min((slot.height * height) / body.height, (slot.width * width) / body.width)
  return { cutOut, scale, width: body.width * scale, slot, ownShadow: hero.kind === 'product' }
}

/** Adds a soft shadow below an object of a cover that has none. */
async function layersOf({ cutOut, scale, width: across, slot, ownShadow }: Standing) {
  const { image, body, ...whole } = cutOut
  const scaled = await sharp(image)
    .resize(Math.round(whole.width * scale))
    .png()
    .toBuffer()
  const middle = width / 2 + slot.side * (halfSquare + across / 2)
  const [left, footPx] = [Math.round(middle - across / 2), Math.round((baseline + slot.foot) * height)]
  const top = Math.round(footPx - (body.top + body.height) * scale)
  const layer = { input: scaled, left: Math.round(left - body.left * scale), top }
  return ownShadow ? [layer] : [shadowUnder(left, footPx, Math.round(across)), layer]
}

function shadowUnder(left: number, footPx: number, objectWidth: number) {
  const [across, up] = [Math.round(objectWidth * 1.06), 40]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${up}">
    <radialGradient id="s"><stop stop-color="#3a1626" stop-opacity=".34"/>
      <stop offset=".55" stop-color="#3a1626" stop-opacity=".14"/>
      <stop offset="1" stop-color="#3a1626" stop-opacity="0"/></radialGradient>
    <ellipse cx="${across / 2}" cy="${up / 2}" rx="${across / 2}" ry="${up / 2}" fill="url(#s)"/></svg>`
  return { input: Buffer.from(svg), left: Math.round(left - objectWidth * 0.03), top: footPx - 26 }
}

/**
 * Returns the arch and the floor of a cover as SVG. The slug of the store decides the arch's position and shape, so
 * that neighbouring covers differ.
 */
function stage({ slug }: Cover): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <g fill="#fff" opacity=".6">${backdrop(slug)}<rect y="${height * 0.67}" width="${width}" height="${height}" fill-opacity=".3"/></g>
  </svg>`
}

/**
 * Derives a number from a store's slug for the parts that differ between covers, so that a store always has the same
 * cover.
 */
function lotOf(slug: string): number {
  return Array.from(slug).reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0, 7)
}

function backdrop(slug: string): string {
  const lot = lotOf(slug)
  const centre = width * (0.42 + (lot % 5) * 0.045)
  const forms = [
    arch(centre, 0.46, 0.17, 0.36),
    arch(centre, 0.56, 0.24, 0.3) + arch(centre, 0.38, 0.38, 0.3),
    `<circle cx="${centre}" cy="${height * 0.56}" r="${height * 0.44}" fill-opacity=".36"/>`,
    arch(width * 0.33, 0.26, 0.26, 0.34) + arch(width * 0.67, 0.26, 0.26, 0.34),
    arch(centre - width * 0.06, 0.36, 0.2, 0.34) + arch(centre + width * 0.19, 0.22, 0.38, 0.28),
  ]
  return forms[Math.floor(lot / 5) % forms.length] ?? ''
}

/** Returns a round arch of a cover from `top` down to the floor; sizes are shares of the cover. */
function arch(centre: number, across: number, top: number, opacity: number): string {
  const [half, crown] = [(across * width) / 2, top * height]
  const radius = Math.min(half, height * 0.5)
  return `<path d="M${centre - half} ${height}V${crown + radius}a${half} ${radius} 0 0 1 ${2 * half} 0V${height}Z" fill-opacity="${opacity}"/>`
}
