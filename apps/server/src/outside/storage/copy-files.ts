import { finished } from 'node:stream/promises'
import { StorageError } from './errors.ts'
import type { Files, Storage } from './storage.ts'

const kinds = [
  ['storage', 'pictures'],
  ['exports', 'exports'],
  ['backups', 'backups'],
] as const satisfies readonly (readonly [keyof Files, string])[]

type Show = (line: string) => void
type Sum = { files: number; bytes: number }

const MIB = 1024 * 1024
const shown = ({ files, bytes }: Sum): string => `${files} (${(bytes / MIB).toFixed(1)} MB)`

/**
 * Copies all files that are missing in the target or differ from the target's file. Each copy is compared with its
 * source, which stays.
 * @returns the exit code: 1 if a file could not be copied
 * @throws StorageError when the object store is away, full or refuses
 */
export async function copyFiles(from: Files, to: Files, show: Show): Promise<number> {
  let bad = 0
  for (const [kind, title] of kinds) {
    const [copied, same] = [empty(), empty()]
    for await (const file of from[kind].list()) {
      const outcome = await copyFile(from[kind], to[kind], file.name)
      if (outcome === 'gone') continue
      if (outcome !== 'copied' && outcome !== 'same') {
        bad += 1
        show(`  ${title}: ${file.name} ${outcome.wrong}`)
      } else add(outcome === 'same' ? same : copied, file.bytes)
    }
    show(`${title}: ${shown(copied)} copied, ${shown(same)} were there`)
  }
  show(bad === 0 ? 'All files are there.' : `${bad} files could not be copied.`)
  return bad === 0 ? 0 : 1
}

type Outcome = 'copied' | 'same' | 'gone' | { wrong: string }

async function copyFile(from: Storage, to: Storage, name: string): Promise<Outcome> {
  try {
    const wanted = await from.checksum(name)
    if (wanted === undefined) return 'gone'
    if ((await checksumIfWhole(to, name)) === wanted) return 'same'
    const file = await from.open(name)
    if (!file) return 'gone'
    await to.write(name, file.stream)
    return (await to.checksum(name)) === wanted ? 'copied' : { wrong: 'is another file after copying' }
  } catch (error) {
    // If a file has changed, only the copy of that file failed; after any other failure of the store, all further
    // copies would fail too.
    if (error instanceof StorageError && error.fault === 'changed') return { wrong: error.message }
    throw error
  }
}

/**
 * Reads every file of both sides and compares them.
 * @returns the exit code: 1 if a file is missing or wrong in the object store
 * @throws StorageError when the object store is away
 */
export async function verifyFiles({ local, s3 }: { local: Files; s3: Files }, show: Show): Promise<number> {
  let bad = 0
  for (const [kind, title] of kinds) {
    const [equal, onlyHere, onlyThere] = [empty(), empty(), empty()]
    const seen = new Set<string>()
    for await (const { name, bytes } of s3[kind].list()) {
      seen.add(name)
      const wrong = await problemOf(local[kind], s3[kind], name)
      if (wrong) show(`  ${title}: ${name} ${wrong}`)
      if (wrong) bad += 1
      else add((await local[kind].find(name)) ? equal : onlyThere, bytes)
    }
    for await (const { name, bytes } of local[kind].list()) if (!seen.has(name)) add(onlyHere, bytes)
    show(`${title}: ${shown(equal)} equal, ${shown(onlyThere)} only in the bucket, ${shown(onlyHere)} only here`)
    bad += onlyHere.files
  }
  show(bad === 0 ? 'The bucket has every file, and all are whole.' : `${bad} files are missing or wrong in the bucket.`)
  return bad === 0 ? 0 : 1
}

/** Reads a file of the bucket to its end, which verifies its checksum, and compares it with the local file. */
async function problemOf(local: Storage, s3: Storage, name: string): Promise<string | undefined> {
  try {
    const file = await s3.open(name)
    if (!file) return undefined
    await finished(file.stream.resume())
    const here = await local.checksum(name)
    return here === undefined || here === (await s3.checksum(name)) ? undefined : 'differs from the one here'
  } catch (error) {
    if (error instanceof StorageError && error.fault === 'changed') return error.message
    throw error
  }
}

/** An object without a checksum counts as a different file. */
async function checksumIfWhole(storage: Storage, name: string): Promise<string | undefined> {
  return storage.checksum(name).catch((error: unknown) => {
    if (error instanceof StorageError && error.fault === 'changed') return undefined
    throw error
  })
}

function empty(): Sum {
  return { files: 0, bytes: 0 }
}

function add(sum: Sum, bytes: number): void {
  sum.files += 1
  sum.bytes += bytes
}
