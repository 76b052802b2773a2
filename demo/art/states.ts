import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { emojiFile } from './emoji.ts'
import { assetFile } from './places.ts'

type StatePicture = { hero: string; ground: [string, string]; extras: Extra[] }
type Extra = { emoji: string; sizePx: number; left: number; top: number; turnDeg?: number }

const rose: [string, string] = ['#ffe3ea', '#ffc3d5']
const marigold: [string, string] = ['#fff0d3', '#ffd88f']
const mint: [string, string] = ['#ddf3e8', '#b2e1ca']
const lilac: [string, string] = ['#ece8fd', '#cdc3f6']
const peach: [string, string] = ['#ffe7da', '#ffc2a6']
const sky: [string, string] = ['#e2f0fc', '#b9dbf6']

/**
 * The picture of each empty or error state (docs/reference/interface.md#global-states): one object on a soft disc, with
 * one or two smaller things next to it.
 */
const states: Record<string, StatePicture> = {
  'cart-empty': { hero: '🛒', ground: rose, extras: [spot('🍅', 34, 142, 44, -12), spot('🥐', 34, 12, 70, 10)] },
  offline: { hero: '☁️', ground: sky, extras: [spot('🔌', 58, 108, 112, -18)] },
  'not-found': { hero: '🗺️', ground: mint, extras: [spot('📍', 60, 110, 22, 8)] },
  'orders-empty': { hero: '🛍️', ground: marigold, extras: [spot('✨', 44, 138, 26)] },
  'alerts-empty': { hero: '🔔', ground: lilac, extras: [spot('💤', 48, 128, 22, 6)] },
  'no-stores': { hero: '🏪', ground: peach, extras: [spot('🔍', 62, 116, 108, 0)] },
  critical: { hero: '🚧', ground: marigold, extras: [spot('🔧', 52, 124, 20, 14)] },
  ban: { hero: '🛡️', ground: lilac, extras: [spot('⏳', 50, 122, 112, 10)] },
  'addresses-empty': { hero: '🏡', ground: mint, extras: [spot('📍', 50, 18, 24, -10)] },
  'reviews-empty': { hero: '💬', ground: sky, extras: [spot('⭐', 54, 120, 22, 12)] },
  'wallet-empty': { hero: '👛', ground: peach, extras: [spot('🪙', 48, 128, 106, 8)] },
  'favourites-empty': { hero: '💝', ground: rose, extras: [spot('✨', 42, 132, 24)] },
  'search-empty': { hero: '🔍', ground: lilac, extras: [spot('🥕', 42, 128, 104, 16)] },
  'location-off': { hero: '🧭', ground: sky, extras: [spot('📍', 52, 116, 24, 10)] },
  delivered: { hero: '🎉', ground: marigold, extras: [spot('✨', 40, 24, 26)] },
  'no-orders-rider': { hero: '🛵', ground: mint, extras: [spot('☕', 48, 128, 112)] },
}

/** Promotion pictures, each with a single object, for slides, the wallet and the referral screens. */
const promo: Record<string, string> = {
  gift: '🎁',
  coin: '🪙',
  spa: '🧖🏾‍♀️',
  party: '🎉',
  scooter: '🛵',
  wallet: '👛',
  receipt: '🧾',
  bouquet: '💐',
  ticket: '🎟️',
  megaphone: '📣',
}

const sizePx = 192

/** Writes the pictures of empty and error states (192 px WebP and AVIF) and the promotion pictures (256 px). */
export async function makeStates(): Promise<void> {
  for (const [name, state] of Object.entries(states)) await save(`img/states/${name}`, await drawState(state))
  for (const [name, emoji] of Object.entries(promo)) {
    await save(`img/promo/${name}`, await sharp(emojiFile(emoji)).trim().png().toBuffer())
  }
}

async function save(path: string, image: Buffer): Promise<void> {
  await writeFile(assetFile(`${path}.webp`), await sharp(image).webp({ quality: 80, alphaQuality: 90 }).toBuffer())
}

async function drawState({ hero, ground, extras }: StatePicture): Promise<Buffer> {
  const layers = [
    await object({ emoji: hero, sizePx: 112, left: 40, top: 40 }),
    ...(await Promise.all(extras.map((extra) => object(extra)))),
  ]
  return sharp(Buffer.from(disc(ground)))
    .composite(layers)
    .png()
    .toBuffer()
}

/** Returns the pale disc behind the main object of a picture and the flat shadow below the object. */
function disc([light, deep]: [string, string]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}">
    <defs>
      <linearGradient id="g" x1="0.2" y1="0" x2="0.8" y2="1">
        <stop stop-color="${light}"/><stop offset="1" stop-color="${deep}"/>
      </linearGradient>
      <radialGradient id="s"><stop stop-color="#3a1626" stop-opacity=".28"/>
        <stop offset="1" stop-color="#3a1626" stop-opacity="0"/></radialGradient>
    </defs>
    <circle cx="96" cy="96" r="88" fill="url(#g)"/>
    <ellipse cx="96" cy="154" rx="52" ry="9" fill="url(#s)"/>
  </svg>`
}

async function object({ emoji, sizePx: size, left, top, turnDeg = 0 }: Extra) {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const turned = await sharp(emojiFile(emoji)).rotate(turnDeg, { background: clear }).png().toBuffer()
  return { input: await sharp(turned).resize(size, size, { fit: 'inside' }).png().toBuffer(), left, top }
}

function spot(emoji: string, size: number, left: number, top: number, turnDeg?: number): Extra {
  return { emoji, sizePx: size, left, top, turnDeg }
}
