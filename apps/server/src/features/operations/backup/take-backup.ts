import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import type { Config } from '#config.ts'
import type { DatabaseAddress } from '#db/connection.ts'
import { copyOut, openClient } from '#db/copy.ts'
import { refuseOtherSecret } from '#db/installation.ts'
import { StorageError } from '#outside/storage/errors.ts'
import { createLocalFiles } from '#outside/storage/local.ts'
import type { Files, Storage } from '#outside/storage/storage.ts'
import {
  FORMAT,
  HEAD,
  JOBS,
  jsonEntry,
  MANIFEST,
  type Manifest,
  SECRET,
  secretPrint,
  sha256,
  TABLES,
  UPLOADS,
} from './archive.ts'
import { readOwnSecret } from './own-secret.ts'
import {
  beginSnapshot,
  claimBackup,
  copyJobsOut,
  copyTableOut,
  listApplied,
  listSequences,
  listTables,
} from './queries.ts'
import type { Entry } from './tar.ts'
import { settleUploads } from './uploads.ts'
import { type Target, type Written, writeArchive } from './write-archive.ts'

/** Approximate size in bytes of the pieces in which the rows of a table are collected. */
const PIECE_BYTES = 4 * 1024 * 1024

/** Another process is making a backup of this database. */
export class BackupRunning extends Error {
  override name = 'BackupRunning'
}

type Source = {
  address: DatabaseAddress
  config: Pick<Config, 'dataDir' | 'secret'>
  /** Where the uploaded pictures are; by default in the data folder. */
  files?: Pick<Files, 'storage' | 'backups'>
}

/**
 * Writes the whole shop into one file, at a path or in a storage: all tables as they were at one moment, while orders
 * continue; the waiting jobs; the uploaded pictures. The file of a backup appears complete or not at all. A backup file
 * at a path can be read only by our own system account.
 * @throws BackupRunning; ConfigError when the secret is not the one of this database, because the backup would then
 * contain a wrong secret; the error of the disk, the object store or the database
 */
export async function takeBackup({ address, config, files }: Source, to: Target): Promise<Written> {
  const { storage, backups } = files ?? createLocalFiles(config.dataDir)
  const client = await openClient(address, { isBounded: true })
  try {
    await refuseOtherSecret(client, config.secret)
    if (!(await claimBackup(client))) throw new BackupRunning('Another backup is being made.')
    await backups.forgetParts(0)
    return await writeArchive(checked(entriesOf(client, config, storage)), to)
  } finally {
    await client.end()
  }
}

/**
 * Removes the remains of a killed backup or restore; a server calls this function when it starts. Remains in an object
 * store that cannot be reached stay until the next backup.
 */
export async function clearUnfinished({ address, config, files }: Source): Promise<void> {
  const { backups } = files ?? createLocalFiles(config.dataDir)
  const client = await openClient(address)
  try {
    if (!(await claimBackup(client))) return
    await settleUploads(config)
    await backups.forgetParts(0).catch((error: Error) => {
      if (!(error instanceof StorageError)) throw error
    })
  } finally {
    await client.end()
  }
}

type Counted = Pick<Manifest, 'rows' | 'sequences'>

async function* entriesOf(
  client: pg.Client,
  config: Source['config'],
  pictures: Storage,
): AsyncGenerator<Entry, Counted, undefined> {
  const at = await beginSnapshot(client)
  const tables = await listTables(client)
  yield jsonEntry(HEAD, {
    format: FORMAT,
    made_at: at.toISOString(),
    migrations: await listApplied(client),
    tables,
    secret_print: secretPrint(config.secret),
  })
  const rows: Counted['rows'] = {}
  for (const table of tables) {
    const copy = copyOut(client, copyTableOut(table))
    yield* pieces(`${TABLES}${table.name}/`, copy)
    rows[table.name] = copy.rows
  }
  yield* pieces(`${JOBS}/`, copyOut(client, copyJobsOut))
  const sequences = await listSequences(client)
  await client.query('commit')
  // Pictures are read after the rows, so that the backup contains every picture that the rows name, and perhaps newer
  // pictures.
  yield* uploads(pictures)
  const secret = readOwnSecret(config)
  if (secret) yield { name: SECRET, bytes: Buffer.from(secret) }
  return { rows, sequences }
}

/** Yields the entries of a backup, and at the end a manifest with the size and checksum of each entry. */
async function* checked(entries: AsyncGenerator<Entry, Counted, undefined>): AsyncGenerator<Entry, void, undefined> {
  const described: Manifest['entries'] = {}
  for (;;) {
    const { value, done } = await entries.next()
    if (done) return yield jsonEntry(MANIFEST, { entries: described, ...value })
    described[value.name] = { bytes: value.bytes.length, sha256: sha256(value.bytes) }
    yield value
  }
}

async function* pieces(folder: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Entry, void, undefined> {
  let held: Buffer[] = []
  let bytes = 0
  let count = 0
  const piece = (): Entry => {
    count += 1
    return { name: `${folder}${String(count).padStart(6, '0')}`, bytes: Buffer.concat(held) }
  }
  for await (const chunk of chunks) {
    held.push(chunk)
    bytes += chunk.length
    if (bytes < PIECE_BYTES) continue
    yield piece()
    held = []
    bytes = 0
  }
  if (bytes > 0) yield piece()
}

async function* uploads(pictures: Storage): AsyncGenerator<Entry, void, undefined> {
  const names: string[] = []
  for await (const { name } of pictures.list()) names.push(name)
  for (const name of names.sort()) {
    const file = await pictures.open(name)
    // A picture that was deleted after the list was read is left out.
    if (file) yield { name: `${UPLOADS}${name}`, bytes: await buffer(file.stream) }
  }
}
