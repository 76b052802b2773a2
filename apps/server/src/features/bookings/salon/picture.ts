import type { Output } from '@nukkad/contract/contract.ts'
import { inTransaction } from '#db/connection.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { requireOwnStore } from '#platform/access/own-store.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { savePicture, showPicture } from '#platform/pictures/save-picture.ts'
import { findStylist, updateImage } from './queries.ts'
import { openSalon } from './save-salon.ts'

type Call = 'dashboard/bookings/stylists/picture'

/**
 * Replaces or removes the picture of a person of a salon.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, INVALID_INPUT without a file, and the errors of `savePicture`
 */
export async function savePictureOfStylist({
  db,
  input,
  session,
  request,
  services,
}: CallContext<Call>): Promise<Output<Call>> {
  const { store_id: storeId, id, remove } = input
  await requireOwnStore(db, session, storeId)
  if (!(await findStylist(db, { storeId, id }))) throw new AppError('NOT_FOUND')
  const { picture: bytes } = request
  if ((remove === 1) === (bytes !== undefined))
    throw new AppError('INVALID_INPUT', { fields: { image: 'fieldPictureMissing' } })
  const saved = bytes && (await savePicture(services, { storeId, kind: 'item', bytes }))
  const path = saved?.path ?? null
  await inTransaction(db, async (tx) => {
    const { stylists } = await openSalon(tx, session, storeId)
    // The person may be missing now, because another request can have deleted them while the picture was encoded.
    const stylist = stylists.find((one) => one.id === id)
    if (!stylist) throw new AppError('NOT_FOUND')
    await updateImage(tx, { storeId, id }, path)
    await showPicture(tx, { storeId, path, before: stylist.image })
    await writeAudit(tx, {
      actorId: session.userId,
      action: 'stylist.updated',
      object: { type: 'stylist', id },
      before: { image: stylist.image },
      after: { image: path },
      request,
    })
  })
  return { success: true, image: path }
}
