import type { Output } from '@nukkad/contract/contract.ts'
import type { Db, Tx } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { findPhoto, insertPhoto } from './photo-queries.ts'

/** Stores the rider's picture of an order at the door, encoded as WebP. */
export async function keepDoorPhoto(
  tx: Tx,
  photo: { orderId: number; riderId: number; picture: Buffer },
): Promise<void> {
  await insertPhoto(tx, photo)
}

/**
 * Returns the picture of an order at the door for its customer, or for people who may see the orders of its store.
 * @throws AppError NOT_FOUND, also for an order of another customer or store
 */
export async function readDoorPhoto(
  db: Db,
  orderId: number,
  reader: { userId: number } | { stores: readonly number[] | 'all' },
): Promise<Output<'delivery-photo'>> {
  const photo = await findPhoto(db, orderId)
  const isTheirs =
    photo &&
    ('userId' in reader
      ? photo.user_id === reader.userId
      : reader.stores === 'all' || reader.stores.includes(photo.store_id))
  if (!photo || !isTheirs) throw new AppError('NOT_FOUND')
  return {
    success: true,
    photo: `data:image/webp;base64,${photo.picture.toString('base64')}`,
    taken_at: photo.taken_at.toISOString(),
  }
}
