import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '#features/operations/backup/jobs.ts'
import { newName } from '#features/operations/backup/kept.ts'
import { restoreBackup } from '#features/operations/backup/restore-backup.ts'
import { createS3Files } from '#outside/storage/s3.ts'
import { emptyDatabase } from './database.ts'
import { codeOf, useTestApp } from './harness.ts'
import { isWithoutStore, useObjectStore } from './object-store.ts'
import { photo, uploadPicture } from './pictures.ts'
import { runJobs } from './run-jobs.ts'
import { createStaff } from './staff.ts'

const MIB = 1024 * 1024
const store = useObjectStore()
const test = useTestApp({
  config: {
    // The field is a getter, because its value is known only after the object store has started, shortly before the app
    // starts.
    get s3() {
      return isWithoutStore ? undefined : { ...store.through, prefix: 'shop/' }
    },
  },
})
const { admin, signIn, ask, auditOf, cookieWith } = createStaff(test)
const get = (url: string, cookie?: string) =>
  test.app.inject({ url, headers: { ...(cookie && { cookie, 'sec-fetch-site': 'same-origin' }) } })
const listed = async (prefix: string) => (await store.send(`?list-type=2&prefix=${prefix}`)).text()

let administrator: { id: number; cookie: string }
let owner: string
beforeAll(async () => {
  const person = await admin()
  administrator = { id: person.id, cookie: (await signIn(person)).cookie }
  owner = await cookieWith('promo_sliders_manage')
})
afterEach(() => store.faulty?.heal())

const upload = async () => uploadPicture(test, { use: 'slide', cookie: owner, picture: await photo() })
const keep = async (bytes: Buffer) => {
  const name = newName('made', new Date(Date.UTC(2026, 0, 1) + Math.floor(Math.random() * 1e10)))
  await test.services.outside.backups.write(name, bytes)
  return name
}

describe.skipIf(isWithoutStore)('a server whose files are in an object store', () => {
  it('serves uploaded pictures from there, writes none to its own disk, and answers 404 for one that is missing', async () => {
    const { path } = (await upload()).body
    const answer = await get(path)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(answer.rawPayload.length).toBe(Number(answer.headers['content-length']))
    expect(await listed('shop/public/')).toContain(path.split('/').at(-1))
    expect(existsSync(join(test.services.config.dataDir, 'uploads'))).toBe(false)
    expect((await get(path.replace(/[0-9a-f]{32}/, '0'.repeat(32)))).statusCode).toBe(404)
  })

  it('answers 503 for pictures while the store is unavailable, counts this, and serves all other calls', async () => {
    const { path } = (await upload()).body
    store.faulty.fail({ kind: 'answers', status: 503 }, { times: 1000 })
    const answer = await get(path)
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(codeOf(await upload())).toBe('TEMPORARILY_AWAY')
    expect((await test.call('get-settings')).status).toBe(200)
    const { body } = await test.send('/metrics', { method: 'GET', ip: '127.0.0.1' })
    expect(body).toMatch(/nukkad_storage_errors_total\{operation="open",fault="away"\} [1-9]/)
    store.faulty.heal()
    expect((await get(path)).statusCode).toBe(200)
  })

  it('never sends a changed picture', async () => {
    const { path } = (await upload()).body
    store.faulty.fail({ kind: 'changes', byte: 10 }, { times: 1, method: 'GET' })
    expect((await get(path)).statusCode).toBe(503)
  })

  it('stores backups there, which restore the shop with its pictures and remove later ones', async () => {
    const { path: picture } = (await upload()).body
    const name = picture.split('/').at(-1)!
    const { cookie } = administrator
    expect((await ask('dashboard/backups/make', {}, { cookie })).status).toBe(200)
    await runJobs(test, jobs)
    const { body } = await ask('dashboard/backups', {}, { cookie })
    expect(body.last_run).toMatchObject({ status: 'done', fault: null })
    const backup = body.backups[0]!
    expect(await listed('shop/private/backups/')).toContain(backup.name)
    const file = await get(`/dashboard/backups/${backup.name}`, cookie)
    expect([file.statusCode, file.rawPayload.length]).toEqual([200, backup.bytes])
    expect((await auditOf(administrator.id)).at(-1)).toMatchObject({ action: 'backup.downloaded' })

    const folder = await mkdtemp(join(tmpdir(), 'nukkad-restored-'))
    const { address, drop } = await emptyDatabase()
    try {
      await writeFile(join(folder, backup.name), file.rawPayload)
      const { storage: pictures } = createS3Files({
        settings: { ...store.settings, prefix: 'restored/' },
        log: test.services.log,
      })
      await pictures.write('later.webp', Buffer.from('a later picture'))
      const config = { ...test.services.config, dataDir: folder }
      const { files } = await restoreBackup({ address, config, path: join(folder, backup.name), pictures })
      expect(files).toBeGreaterThan(0)
      expect(await pictures.checksum(name)).toBe(await test.services.outside.storage.checksum(name))
      expect(await pictures.find('later.webp')).toBeUndefined()
      expect(existsSync(join(folder, 'uploads'))).toBe(false)
    } finally {
      await drop()
      await rm(folder, { recursive: true, force: true })
    }
    expect((await ask('dashboard/backups/delete', { name: backup.name }, { cookie })).status).toBe(200)
    expect(await listed('shop/private/backups/')).not.toContain(backup.name)
  }, 120_000)

  it('reports a backup for which the bucket has no room, and one during which the store became unavailable', async () => {
    const { cookie } = administrator
    const makeOne = async () => {
      await ask('dashboard/backups/make', {}, { cookie })
      await runJobs(test, jobs)
      return (await ask('dashboard/backups', {}, { cookie })).body.last_run
    }
    await store.limit(1)
    try {
      expect(await makeOne()).toMatchObject({ status: 'failed', fault: 'no-room' })
    } finally {
      await store.limit(null)
    }
    store.faulty.fail({ kind: 'answers', status: 503 }, { times: 1000, method: 'PUT' })
    expect(await makeOne()).toMatchObject({ status: 'failed', fault: 'given-up' })
  }, 60_000)

  it('cancels a download when the store fails, so that an incomplete file is not taken for a complete one', async () => {
    const name = await keep(randomBytes(3 * MIB))
    const address = await test.app.listen({ port: 0, host: '127.0.0.1' })
    const download = () =>
      fetch(`${address}/dashboard/backups/${name}`, {
        headers: { cookie: administrator.cookie, 'sec-fetch-site': 'same-origin' },
      })
    expect((await (await download()).arrayBuffer()).byteLength).toBe(3 * MIB)
    store.faulty.fail({ kind: 'cuts', afterBytes: 2 * MIB }, { times: 1000, method: 'GET' })
    const cut = await download()
    expect(cut.headers.get('content-length')).toBe(String(3 * MIB))
    await expect(cut.arrayBuffer()).rejects.toThrow()
    store.faulty.fail({ kind: 'changes', byte: MIB }, { times: 1000, method: 'GET' })
    await expect((await download()).arrayBuffer()).rejects.toThrow()
  })

  it('redirects browsers to the store for a download if they can reach it, after the same checks', async () => {
    const name = await keep(Buffer.from('a whole shop'))
    const at = `/dashboard/backups/${name}`
    const local = test.services.outside.backups
    const { settings } = store
    const s3 = { ...settings, prefix: 'shop/', publicEndpoint: settings.endpoint }
    test.services.outside.backups = createS3Files({ settings: s3, log: test.services.log }).backups
    try {
      expect(codeOf(await test.send(at, { method: 'GET' }))).toBe('SESSION_MISSING')
      expect((await get(at, owner)).statusCode).toBe(403)
      const answer = await get(at, administrator.cookie)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([302, 'no-store'])
      expect((await auditOf(administrator.id)).at(-1)).toMatchObject({
        action: 'backup.downloaded',
        object_id: name,
      })
      const file = await fetch(answer.headers.location!)
      expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
      expect(await file.text()).toBe('a whole shop')
      expect((await get(`/dashboard/backups/${newName('made')}`, administrator.cookie)).statusCode).toBe(404)
    } finally {
      test.services.outside.backups = local
    }
  })
})

describe('a start with wrong settings of the object store', () => {
  it.each([
    ['S3_BUCKET', { S3_ENDPOINT: 'https://store.test' }],
    ['S3_ENDPOINT', { S3_ENDPOINT: 'store.test' }],
  ])('is refused with one line that names %s', async (name, env) => {
    expect(await start(env)).toEqual({ code: 1, lines: [expect.stringMatching(new RegExp(`^${name} is `))] })
  })

  it.skipIf(isWithoutStore)('is refused when the store refuses the bucket', async () => {
    const { endpoint, accessKeyId, secretAccessKey } = store.settings
    const wrong = {
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_BUCKET: 'another',
    }
    expect(await start(wrong)).toEqual({
      code: 1,
      lines: ['S3_BUCKET is not usable: the store has no bucket "another".'],
    })
  })

  /** Starts a server process with an unreachable database, and returns its exit code and output. */
  async function start(env: Record<string, string>) {
    const dataDir = await mkdtemp(join(tmpdir(), 'nukkad-refused-'))
    const main = join(import.meta.dirname, '../src/main.ts')
    const child = spawn(process.execPath, [main, '--role=worker'], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: 'postgres://127.0.0.1:1/none', ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const said = text(child.stderr)
    const code = await new Promise((resolve) => child.on('exit', resolve))
    await rm(dataDir, { recursive: true, force: true })
    return { code, lines: (await said).trim().split('\n') }
  }
}, 60_000)
