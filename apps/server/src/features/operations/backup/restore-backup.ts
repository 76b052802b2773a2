import { mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '#config.ts'
import type { DatabaseAddress } from '#db/connection.ts'
import { copyIn, openClient } from '#db/copy.ts'
import { isMarkOf, readMark, recogniseDemo, replaceMark } from '#db/installation.ts'
import {
  createRegister,
  grantToApplication,
  listMigrations,
  lockSchema,
  type Migration,
  prepareJobs,
  runMigration,
} from '#db/migrate.ts'
import { addRegistries } from '#db/registries.ts'
import type { Storage } from '#outside/storage/storage.ts'
import {
  type Head,
  inspectArchive,
  JOBS,
  type Manifest,
  readEntries,
  SECRET,
  secretPrint,
  TABLES,
  type TableShape,
  UPLOADS,
} from './archive.ts'
import { readOwnSecret, SECRET_FILE } from './own-secret.ts'
import {
  copyJobsIn,
  copyTableIn,
  countOthers,
  dropEverything,
  hasTables,
  listSequences,
  listTables,
  makeRoomForJobs,
  openTables,
  queueJobs,
  setSequences,
} from './queries.ts'
import type { Entry } from './tar.ts'
import { asideOf, moveUploadsIn } from './uploads.ts'

const ENDING_TRIES = 10
const ENDING_WAIT_MS = 100

/**
 * A backup was not restored, and nothing was changed; the error's message gives the reason to the person at the
 * terminal.
 */
export class RestoreRefused extends Error {
  override name = 'RestoreRefused'
}

type Wish = {
  address: DatabaseAddress
  config: Pick<Config, 'dataDir' | 'secret' | 'demo'>
  path: string
  /** The object store that takes the pictures; the data folder if it is undefined. */
  pictures?: Storage | undefined
  /** Whether the restore deletes the existing data. */
  replaces?: boolean
  /** Whether the restore continues even if data that was encrypted with the old secret can no longer be decrypted. */
  acceptsOtherSecret?: boolean
}

type Restored = { head: Head; rows: number; files: number }

/**
 * Restores a backup in one transaction, so that the database is either unchanged or completely restored; the pictures
 * are moved in after the commit. The whole backup file is read and checked before anything is written. In an object
 * store, the pictures are written before the rows, and all other pictures are deleted after the commit; a failed
 * restore may leave pictures that no row names.
 * @throws DamagedArchive, RestoreRefused, StorageError; the database's error if it refuses a row
 */
export async function restoreBackup(wish: Wish): Promise<Restored> {
  const { head, manifest } = await inspectArchive(wish.path)
  const [before, after] = splitMigrations(head)
  requireSecret(head, manifest, wish)
  const client = await openClient(wish.address)
  const aside = asideOf(wish.config)
  try {
    await requireRoom(client, wish)
    if (wish.pictures) await uploadPictures(wish.path, wish.pictures)
    else await requireDisk(manifest, wish)
    await prepareJobs(wish.address)
    await rm(aside, { recursive: true, force: true })
    await mkdir(aside, { recursive: true })
    await client.query('begin')
    await lockSchema(client)
    if (wish.replaces) await dropEverything(client)
    await createRegister(client)
    for (const migration of before) await runMigration(client, migration)
    await requireOwnShape(client, head, manifest)
    const brought = await load(client, { path: wish.path, head, manifest, aside: wish.pictures ? undefined : aside })
    const secret = bringsSecret(manifest, wish.config) ? brought : undefined
    for (const migration of after) await runMigration(client, migration)
    await addRegistries(client)
    await adopt(client, wish, secret)
    await grantToApplication(client)
    await client.query('commit')
    if (secret !== undefined) await replaceSecret(wish.config, secret)
    if (wish.pictures) await removeOtherPictures(manifest, wish.pictures)
    else await moveUploadsIn(wish.config)
    await client.query('analyze')
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
    return { head, rows, files: Object.keys(manifest.entries).filter((name) => name.startsWith(UPLOADS)).length }
  } finally {
    await client.end()
    await rm(aside, { recursive: true, force: true })
  }
}

/** Splits the migrations of this release into those that the backup has and those that came later. */
function splitMigrations(head: Head): [Migration[], Migration[]] {
  const known = listMigrations()
  for (const [index, { name, checksum }] of head.migrations.entries()) {
    const ours = known[index]
    if (!ours || (ours.name !== name && !known.some((each) => each.name === name)))
      throw new RestoreRefused(`This backup is of a newer release: it knows ${name}. Restore it with that release.`)
    if (ours.name !== name || ours.checksum !== checksum)
      throw new RestoreRefused(`This backup is of another edition of Nukkad: ${name} is not the one of this release.`)
  }
  return [known.slice(0, head.migrations.length), known.slice(head.migrations.length)]
}

/** Requires the secret that encrypted the data, unless the backup contains it. */
function requireSecret(head: Head, manifest: Manifest, { config, acceptsOtherSecret }: Wish): void {
  if (bringsSecret(manifest, config) || acceptsOtherSecret || head.secret_print === secretPrint(config.secret)) return
  throw new RestoreRefused(
    'This backup was made under another APP_SECRET: second factors and the secrets of webhooks could not be opened. Set that APP_SECRET, or add --other-secret to go without them.',
  )
}

function bringsSecret(manifest: Manifest, config: Wish['config']): boolean {
  return SECRET in manifest.entries && readOwnSecret(config) !== undefined
}

/**
 * Refuses a backup of a demo city outside the demo, and a backup whose fingerprint of the secret does not belong to the
 * secret that it contains. With `acceptsOtherSecret` the shop uses the secret of this machine from now on.
 */
async function adopt(client: pg.Client, { config, acceptsOtherSecret }: Wish, brought: string | undefined) {
  if ((await recogniseDemo(client)) && !config.demo)
    throw new RestoreRefused('This backup is of a demo city, whose passwords are published: it cannot become a shop.')
  const secret = brought ?? config.secret
  const mark = await readMark(client)
  if (mark === null || isMarkOf(mark, secret)) return
  if (brought !== undefined || !acceptsOtherSecret)
    throw new RestoreRefused('This backup belongs to another APP_SECRET than it says.')
  await replaceMark(client, secret)
}

/**
 * Counts the other connections, again while there are any, because PostgreSQL may list a connection for a moment after
 * its program has closed it.
 */
async function countAfterEnding(client: pg.Client): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const others = await countOthers(client)
    if (others === 0 || tries === ENDING_TRIES) return others
    await sleep(ENDING_WAIT_MS)
  }
}

async function requireRoom(client: pg.Client, { replaces }: Wish): Promise<void> {
  const others = await countAfterEnding(client)
  if (others > 0) throw new RestoreRefused(`The database is in use (${others} connections). Stop the server first.`)
  if (!replaces && (await hasTables(client)))
    throw new RestoreRefused('This database is not empty. Add --replace to throw away all that is in it.')
}

/**
 * Refuses a backup that names other tables, columns or sequences than its own release has, because such a backup was
 * made by hand, and could write where no real backup writes.
 */
async function requireOwnShape(client: pg.Client, head: Head, manifest: Manifest): Promise<void> {
  const described = ({ name, columns }: TableShape) => [name, ...columns.toSorted()].map(pg.escapeIdentifier).join()
  const ours = (await listTables(client)).map(described).sort()
  const theirs = head.tables.map(described).sort()
  const sequences = await listSequences(client)
  const strange = Object.entries(manifest.sequences).some(
    ([name, last]) => last !== null && !Object.hasOwn(sequences, name),
  )
  if (strange || ours.length !== theirs.length || ours.some((table, index) => table !== theirs[index]))
    throw new RestoreRefused('This backup describes other tables than its release has.')
}

/** Refuses a restore that would fill the disk to which the shop writes. */
async function requireDisk({ entries }: Manifest, { config }: Wish): Promise<void> {
  const disk = await statfs(config.dataDir).catch(() => undefined)
  const uploads = Object.entries(entries).filter(([name]) => name.startsWith(UPLOADS))
  const bytes = uploads.reduce((sum, [, entry]) => sum + entry.bytes, 0)
  if (disk && bytes > disk.bavail * disk.bsize)
    throw new RestoreRefused('There is not enough room on the disk for the pictures of this backup.')
}

async function uploadPictures(path: string, pictures: Storage): Promise<void> {
  for await (const { name, bytes } of readEntries(path))
    if (name.startsWith(UPLOADS)) await pictures.write(name.slice(UPLOADS.length), bytes)
}

async function removeOtherPictures({ entries }: Manifest, pictures: Storage): Promise<void> {
  for await (const { name } of pictures.list()) if (!Object.hasOwn(entries, UPLOADS + name)) await pictures.remove(name)
}

/**
 * A checked backup to load. `aside` is the folder that collects its pictures; undefined means that the pictures are not
 * loaded.
 */
type Source = { path: string; head: Head; manifest: Manifest; aside: string | undefined }

/** Loads rows, jobs and pictures; returns the secret in the backup, if the backup has one. */
async function load(client: pg.Client, { path, head, manifest, aside }: Source): Promise<string | undefined> {
  const loaded = new Set<string>()
  let secret: string | undefined
  const close = await openTables(client, head.tables)
  await makeRoomForJobs(client)
  const entries = new Peekable(readEntries(path))
  for (let entry = await entries.peek(); entry; entry = await entries.peek()) {
    const { name, bytes } = entry
    const folder = name.slice(0, name.lastIndexOf('/') + 1)
    const table = head.tables.find((each) => `${TABLES}${each.name}/` === folder)
    if (table) {
      requireRows(table.name, manifest, await copyIn(client, copyTableIn(table), entries.in(folder)))
      loaded.add(table.name)
    } else if (folder === `${JOBS}/`) await copyIn(client, copyJobsIn, entries.in(folder))
    else {
      if (folder === UPLOADS && aside) await writeFile(join(aside, name.slice(UPLOADS.length)), bytes, { flag: 'wx' })
      if (name === SECRET) secret = bytes.toString('utf8').trim()
      await entries.next()
    }
  }
  for (const { name } of head.tables) if (!loaded.has(name)) requireRows(name, manifest, 0)
  await close()
  await setSequences(client, manifest.sequences)
  await queueJobs(client)
  return secret
}

function requireRows(table: string, manifest: Manifest, rows: number): void {
  if (rows !== manifest.rows[table])
    throw new Error(`${table} took ${rows} rows in place of ${manifest.rows[table]}; nothing was restored`)
}

/** Reads entries one by one, or all consecutive entries of a folder as one stream. */
class Peekable {
  readonly #source: AsyncIterator<Entry>
  #ahead: Entry | undefined

  constructor(entries: AsyncIterable<Entry>) {
    this.#source = entries[Symbol.asyncIterator]()
  }

  async peek(): Promise<Entry | undefined> {
    if (!this.#ahead) {
      const { value, done } = await this.#source.next()
      this.#ahead = done ? undefined : value
    }
    return this.#ahead
  }

  async next(): Promise<void> {
    await this.peek()
    this.#ahead = undefined
  }

  async *in(folder: string): AsyncGenerator<Buffer, void, undefined> {
    for (let entry = await this.peek(); entry?.name.startsWith(folder); entry = await this.peek()) {
      yield entry.bytes
      await this.next()
    }
  }
}

async function replaceSecret({ dataDir }: Wish['config'], secret: string): Promise<void> {
  const aside = join(dataDir, `${SECRET_FILE}.restoring`)
  await writeFile(aside, secret, { mode: 0o600 })
  await rename(aside, join(dataDir, SECRET_FILE))
}
