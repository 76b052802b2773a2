import { createHash, randomBytes } from 'node:crypto'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { takeFromClientLimit } from '#http/limits.ts'
import { seal, unseal } from '#http/seal.ts'
import { requireOwnHand } from '#http/session.ts'
import { presentShared } from './present.ts'
import { deleteShare, findShare, findShared, insertShare } from './queries.ts'

const TOKEN_BYTES = 24
const PURPOSE = 'order share'
/** A page with a shared order requests the order every 15 s. */
const ASKS_PER_CLIENT = { name: 'shared-order', most: 60, windowSeconds: 60 }

export const sharingRoutes = routes({
  'share-order': {
    check: ({ session }) => requireOwnHand(session),
    write: async ({ tx, input, session: { userId }, config }) => {
      const order = { userId, uniqueOrderId: input.unique_order_id }
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      await insertShare(tx, { ...order, tokenHash: hashOf(token), sealedToken: seal(token, config, PURPOSE) })
      const share = await findShare(tx, order)
      if (!share) throw new AppError('NOT_FOUND')
      if (share.sealed_token === null) throw new AppError('ORDER_OVER')
      return { success: true, share_token: unseal(share.sealed_token, config, PURPOSE) }
    },
  },

  'stop-sharing-order': {
    check: ({ session }) => requireOwnHand(session),
    write: async ({ tx, input, session: { userId } }) => {
      if (!(await deleteShare(tx, { userId, uniqueOrderId: input.unique_order_id }))) throw new AppError('NOT_FOUND')
      return { success: true }
    },
  },

  'get-shared-order': async ({ db, input, request }) => {
    await takeFromClientLimit(db, { ...ASKS_PER_CLIENT, client: request.client }, { mayBeLost: true })
    const shared = await findShared(db, hashOf(input.share_token))
    if (!shared) throw new AppError('NOT_FOUND')
    return presentShared(shared, Date.now())
  },
})

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
