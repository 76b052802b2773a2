import { writeFile } from 'node:fs/promises'
import gifenc from 'gifenc'
import sharp from 'sharp'
import { emojiFile } from './emoji.ts'
import { assetFile } from './places.ts'

/**
 * The ten people from whom a customer can choose an avatar (docs/reference/interface.md#pictures, R-23), with a
 * medium-dark skin tone. user2 is the default.
 */
const people = [
  { face: '👨🏾', ground: '#ffd9e4' },
  { face: '👩🏾', ground: '#ffe3b0' },
  { face: '👩🏾‍🦱', ground: '#d3f0e1' },
  { face: '🧔🏾', ground: '#e2dcfb' },
  { face: '🧕🏾', ground: '#ffd8c4' },
  { face: '👳🏾', ground: '#cfe6fa' },
  { face: '👵🏾', ground: '#ffe0ee' },
  { face: '🧑🏾', ground: '#e3f3c8' },
  { face: '👧🏾', ground: '#fbe2c6' },
  { face: '🧑🏾‍🦱', ground: '#d9e6ff' },
]

const sizePx = 128
const facePx = 100
const frameCount = 12
const frameMs = 90

/** Writes the avatars user1 to user10: a nodding GIF with a still first frame, and that frame as WebP. */
export async function makeAvatars(): Promise<void> {
  for (const [index, person] of people.entries()) {
    const frames = await Promise.all(Array.from({ length: frameCount }, (_, frame) => draw(person, frame / frameCount)))
    const path = `img/various/avatars/user${index + 1}`
    await writeFile(assetFile(`${path}.gif`), encodeGif(frames))
    const still = sharp(frames[0], { raw: { width: sizePx, height: sizePx, channels: 4 } })
    await writeFile(assetFile(`${path}.webp`), await still.webp({ quality: 82 }).toBuffer())
  }
}

/**
 * Draws one frame of an avatar's loop, at `turn` from 0 to 1: the figure hops 4 px, sways 4 degrees and is squashed by
 * 2 percent.
 */
async function draw(person: { face: string; ground: string }, turn: number): Promise<Buffer> {
  const angle = turn * 2 * Math.PI
  const squash = 1 + 0.02 * Math.sin(2 * angle)
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const face = await sharp(emojiFile(person.face))
    .resize(Math.round(facePx * squash), Math.round(facePx / squash), { fit: 'fill' })
    .extend({ top: 10, bottom: 10, left: 10, right: 10, background: clear })
    .png()
    .toBuffer()
  const swayed = await sharp(face)
    .rotate(4 * Math.sin(angle), { background: clear })
    .png()
    .toBuffer()
  const { width, height } = await sharp(swayed).metadata()
  const left = Math.round((sizePx - width) / 2)
  const top = Math.round((sizePx - height) / 2 + 8 - 4 * Math.abs(Math.sin(angle)))
  return sharp({ create: { width: sizePx, height: sizePx, channels: 4, background: person.ground } })
    .composite([{ input: await fit(swayed, left, top), left: Math.max(0, left), top: Math.max(0, top) }])
    .raw()
    .toBuffer()
}

/** Cuts off the parts of a picture outside the frame, because the library sharp cannot paste over an edge. */
async function fit(image: Buffer, left: number, top: number): Promise<Buffer> {
  const { width, height } = await sharp(image).metadata()
  const cutLeft = Math.max(0, -left)
  const cutTop = Math.max(0, -top)
  const region = {
    left: cutLeft,
    top: cutTop,
    width: Math.min(width - cutLeft, sizePx - Math.max(0, left)),
    height: Math.min(height - cutTop, sizePx - Math.max(0, top)),
  }
  return sharp(image).extract(region).png().toBuffer()
}

function encodeGif(frames: Buffer[]): Uint8Array {
  const encoder = gifenc.GIFEncoder()
  for (const rgba of frames) {
    const palette = gifenc.quantize(rgba, 64)
    encoder.writeFrame(gifenc.applyPalette(rgba, palette), sizePx, sizePx, { palette, delay: frameMs, repeat: 0 })
  }
  encoder.finish()
  return encoder.bytes()
}
