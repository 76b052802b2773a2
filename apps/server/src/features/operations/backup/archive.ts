import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { DamagedArchive, type Entry, readTar } from './tar.ts'

/** Version of the format of archives; raise it with each change that older programs cannot read. */
export const FORMAT = 1
export const HEAD = 'backup.json'
export const MANIFEST = 'manifest.json'
export const SECRET = 'secret'
export const JOBS = 'jobs'
export const UPLOADS = 'uploads/'
export const TABLES = 'tables/'

/**
 * Maximum number of entries in an archive, far above that of any shop's backup; a larger archive is an attempt to
 * exhaust memory.
 */
const MAX_ENTRIES = 2_000_000
/** Largest size of one picture in an archive; the product's own pictures are at most a third as large. */
const MAX_UPLOAD_BYTES = 16 * 1024 * 1024
const SECRET_FORM = /^[\x21-\x7e][\x20-\x7e]{30,}[\x21-\x7e]$/

const table = z.object({ name: z.string(), columns: z.array(z.string()) })
export type TableShape = z.output<typeof table>

/** The first entry of an archive: the source of the data and its structure. */
const head = z.object({
  format: z.int(),
  made_at: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(table),
  /** A fingerprint that shows whether a secret is the one that encrypted this data, without revealing the secret. */
  secret_print: z.string(),
})

/** The last entry of an archive: the checksums of all other entries, and the data that is not in rows. */
const manifest = z.object({
  entries: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })),
  rows: z.record(z.string(), z.int()),
  /** The last value of each sequence; null if the sequence was never used. */
  sequences: z.record(z.string(), z.string().nullable()),
})

export type Head = z.output<typeof head>
export type Manifest = z.output<typeof manifest>

export function jsonEntry(name: string, value: Head | Manifest): Entry {
  return { name, bytes: Buffer.from(`${JSON.stringify(value, undefined, 1)}\n`) }
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function secretPrint(secret: string): string {
  return sha256(Buffer.from(`backup of a shop under ${secret}`)).slice(0, 16)
}

/** Reads the entries of a backup. @throws DamagedArchive, also for a file that is not a backup; errors of the disk */
export async function* readEntries(path: string): AsyncGenerator<Entry, void, undefined> {
  const file = createReadStream(path)
  const unpacked = createGunzip()
  file.on('error', (error) => unpacked.destroy(error))
  try {
    yield* readTar(file.pipe(unpacked))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code?.startsWith('Z_') ? new DamagedArchive('it cannot be unpacked', { cause: error }) : error
  } finally {
    file.destroy()
  }
}

/**
 * Reads a whole backup and compares every entry with its checksum; the memory used does not grow with the size of the
 * backup.
 * @throws DamagedArchive with the reason
 */
export async function inspectArchive(path: string): Promise<{ head: Head; manifest: Manifest }> {
  const found = new Map<string, string>()
  let first: Head | undefined
  let last: Manifest | undefined
  for await (const { name, bytes } of readEntries(path)) {
    if (!first && name !== HEAD) throw new DamagedArchive('it is no backup')
    if (last || found.has(name)) throw new DamagedArchive(`its part ${shown(name)} comes twice, or after its end`)
    if (found.size >= MAX_ENTRIES) throw new DamagedArchive('it holds too many parts')
    if (name === MANIFEST) last = parse(manifest, bytes)
    else found.set(name, `${bytes.length} ${sha256(bytes)}`)
    first ??= readHead(bytes)
    if (name !== MANIFEST) requirePlace(name, bytes, first)
  }
  if (!first || !last) throw new DamagedArchive('it ends too early')
  const described = new Map(Object.entries(last.entries).map(([name, is]) => [name, `${is.bytes} ${is.sha256}`]))
  const wrong = [...found.keys(), ...described.keys()].find((name) => found.get(name) !== described.get(name))
  if (wrong !== undefined) throw new DamagedArchive(`its part ${shown(wrong)} is not what was written`)
  return { head: first, manifest: last }
}

/**
 * Refuses an entry that our backups never contain: the name of an entry must not lead to another folder, and its size
 * must fit its kind.
 */
function requirePlace(name: string, bytes: Buffer, { tables }: Head): void {
  const folder = name.slice(0, name.lastIndexOf('/') + 1)
  const file = name.slice(folder.length)
  const isOfTable = folder === `${JOBS}/` || tables.some((each) => folder === `${TABLES}${each.name}/`)
  const hasPlace =
    name === HEAD ||
    (name === SECRET && SECRET_FORM.test(bytes.toString('utf8').trim())) ||
    (isOfTable && /^\d{6,}$/.test(file)) ||
    (folder === UPLOADS && /^\w[\w.-]*$/.test(file) && bytes.length <= MAX_UPLOAD_BYTES)
  if (!hasPlace) throw new DamagedArchive(`it holds a file that has no place: ${shown(name)}`)
}

/** Makes a name from an archive safe to print in a terminal. */
function shown(name: string): string {
  return JSON.stringify(name.slice(0, 100)).slice(1, -1)
}

function readHead(bytes: Buffer): Head {
  if (parse(z.looseObject({ format: z.int() }), bytes).format > FORMAT)
    throw new DamagedArchive('it was made by a newer release, which writes backups in another form')
  return parse(head, bytes)
}

function parse<Shape extends z.ZodType>(shape: Shape, bytes: Buffer): z.output<Shape> {
  try {
    return shape.parse(JSON.parse(bytes.toString('utf8')))
  } catch (cause) {
    throw new DamagedArchive('its description cannot be read', { cause })
  }
}
