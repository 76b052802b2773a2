import type { Sharp, SharpOptions } from 'sharp'
import { AppError } from '#http/errors.ts'
import { libraries } from '#libraries.ts'

/** The widths in which pictures are stored, by subject; the demo's pictures have the same widths. */
export type PictureKind = 'item' | 'store' | 'review' | 'icon'
const pictureWidths = { item: [150, 300, 600], store: [390, 780, 1170], review: [150, 300, 900] } as const
/** An icon is a square PNG, in each size that browsers, home screens and messages use. */
const iconSizes = [16, 32, 96, 128, 192, 512] as const
const APPLE_SIZE = 180
/** Sizes in px of a maskable icon and of its middle, the part that is always visible. */
const MASKABLE = { size: 512, middle: 384 }

export type EncodedFile = { suffix: string; bytes: Buffer }

const WHITE = '#ffffff'
const MAX_PIXELS = 16_000_000
const PLACEHOLDER_WIDTH = 20
const PHOTO_WIDTH = 1280
/** Maximum number of pictures that wait while one is processed, because each of them is in memory. */
const MAX_WAITING = 4

/**
 * First bytes of the accepted formats, which are read because the name and the type that a client states prove nothing.
 */
const signatures: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
]

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

type Wanted = { kind: PictureKind; quality: number }

/** Returns the quality number of AVIF that looks as good as this number of WebP, which is two thirds of the number. */
const avifQuality = (quality: number) => Math.round((quality * 2) / 3)

/**
 * Encodes a picture again in every width and format, upright and without its metadata, one picture at a time. `quality`
 * is the quality number of WebP, 1 to 100.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for a file that is no complete JPEG, PNG or WebP, BODY_TOO_LARGE for more
 * than 16 megapixels, TEMPORARILY_AWAY when too many pictures wait
 * @see docs/reference/security.md#files-and-exports
 */
export async function encodePicture(bytes: Buffer, { kind, quality }: Wanted): Promise<EncodedFile[]> {
  return inTurn(bytes, () => (kind === 'icon' ? encodeIcon(bytes, quality) : encode(bytes, { kind, quality })))
}

/**
 * Encodes a photo as one WebP, at most 1280 pixels wide, upright and without its metadata.
 * @throws AppError the errors of `encodePicture`
 */
export async function encodePhoto(bytes: Buffer, quality: number): Promise<Buffer> {
  return inTurn(bytes, async () => {
    await judgeSize(bytes)
    return resized(bytes, PHOTO_WIDTH)
      .webp({ quality })
      .toBuffer()
      .catch((cause: unknown) => {
        throw new AppError('UNSUPPORTED_MEDIA_TYPE', { cause })
      })
  })
}

async function inTurn<T>(bytes: Buffer, encodeNow: () => Promise<T>): Promise<T> {
  if (!signatures.some((isOf) => isOf(bytes))) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
  if (waiting >= MAX_WAITING) throw new AppError('TEMPORARILY_AWAY')
  waiting++
  const turn = last.then(encodeNow)
  last = turn.catch(() => {})
  try {
    return await turn
  } finally {
    waiting--
  }
}

async function encode(
  bytes: Buffer,
  { kind, quality }: Wanted & { kind: Exclude<PictureKind, 'icon'> },
): Promise<EncodedFile[]> {
  const { hasAlpha } = await judgeSize(bytes)
  const files: EncodedFile[] = []
  try {
    for (const width of pictureWidths[kind]) {
      files.push({ suffix: `-${width}.webp`, bytes: await resized(bytes, width).webp({ quality }).toBuffer() })
      files.push({
        suffix: `-${width}.avif`,
        bytes: await resized(bytes, width)
          .avif({ quality: avifQuality(quality), effort: 2 })
          .toBuffer(),
      })
    }
    files.push({
      suffix: '.webp',
      bytes: kind === 'store' && hasAlpha ? await shared(bytes, quality) : files.at(-2)!.bytes,
    })
    files.push({ suffix: '-20.webp', bytes: await resized(bytes, PLACEHOLDER_WIDTH).webp({ quality: 40 }).toBuffer() })
  } catch (cause) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', { cause })
  }
  return files
}

/**
 * Returns the picture for link previews without transparency, because link previews show transparent parts as black.
 */
function shared(bytes: Buffer, quality: number): Promise<Buffer> {
  return resized(bytes, pictureWidths.store[2]).flatten({ background: WHITE }).webp({ quality }).toBuffer()
}

async function encodeIcon(bytes: Buffer, quality: number): Promise<EncodedFile[]> {
  await judgeSize(bytes)
  try {
    const files: EncodedFile[] = []
    for (const size of iconSizes)
      files.push({ suffix: `-${size}x${size}.png`, bytes: await squared(bytes, size).png().toBuffer() })
    // Removes transparency, because home screens show transparent parts as black.
    const apple = await squared(bytes, APPLE_SIZE).flatten({ background: WHITE }).png().toBuffer()
    const rim = (MASKABLE.size - MASKABLE.middle) / 2
    const middle = await squared(bytes, MASKABLE.middle).flatten({ background: WHITE }).png().toBuffer()
    const maskable = read(middle).extend({ top: rim, bottom: rim, left: rim, right: rim, background: WHITE })
    return [
      ...files,
      { suffix: '-apple.png', bytes: apple },
      { suffix: '-maskable.png', bytes: await maskable.png().toBuffer() },
      { suffix: '.webp', bytes: await squared(bytes, 192).webp({ quality }).toBuffer() },
    ]
  } catch (cause) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', { cause })
  }
}

function squared(bytes: Buffer, size: number): Sharp {
  return read(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false })
    .autoOrient()
    .resize({ width: size, height: size, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
}

/** Decodes a picture in only one thread, so that the processor stays free for customers who are ordering. */
function read(bytes: Buffer, options?: SharpOptions): Sharp {
  const { sharp } = libraries
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp(bytes, options)
}

/** Checks the size in the header before any pixel is decoded, because a small file may decode to gigabytes. */
async function judgeSize(bytes: Buffer): Promise<{ hasAlpha: boolean }> {
  const {
    width,
    height,
    hasAlpha = false,
  } = await read(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', { cause })
    })
  if (width * height > MAX_PIXELS) throw new AppError('BODY_TOO_LARGE')
  return { hasAlpha }
}

function resized(bytes: Buffer, width: number): Sharp {
  return read(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
}
