import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoEmails } from '@nukkad/demo/logins.ts'
import type pg from 'pg'
import { type Config, ConfigError } from '#config.ts'
import { createClient, type DatabaseAddress, type Db } from './connection.ts'

type Settings = Pick<Config, 'demo' | 'secret' | 'dataDir' | 'databaseUrl'>

/**
 * Account codes (referral codes) that only the demo city uses; a real shop draws its codes at random, so no one can
 * choose one of these.
 */
const demoCodes = ['RIDER1', 'OWNER1', 'STAFF1', 'STAFF2']
const MIN_DEMO_CODES = 3

/**
 * Refuses to run on a database that is not for this configuration: a demo city if this is no demo, a real shop if this
 * is a demo, or data that belongs to another `APP_SECRET`. The first start stores a keyed hash of `APP_SECRET`.
 * @throws ConfigError with one sentence that says what to do
 */
export async function checkInstallation(address: DatabaseAddress, config: Settings): Promise<void> {
  const client = createClient(address)
  await client.connect()
  try {
    await requireRightKind(client, config)
    await requireOwnSecret(client, config)
  } finally {
    await client.end()
  }
}

async function requireRightKind(client: pg.Client, config: Settings): Promise<void> {
  const isDemo = await recogniseDemo(client)
  if (isDemo && !config.demo)
    throw new ConfigError(
      'This database holds the demo city, whose passwords are published: to begin an empty shop, set DATA_DIR to a new folder or DATABASE_URL to an empty database.',
    )
  if (!isDemo && config.demo)
    throw new ConfigError(
      'This database holds a shop of your own, and the demo would show its login codes to everyone: start it with DEMO=off, or set DATA_DIR to a new folder for the demo city.',
    )
}

/**
 * Returns whether the demo city was ever loaded into this database. Older releases left no mark, so accounts also prove
 * that the demo city was loaded: one account that can sign in and has both a published e-mail address and a code of the
 * city, or several accounts with such codes. A published address alone proves nothing, because anyone can register with
 * it and staff can give it to an account. Marks the database of an older release in which it recognises the demo city.
 */
export async function recogniseDemo(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_demo: boolean }>(
    `insert into installation (is_demo)
     values (exists (select from users u join user_roles r on r.user_id = u.id and r.role <> 'customer' where u.email = any($1) and u.referral_code = any($2))
             or (select count(*) from users where referral_code = any($2)) >= $3)
     on conflict (id) do update set is_demo = installation.is_demo or excluded.is_demo
     returning is_demo`,
    [demoEmails, demoCodes, MIN_DEMO_CODES],
  )
  return rows[0]!.is_demo
}

/** Marks a database as a demo, in the transaction that loads the demo city. */
export async function markAsDemo(client: pg.Client): Promise<void> {
  await client.query('insert into installation (is_demo) values (true) on conflict (id) do update set is_demo = true')
}

async function requireOwnSecret(client: pg.Client, config: Settings): Promise<void> {
  if ((await readMark(client)) === null) {
    refuseForeignFolder(config)
    await client.query('update installation set secret_mark = $1 where secret_mark is null', [markOf(config.secret)])
  }
  // Another process may have recorded its own secret first, so the stored hash is compared again.
  await refuseOtherSecret(client, config.secret)
}

/**
 * Refuses any secret except the one with which this database was first started.
 * @throws ConfigError
 */
export async function refuseOtherSecret(client: pg.Client, secret: string): Promise<void> {
  const mark = await readMark(client)
  if (mark !== null && !isMarkOf(mark, secret))
    throw new ConfigError(
      'This database belongs to another APP_SECRET: start with the secret that it was made with, or restore a backup of it with --other-secret.',
    )
}

/** Returns the stored hash of the secret, or null if no start has stored one. */
export async function readMark(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ secret_mark: string | null }>('select secret_mark from installation')
  return rows[0]?.secret_mark ?? null
}

/**
 * Returns a name for this shop that only processes with its database and its secret can derive, and with which the
 * subjects of the shop's messages on NATS begin.
 */
export async function nameSpace(db: Db, secret: string): Promise<string> {
  const { secret_mark } = await db.selectFrom('installation').select('secret_mark').executeTakeFirstOrThrow()
  return `nukkad-${createHmac('sha256', secret).update(`the messages of ${secret_mark}`).digest('hex').slice(0, 32)}`
}

/** Replaces the stored hash of the database's secret by the hash of another secret. */
export async function replaceMark(client: pg.Client, secret: string): Promise<void> {
  await client.query('update installation set secret_mark = $1', [markOf(secret)])
}

/** Returns whether a stored hash was made with this secret. */
export function isMarkOf(mark: string, secret: string): boolean {
  const [salt = ''] = mark.split(':')
  const [given, expected] = [Buffer.from(mark), Buffer.from(markOf(secret, salt))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function markOf(secret: string, salt = randomBytes(16).toString('hex')): string {
  return `${salt}:${createHmac('sha256', secret).update(`the database of a shop ${salt}`).digest('hex')}`
}

/**
 * Refuses a data folder with another secret than the configured one, for a database that has no stored hash yet because
 * it was created with the secret in the folder.
 */
function refuseForeignFolder({ databaseUrl, dataDir, secret }: Settings): void {
  const path = join(dataDir, 'secret')
  if (databaseUrl !== undefined || !existsSync(path) || readFileSync(path, 'utf8').trim() === secret) return
  throw new ConfigError(
    `${path} holds the secret that this database was made with, and APP_SECRET is another one: set APP_SECRET to what is in that file.`,
  )
}
