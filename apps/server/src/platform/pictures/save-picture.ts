import { randomBytes } from 'node:crypto'
import { inTransaction, type Tx } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { logEvent } from '#log-events.ts'
import { type EncodedFile, encodePicture, type PictureKind } from './encode.ts'
import { deletePicture, insertPicture, isShopPicture, listOldPictures, markShown, sumBytes } from './queries.ts'

/** URL path of uploaded pictures; a letter in the name tells the apps which widths exist. */
export const UPLOADS_PATH = '/assets/img/uploads/'
const letters: Record<PictureKind, string> = { item: 'i', store: 's', review: 'r', icon: 'f' }

/**
 * Maximum bytes of all pictures of one store, and of all pictures of the shop
 * (docs/reference/security.md#files-and-exports).
 */
const MAX_BYTES = 200 * 1024 * 1024
/** Days for which a replaced picture is kept, because past orders and devices still show it for a while. */
const REMOVED_DAYS = 30
const LOST_HOURS = 1
const MAX_AT_ONCE = 200

export type SavedPicture = { path: string; placeholder: string }

/** The store of a picture, or null for the shop. */
type Owner = { storeId: number | null }

/**
 * Encodes and stores a picture of a store or of the shop. The space of the picture is reserved before its files are
 * written, so that every file has a row. The calling function must call `showPicture` in the transaction that makes the
 * picture visible.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, PICTURES_FULL, TEMPORARILY_AWAY
 */
export async function savePicture(
  { db, outside, settings }: Pick<Services, 'db' | 'outside' | 'settings'>,
  { storeId, kind, bytes }: Owner & { kind: PictureKind; bytes: Buffer },
): Promise<SavedPicture> {
  const { stem, files } = await encodeNamed(settings, { kind, bytes })
  const size = files.reduce((sum, file) => sum + file.bytes.length, 0)
  const path = `${UPLOADS_PATH}${stem}.webp`
  const names = files.map(({ suffix }) => stem + suffix)
  await inTransaction(db, async (tx) => {
    if ((await sumBytes(tx, storeId)) + size > MAX_BYTES) throw new AppError('PICTURES_FULL')
    await insertPicture(tx, { storeId, path, names, bytes: size })
  })
  for (const { suffix, bytes: content } of files) await outside.storage.write(stem + suffix, content)
  return { path, placeholder: `${UPLOADS_PATH}${stem}-20.webp` }
}

type EncodedPicture = { stem: string; files: EncodedFile[] }

/**
 * Encodes a picture and chooses a random name for its files.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, TEMPORARILY_AWAY
 */
export async function encodeNamed(
  settings: Services['settings'],
  { kind, bytes }: { kind: PictureKind; bytes: Buffer },
): Promise<EncodedPicture> {
  const files = await encodePicture(bytes, { kind, quality: settings.number('uploadImageQuality') })
  return { stem: `${letters[kind]}-${randomBytes(16).toString('hex')}`, files }
}

/**
 * Marks a saved picture as shown, so that it stays, and the previous picture as no longer shown; null means no picture.
 * The calling function is in the transaction that makes the picture visible.
 */
export async function showPicture(
  tx: Tx,
  picture: Owner & { path: string | null; before: string | null },
): Promise<void> {
  await markShown(tx, picture)
}

/**
 * Replaces a picture of the shop with another one; a repeated call changes nothing.
 * @throws AppError INVALID_INPUT naming `image` when the picture was never uploaded, or is deleted by now
 */
export async function showShopPicture(
  tx: Tx,
  { path, before }: { path: string; before: string | null },
): Promise<void> {
  if (path === before) return
  if (!(await isShopPicture(tx, path)))
    throw new AppError('INVALID_INPUT', { fields: { image: 'fieldPictureMissing' } })
  await markShown(tx, { storeId: null, path, before })
}

/** Marks those of these pictures of the shop that were uploaded as shown, because pages or messages show them. */
export async function keepShopPictures(tx: Tx, paths: readonly string[]): Promise<void> {
  for (const path of paths) await markShown(tx, { storeId: null, path, before: null })
}

/** Marks a picture of the shop as no longer shown, when the page or message that showed it is deleted. */
export async function hideShopPicture(tx: Tx, path: string): Promise<void> {
  await markShown(tx, { storeId: null, path: null, before: path })
}

/** Returns the small placeholder of an uploaded picture; the product's own pictures have no placeholder. */
export function placeholderOf(path: string): string | null {
  return path.startsWith(UPLOADS_PATH) ? path.replace(/\.webp$/, '-20.webp') : null
}

/**
 * Deletes the files of pictures that no one sees; the row of a picture is deleted after its files, so that the next run
 * finishes an interrupted deletion.
 */
export async function deleteOldPictures({ db, outside, log }: Pick<Services, 'db' | 'outside' | 'log'>): Promise<void> {
  const old = await listOldPictures(db, { removedDays: REMOVED_DAYS, lostHours: LOST_HOURS, most: MAX_AT_ONCE })
  for (const { id, names } of old) {
    try {
      for (const name of names) await outside.storage.remove(name)
      await deletePicture(db, id)
    } catch (error) {
      logEvent(log, 'picture.not_deleted', { err: error, picture: id })
    }
  }
}
