import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useTestApp } from '#test/harness.ts'
import { clearUnfinished } from './take-backup.ts'

const test = useTestApp({ isNoted: false })
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nukkad-killed-'))
  await mkdir(join(dataDir, 'backups'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** A process that writes an endless backup and reports when a large part of it is on the disk. */
const endless = `
  import { randomBytes } from 'node:crypto'
  import { writeArchive } from '${join(import.meta.dirname, 'write-archive.ts')}'
  async function* entries() {
    for (let count = 0; ; count++) {
      yield { name: 'part' + count, bytes: randomBytes(1_000_000) }
      if (count === 20) console.log('much')
      await new Promise((done) => setTimeout(done, count < 20 ? 0 : 50))
    }
  }
  await writeArchive(entries(), process.argv[1])`

it('a backup that is killed leaves no name in the folder', async () => {
  const path = join(dataDir, 'backups', 'nukkad-2026-11-22-000000-made.tar.gz')
  const child = spawn(process.execPath, ['--input-type=module', '-e', endless, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout!, 'data')
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  expect(await readdir(join(dataDir, 'backups'))).toEqual([])
})

it('a start removes the remains where the file system has no nameless files, and completes a killed restore', async () => {
  const { host, port, user, password, database } = test.pool.options
  const address = { host: host!, port: port!, user: user!, password: String(password), database: database! }
  const at = (...names: string[]) => join(dataDir, ...names)
  const clear = () => clearUnfinished({ address, config: { dataDir, secret: 'a secret of 32 characters for tests' } })
  await writeFile(at('backups', 'nukkad-2026-11-22-000000-planned.tar.gz.part'), 'half a shop')
  await writeFile(at('backups', 'kept.tar.gz'), 'a whole one')
  // Puts the data into the state after a restore was killed while it copied rows, so that no row was committed.
  await mkdir(at('uploads'))
  await writeFile(at('uploads', 'a.webp'), 'present')
  await mkdir(at('uploads.restoring'))
  await writeFile(at('uploads.restoring', 'a.webp'), 'half')
  await clear()
  expect(await readdir(at('backups'))).toEqual(['kept.tar.gz'])
  expect((await readdir(dataDir)).sort()).toEqual(['backups', 'uploads'])
  expect(await readFile(at('uploads', 'a.webp'), 'utf8')).toBe('present')
  // Puts the data into the state after a restore was killed between its two final moves of pictures; the rows of that
  // restore are committed, so the new pictures must stay.
  await mkdir(at('uploads.old'))
  await rm(at('uploads'), { recursive: true })
  await mkdir(at('uploads.restoring'))
  await writeFile(at('uploads.restoring', 'a.webp'), 'restored')
  await clear()
  expect((await readdir(dataDir)).sort()).toEqual(['backups', 'uploads'])
  expect(await readFile(at('uploads', 'a.webp'), 'utf8')).toBe('restored')
})
