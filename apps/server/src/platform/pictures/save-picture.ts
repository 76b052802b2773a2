import { randomBytes } from 'node:crypto'
import { inTransaction, type Tx } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { encodePicture, type PictureKind } from './encode.ts'
import { deletePicture, insertPicture, isShopPicture, listOldPictures, markShown, sumBytes } from './queries.ts'

/** Where pictures are asked for; the letter tells the screens which widths there are. */
export const UPLOADS_PATH = '/assets/img/uploads/'
const letters: Record<PictureKind, string> = { item: 'i', store: 's', icon: 'f' }

/** All files of a store's pictures together, and of the shop's own (docs/reference/security.md#files-and-exports). */
const MOST_BYTES = 200 * 1024 * 1024
/** Past orders and devices show a replaced picture for a while. */
const REMOVED_DAYS = 30
const LOST_HOURS = 1
const MOST_AT_ONCE = 200

export type SavedPicture = { path: string; placeholder: string }

/** A store's picture, or with null one of the shop itself. */
type Owner = { storeId: number | null }

/**
 * Encodes and keeps a picture of a store or of the shop. Its room is taken before its files are written, so that
 * nothing is written that has no row; call `showPicture` in the transaction that puts it where people see it.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, PICTURES_FULL, TEMPORARILY_AWAY
 */
export async function savePicture(
  { db, outside }: Pick<Services, 'db' | 'outside'>,
  { storeId, kind, bytes }: Owner & { kind: PictureKind; bytes: Buffer },
): Promise<SavedPicture> {
  const files = await encodePicture(bytes, kind)
  const stem = `${letters[kind]}-${randomBytes(16).toString('hex')}`
  const size = files.reduce((sum, file) => sum + file.bytes.length, 0)
  const path = `${UPLOADS_PATH}${stem}.webp`
  const names = files.map(({ suffix }) => stem + suffix)
  await inTransaction(db, async (tx) => {
    if ((await sumBytes(tx, storeId)) + size > MOST_BYTES) throw new AppError('PICTURES_FULL')
    await insertPicture(tx, { storeId, path, names, bytes: size })
  })
  for (const { suffix, bytes: content } of files) await outside.storage.write(stem + suffix, content)
  return { path, placeholder: `${UPLOADS_PATH}${stem}-20.webp` }
}

/** Keeps a saved picture for good and lets the one before it go, in the transaction that shows it. */
export async function showPicture(tx: Tx, picture: Owner & { path: string; before: string | null }): Promise<void> {
  await markShown(tx, picture)
}

/**
 * Shows another picture of the shop in place of the one before; one that stays is left as it is.
 * @throws AppError INVALID_INPUT naming `image` when nobody uploaded it, or when it is gone by now
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

/** Keeps those of these pictures that were uploaded for the shop: what pages and messages show. */
export async function keepShopPictures(tx: Tx, paths: readonly string[]): Promise<void> {
  for (const path of paths) await markShown(tx, { storeId: null, path, before: null })
}

/** Lets a picture of the shop go with what showed it. */
export async function hideShopPicture(tx: Tx, path: string): Promise<void> {
  await markShown(tx, { storeId: null, path: null, before: path })
}

/** The small stand-in of an uploaded picture; pictures that the shop came with have none that is known. */
export function placeholderOf(path: string): string | null {
  return path.startsWith(UPLOADS_PATH) ? path.replace(/\.webp$/, '-20.webp') : null
}

/** Deletes the files of pictures that nobody sees; the row goes last, so that a broken run is done again. */
export async function deleteOldPictures({ db, outside, log }: Pick<Services, 'db' | 'outside' | 'log'>): Promise<void> {
  const old = await listOldPictures(db, { removedDays: REMOVED_DAYS, lostHours: LOST_HOURS, most: MOST_AT_ONCE })
  for (const { id, names } of old) {
    try {
      for (const name of names) await outside.storage.remove(name)
      await deletePicture(db, id)
    } catch (error) {
      log.error({ err: error, picture: id }, 'a picture was not deleted')
    }
  }
}
