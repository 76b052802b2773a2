import type { Output } from '@nukkad/contract/contract.ts'
import { inTransaction } from '#db/connection.ts'
import { checkPassword } from '#features/accounts/password-login.ts'
import { beginSession, type From, noteRefusal } from '#features/sign-ins/begin-session.ts'
import { readStores } from '#features/stores/read-stores.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { findOwner, listOwnStoreIds } from './queries.ts'

/**
 * Signs a store owner in (wire contract §2.13). Who owns no store account learns no more than who has none at all.
 * @throws AppError DONOTMATCH, TOO_MANY_REQUESTS
 */
export async function loginOwner(
  services: Services,
  { email, password, request }: { email?: string | null; password?: string | null; request: From },
): Promise<Output<'store-owner/login'>> {
  const { db } = services
  const entry = { audience: 'store-owner', way: 'password', request } as const
  const userId = email && password ? await checkPassword(services, { email, password, ...entry }) : undefined
  if (userId === undefined) throw new AppError('DONOTMATCH')
  const owner = await findOwner(db, userId)
  if (!owner) {
    await noteRefusal(db, { userId, refusal: 'not-allowed', ...entry })
    throw new AppError('DONOTMATCH')
  }
  const stores = await readStores(db, await listOwnStoreIds(db, owner.id))
  const token = await inTransaction(db, (tx) => beginSession(tx, { userId: owner.id, ...entry }))
  return {
    success: true,
    data: {
      id: owner.id,
      auth_token: token,
      name: owner.name,
      email: owner.email,
      phone: owner.phone ?? '',
      stores,
    },
  }
}
