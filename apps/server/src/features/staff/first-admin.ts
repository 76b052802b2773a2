import { createHash, randomBytes } from 'node:crypto'
import type { Input } from '@nukkad/contract/contract.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import { addWorkAccount, readWorkAccount } from '#features/accounts/work-account.ts'
import { writeAudit } from '#features/audit/write-audit.ts'
import type { Services } from '#http/calls.ts'
import type { Client } from '#http/client.ts'
import { AppError } from '#http/errors.ts'
import { takeFromClientLimit } from '#http/limits.ts'
import { hasAdmin, replaceFirstAdminSecret, useFirstAdminSecret } from './queries.ts'

const TRIES = { most: 10, windowSeconds: 15 * 60 }

/**
 * A new secret for making the first administrator, where there is none yet: printed at every start until it is used,
 * so that there is no default account or password (security document §3).
 */
export async function prepareFirstAdmin(db: Db): Promise<string | undefined> {
  if (await hasAdmin(db)) return undefined
  const secret = randomBytes(15).toString('hex').match(/.{6}/g)!.join('-')
  await replaceFirstAdminSecret(db, hashed(secret))
  return secret
}

/** Whether the shop still waits for its first administrator. */
export async function needsFirstAdmin(db: Db): Promise<boolean> {
  return !(await hasAdmin(db))
}

/**
 * Makes the first administrator; the secret works once, also when two use it at the same time.
 * @returns his id
 * @throws AppError SETUP_SECRET_WRONG, INVALID_INPUT, EMAIL_PHONE_ALREADY_USED, TOO_MANY_REQUESTS
 */
export async function makeFirstAdmin(
  { db }: Pick<Services, 'db'>,
  { secret, name, email, password }: Input<'dashboard/setup'>,
  request: { id: string; client: Client },
): Promise<number> {
  await takeFromClientLimit(db, { name: 'setup', client: request.client, ...TRIES })
  const account = await readWorkAccount({ name, email, password })
  return inTransaction(db, async (tx) => {
    if (!(await useFirstAdminSecret(tx, hashed(secret.trim())))) throw new AppError('SETUP_SECRET_WRONG')
    const id = await addWorkAccount(tx, account, { role: 'admin', staffId: null })
    await writeAudit(tx, {
      actorId: id,
      action: 'first administrator made',
      object: { type: 'user', id },
      request,
    })
    return id
  })
}

function hashed(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
