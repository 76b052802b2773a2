import { createHash, randomBytes } from 'node:crypto'
import type { Input } from '@nukkad/contract/contract.ts'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import { addWorkAccount, readWorkAccount } from '#features/identity/accounts/work-account.ts'
import type { CallContext, Services } from '#http/calls.ts'
import type { Client } from '#http/client.ts'
import { AppError } from '#http/errors.ts'
import { takeFromClientLimit } from '#http/limits.ts'
import { markByOperator } from '#http/session.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import {
  hasAdmin,
  hasUnenrolledAdmin,
  isByOperator,
  replaceEnrolmentCode,
  replaceEnrolmentSecret,
  replaceFirstAdminSecret,
  useEnrolmentCode,
  useEnrolmentSecret,
  useFirstAdminSecret,
} from './queries.ts'

const TRIES = { most: 10, windowSeconds: 15 * 60 }

/**
 * Returns a new secret for creating the first administrator, if there is none yet. The server prints the secret at
 * every start until it is used, so that there is no default account or password
 * (docs/reference/security.md#authentication).
 */
export async function prepareFirstAdmin(db: Db): Promise<string | undefined> {
  if (await hasAdmin(db)) return undefined
  const secret = newSecret()
  await replaceFirstAdminSecret(db, hashed(secret))
  return secret
}

/**
 * Returns a new secret with which an administrator sets up their first second factor; undefined if all administrators
 * have one. Only the operator reads the server's output, so a leaked password is not enough to take over the account.
 * The secret works once; a restart or `npm run enrolment-secret` creates another.
 */
export async function prepareEnrolment(db: Db): Promise<string | undefined> {
  if (!(await hasUnenrolledAdmin(db))) return undefined
  const secret = newSecret()
  await replaceEnrolmentSecret(db, hashed(secret))
  return secret
}

/**
 * Requires a secret for the setup of a first second factor in production, so that a leaked password is not enough. An
 * administrator needs the secret that `prepareEnrolment` printed, a member of staff or store owner the code that an
 * administrator issued. The secret and the code work once and mark the session as trusted. A session that began with
 * the setup secret already has this mark.
 * @throws AppError OPERATOR_SECRET_NEEDED, ENROLMENT_CODE_NEEDED, TOO_MANY_REQUESTS
 */
export async function requireVoucher({
  db,
  config,
  session,
  request,
  input,
}: CallContext<'dashboard/second-factor/start'>): Promise<void> {
  const { userId } = session
  if (config.mode !== 'production' || session.hasSecondFactor || (await isByOperator(db, session.id))) return
  const needed = session.isAdmin ? 'OPERATOR_SECRET_NEEDED' : 'ENROLMENT_CODE_NEEDED'
  const secret = session.isAdmin ? input.operator_secret : input.enrolment_code
  if (!secret) throw new AppError(needed)
  await takeFromClientLimit(db, { name: 'enrolment', client: request.client, ...TRIES })
  const secretHash = hashed(secret.trim())
  await inTransaction(db, async (tx) => {
    const isRight = session.isAdmin
      ? await useEnrolmentSecret(tx, secretHash)
      : await useEnrolmentCode(tx, { userId, codeHash: secretHash })
    if (!isRight) throw new AppError(needed)
    await markByOperator(tx, session.id)
    const action = session.isAdmin ? 'second_factor.operator_secret_used' : 'second_factor.enrolment_code_used'
    await writeAudit(tx, { actorId: userId, action, request })
  })
}

/**
 * Returns a code with which one member of staff or store owner sets up a first second factor. The code works once,
 * within a day, and replaces the earlier code.
 */
export async function issueEnrolmentCode(
  tx: Tx,
  { userId, byId }: { userId: number; byId: number },
): Promise<{ code: string; expiresAt: Date }> {
  const code = newSecret()
  return { code, expiresAt: await replaceEnrolmentCode(tx, { userId, byId, codeHash: hashed(code) }) }
}

/** Returns whether the shop has no administrator yet. */
export async function needsFirstAdmin(db: Db): Promise<boolean> {
  return !(await hasAdmin(db))
}

/**
 * Creates the first administrator. The secret works once, also when two people use it at the same time.
 * @returns their id
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
      action: 'first_admin.created',
      object: { type: 'user', id },
      request,
    })
    return id
  })
}

function newSecret(): string {
  return randomBytes(15).toString('hex').match(/.{6}/g)!.join('-')
}

function hashed(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
