import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError } from '#config.ts'
import { isWithoutStore, useObjectStore } from '#test/object-store.ts'
import { copyFiles, verifyFiles } from './copy-files.ts'
import { storageErrors } from './errors.ts'
import { createLocalFiles } from './local.ts'
import { createS3Files } from './s3.ts'
import { proveAccess } from './s3-access.ts'
import type { S3Settings } from './s3-client.ts'
import type { Storage, StoredFile } from './storage.ts'

const MIB = 1024 * 1024
const PICTURE = 'i-0123456789abcdef0123456789abcdef.webp'
const BACKUP = 'nukkad-2026-11-27-010203-made.tar.gz'
const store = useObjectStore()
const lines: Record<string, unknown>[] = []
const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
/** Short timeouts, within which even a busy machine answers a request without a simulated failure. */
const patience = { answerMs: 20_000, idleMs: 20_000, tries: 3 }
const impatience = { answerMs: 300, idleMs: 300, tries: 2 }

const files = (settings: Partial<S3Settings> = {}, wait = patience) =>
  createS3Files({ settings: { ...store.through, ...settings }, log, patience: wait })
let count = 0
/** Opens files below a prefix that no other test uses, because names of files are never reused. */
const fresh = (wait = patience) => {
  count += 1
  return files({ prefix: `test-${count}/` }, wait)
}
const keyOf = (name: string, folder = 'public') => `/test-${count}/${folder}/${name}`
const read = async (storage: Storage, name: string) => {
  const file = await storage.open(name)
  return file && buffer(file.stream)
}
const listed = async (storage: Storage) => {
  const all: StoredFile[] = []
  for await (const file of storage.list()) all.push(file)
  return all
}
async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const errorCount = async (operation: string, fault: string) => {
  const { values } = await storageErrors.counter.get()
  return values.find(({ labels }) => labels.operation === operation && labels.fault === fault)?.value ?? 0
}

afterEach(() => {
  store.faulty?.heal()
  lines.length = 0
})

describe.skipIf(isWithoutStore)('files in an object store', () => {
  it('files are read as they were written, with their type, and are gone after they are removed', async () => {
    const { storage } = fresh()
    const bytes = randomBytes(100_000)
    await storage.write(PICTURE, bytes)
    expect(await read(storage, PICTURE)).toEqual(bytes)
    expect(await storage.find(PICTURE)).toEqual({ name: PICTURE, bytes: 100_000 })
    const object = await store.send(keyOf(PICTURE), { method: 'HEAD' })
    expect(object.headers.get('content-type')).toBe('image/webp')
    expect(object.headers.get('x-amz-meta-sha256')).toBe(await storage.checksum(PICTURE))
    await storage.remove(PICTURE)
    await storage.remove(PICTURE)
    expect(await storage.open(PICTURE)).toBeUndefined()
    expect([await storage.find(PICTURE), await storage.checksum(PICTURE)]).toEqual([undefined, undefined])
  })

  it('may be empty, and their names lead to no other folder', async () => {
    const { exports } = fresh()
    await exports.write('export-1.csv', pieces(Buffer.alloc(0), 1))
    expect(await read(exports, 'export-1.csv')).toEqual(Buffer.alloc(0))
    await expect(exports.write('../x.csv', Buffer.from('x'))).rejects.toThrow('no name of a stored file')
  })

  it('files of unknown size are sent in parts and read back as they were', async () => {
    const { backups } = fresh()
    const bytes = randomBytes(20 * MIB + 7)
    await backups.write(BACKUP, pieces(bytes, 1_000_003))
    expect(store.faulty.requests.filter((each) => each.startsWith('PUT'))).toHaveLength(4)
    expect((await read(backups, BACKUP))!.equals(bytes)).toBe(true)
    expect(await listed(backups)).toEqual([{ name: BACKUP, bytes: bytes.length }])
    await backups.remove(BACKUP)
    const left = await (await store.send(`?list-type=2&prefix=test-${count}/`)).text()
    expect(left).not.toContain('<Contents>')
  })

  it('files are listed beyond the first page', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `export-${index}.csv`)
    const { exports } = fresh()
    for (const name of names) await exports.write(name, Buffer.from(name))
    store.faulty.heal()
    const paged = createS3Files({ settings: { ...store.through, prefix: `test-${count}/` }, log, pageSize: 3 })
    expect((await listed(paged.exports)).map(({ name }) => name)).toEqual(names)
    expect(store.faulty.requests).toHaveLength(3)
  })

  it('files are opened by an address without a key that keeps the name and the type', async () => {
    fresh()
    const { exports } = files({ prefix: `test-${count}/`, publicEndpoint: store.settings.endpoint })
    await exports.write('export-9.csv', Buffer.from('a,b\n'))
    const as = { fileName: 'Orders 2026.csv', mediaType: 'text/csv' }
    const answer = await fetch((await exports.link('export-9.csv', as))!)
    expect(await answer.text()).toBe('a,b\n')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="Orders 2026.csv"')
    expect(await exports.link('export-8.csv', as)).toBeUndefined()
    expect(await fresh().exports.link('export-9.csv', as)).toBeUndefined()
    const forged = (await exports.link('export-9.csv', as))!.replace('export-9', 'export-8')
    expect((await fetch(forged)).status).toBe(403)
  })
})

describe.skipIf(isWithoutStore)('an object store that fails', () => {
  it('is called again after 503 and after an incomplete answer, and callers do not see the failure', async () => {
    const { storage } = fresh()
    store.faulty.fail({ kind: 'answers', status: 503 }, { times: 2 })
    await storage.write(PICTURE, Buffer.from('a picture of a dosa'))
    store.faulty.fail({ kind: 'cuts', afterBytes: 5 }, { times: 2 })
    expect(String(await read(storage, PICTURE))).toBe('a picture of a dosa')
    store.faulty.fail({ kind: 'answers', status: 429 }, { times: 2 })
    await storage.remove(PICTURE)
    expect(lines).toEqual([])
  })

  it('is called at most three times; then the failure is logged, counted and answered 503', async () => {
    const { storage } = fresh()
    const before = await errorCount('open', 'away')
    store.faulty.fail({ kind: 'answers', status: 503 }, { times: 9 })
    await expect(storage.open(PICTURE)).rejects.toMatchObject({ fault: 'away', statusCode: 503 })
    expect(store.faulty.requests).toHaveLength(3)
    expect(await errorCount('open', 'away')).toBe(before + 1)
    expect(lines).toMatchObject([{ event: 'storage.failed', operation: 'open', fault: 'away' }])
  })

  it('a store that stays silent is given up', async () => {
    const { storage } = fresh(impatience)
    store.faulty.fail({ kind: 'stays-silent' }, { times: 9 })
    await expect(storage.open(PICTURE)).rejects.toThrow('did not answer in time')
    await expect(storage.write(PICTURE, Buffer.from('a'))).rejects.toMatchObject({ fault: 'away' })
  })

  it('a store that is unreachable is reported as such', async () => {
    const { storage } = files({ endpoint: 'http://127.0.0.1:1111' })
    await expect(storage.open(PICTURE)).rejects.toMatchObject({ fault: 'away' })
  })

  it('a store that cuts a large file ends its stream with an error', async () => {
    const { backups } = fresh()
    await backups.write(BACKUP, randomBytes(3 * MIB))
    store.faulty.fail({ kind: 'cuts', afterBytes: 2 * MIB }, { times: 9, method: 'GET' })
    const file = await backups.open(BACKUP)
    await expect(buffer(file!.stream)).rejects.toMatchObject({ fault: 'away' })
    expect(lines).toMatchObject([{ event: 'storage.failed', operation: 'read' }])
  })

  it.each([1000, 3 * MIB])('the client never returns a changed file of %i bytes as complete', async (size) => {
    const { backups } = fresh()
    const before = (await errorCount('open', 'changed')) + (await errorCount('read', 'changed'))
    await backups.write(BACKUP, randomBytes(size))
    store.faulty.fail({ kind: 'changes', byte: size - 1 }, { times: 1, method: 'GET' })
    await expect(read(backups, BACKUP)).rejects.toMatchObject({ fault: 'changed' })
    expect((await errorCount('open', 'changed')) + (await errorCount('read', 'changed'))).toBe(before + 1)
  })

  it('a store that holds another file than was written, or one without a checksum, gives none', async () => {
    const { storage } = fresh()
    await storage.write(PICTURE, Buffer.from('a picture'))
    const sha256 = (await storage.checksum(PICTURE))!
    const headers = { 'x-amz-meta-sha256': sha256 }
    expect((await store.send(keyOf(PICTURE), { method: 'PUT', body: 'a forgery', headers })).ok).toBe(true)
    await expect(storage.open(PICTURE)).rejects.toMatchObject({ fault: 'changed' })
    await store.send(keyOf(PICTURE), { method: 'PUT', body: 'a picture' })
    await expect(storage.open(PICTURE)).rejects.toMatchObject({ fault: 'changed' })
  })

  it('refuses a body that changes on the way', async () => {
    fresh()
    const headers = { 'x-amz-content-sha256': '0'.repeat(64) }
    expect((await store.send(keyOf(PICTURE), { method: 'PUT', body: 'x', headers })).status).toBe(400)
  })

  it('a store that is full says so, keeps no part, and works again when it has room', async () => {
    const { storage, backups } = fresh()
    await store.limit(1)
    try {
      await expect(storage.write(PICTURE, Buffer.from('a picture'))).rejects.toMatchObject({
        fault: 'full',
        code: 'ENOSPC',
      })
    } finally {
      await store.limit(null)
    }
    await storage.write(PICTURE, Buffer.from('a picture'))
    expect(await backups.find(BACKUP)).toBeUndefined()
  })

  it('or a source that fails in the middle of an upload leaves no object and no parts', async () => {
    const { backups } = fresh()
    async function* broken() {
      yield randomBytes(17 * MIB)
      throw new Error('the database is gone')
    }
    await expect(backups.write(BACKUP, broken())).rejects.toThrow('the database is gone')
    store.faulty.fail({ kind: 'answers', status: 503 }, { times: 3, method: 'PUT' })
    await expect(backups.write(BACKUP, pieces(randomBytes(9 * MIB), MIB))).rejects.toMatchObject({ fault: 'away' })
    expect(await backups.find(BACKUP)).toBeUndefined()
    expect(await uploads()).not.toContain('<Upload>')
  })

  it('keeps parts of a killed upload until they are forgotten', async () => {
    const { backups } = fresh()
    await store.send(`${keyOf(BACKUP, 'private/backups')}?uploads=`, { method: 'POST' })
    await backups.forgetParts(3_600_000)
    expect(await uploads()).toContain(BACKUP)
    await backups.forgetParts(0)
    expect(await uploads()).not.toContain('<Upload>')
  })

  const uploads = async () => (await store.send(`?uploads=&prefix=test-${count}/`)).text()
})

describe.skipIf(isWithoutStore)('the start', () => {
  it.each<[string, Partial<S3Settings>]>([
    ['S3_BUCKET', { bucket: 'another' }],
    ['S3_SECRET_ACCESS_KEY', { secretAccessKey: 'wrong' }],
    ['S3_REGION', { region: 'eu-west-9' }],
  ])('is refused with one line that names %s when it is wrong', async (name, wrong) => {
    const refusal = await proveAccess({ ...store.settings, ...wrong }, log).catch((error: Error) => error)
    expect(refusal).toBeInstanceOf(ConfigError)
    expect((refusal as Error).message).toMatch(new RegExp(`^${name} is not usable: .+\\.$`))
    expect((refusal as Error).message).not.toContain(store.settings.secretAccessKey)
  })

  it('names S3_ENDPOINT when no object store answers there', async () => {
    store.faulty.fail({ kind: 'answers', status: 405 }, { times: 9 })
    await expect(proveAccess(store.through, log)).rejects.toThrow(/^S3_ENDPOINT is not usable: /)
  })

  it('leaves nothing in the bucket, and goes on with a line in the log while the store is away or full', async () => {
    await proveAccess({ ...store.settings, prefix: 'probe/' }, log)
    expect(await (await store.send('?list-type=2&prefix=probe/')).text()).not.toContain('<Contents>')
    expect(lines).toEqual([])
    store.faulty.fail({ kind: 'answers', status: 503 }, { times: 9 })
    await proveAccess(store.through, log)
    expect(lines).toMatchObject([{ event: 'storage.unavailable', fault: 'away' }])
    store.faulty.fail({ kind: 'answers', status: 507 }, { times: 9 })
    await proveAccess(store.through, log)
    expect(lines[1]).toMatchObject({ event: 'storage.unavailable', fault: 'full' })
  })
})

describe.skipIf(isWithoutStore)('copying files between the data folder and the bucket', () => {
  let dataDir: string
  const said: string[] = []
  const show = (line: string) => void said.push(line)
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'nukkad-copy-'))
    for (const folder of ['uploads', 'exports', 'backups']) await mkdir(join(dataDir, folder))
    for (const name of ['a', 'b', 'c']) await writeFile(join(dataDir, 'uploads', `${name}.webp`), `picture ${name}`)
    await writeFile(join(dataDir, 'uploads', 'd.webp.part'), 'half a picture')
    await writeFile(join(dataDir, 'exports', 'export-1.csv'), 'a,b\n')
    await writeFile(join(dataDir, 'backups', BACKUP), randomBytes(9 * MIB))
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))
  afterEach(() => void said.splice(0))

  it('goes on where it stopped, compares each file, and leaves its source as it was', async () => {
    const [local, s3] = [createLocalFiles(dataDir), fresh()]
    store.faulty.fail({ kind: 'answers', status: 403 }, { times: 1, method: 'POST' })
    await expect(copyFiles(local, s3, show)).rejects.toMatchObject({ fault: 'refused' })
    store.faulty.heal()
    expect(await verifyFiles({ local, s3 }, show)).toBe(1)
    said.length = 0
    expect(await copyFiles(local, s3, show)).toBe(0)
    expect(said).toEqual([
      'pictures: 0 (0.0 MB) copied, 3 (0.0 MB) were there',
      'exports: 0 (0.0 MB) copied, 1 (0.0 MB) were there',
      'backups: 1 (9.0 MB) copied, 0 (0.0 MB) were there',
      'All files are there.',
    ])
    expect(await verifyFiles({ local, s3 }, show)).toBe(0)
    expect(await readFile(join(dataDir, 'uploads', 'a.webp'), 'utf8')).toBe('picture a')
    const back = await mkdtemp(join(tmpdir(), 'nukkad-back-'))
    expect(await copyFiles(s3, createLocalFiles(back), show)).toBe(0)
    const backup = await readFile(join(back, 'backups', BACKUP))
    expect(backup.equals(await readFile(join(dataDir, 'backups', BACKUP)))).toBe(true)
    await rm(back, { recursive: true })
  }, 120_000)

  it('finds a changed and a missing file, and copies both again', async () => {
    const [local, s3] = [createLocalFiles(dataDir), fresh()]
    expect(await copyFiles(local, s3, show)).toBe(0)
    await store.send(keyOf('a.webp'), { method: 'PUT', body: 'another picture' })
    await s3.storage.remove('b.webp')
    expect(await verifyFiles({ local, s3 }, show)).toBe(1)
    expect(said.at(-1)).toBe('2 files are missing or wrong in the bucket.')
    expect(await copyFiles(s3, local, show)).toBe(1)
    expect(await copyFiles(local, s3, show)).toBe(0)
    expect(await verifyFiles({ local, s3 }, show)).toBe(0)
  }, 120_000)
})
