import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openClient } from '#db/copy.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { listJobs, runJobs } from '#test/run-jobs.ts'
import { createStaff } from '#test/staff.ts'
import { inspectArchive } from './archive.ts'
import { jobs } from './jobs.ts'
import { keptPath, newName } from './kept.ts'
import { claimBackup } from './queries.ts'

const test = useTestApp()
const { admin, member, signIn, ask, auditOf, cookieWith } = createStaff(test)

const folder = () => join(test.services.config.dataDir, 'backups')
const planned = (hoursAgo: number) => newName('planned', new Date(Date.now() - hoursAgo * 3_600_000))
const keep = (name: string) => writeFile(join(folder(), name), 'kept')
const runDue = () => runJobs(test, jobs)
const plan = () => jobs.tasks['start-planned-backup']!({}, test.services)

async function set(values: Record<string, string>) {
  for (const [key, value] of Object.entries(values)) await test.build.setting(key, value)
  await test.services.settings.reload()
}

async function administrator() {
  const person = await admin()
  return { ...person, cookie: (await signIn(person)).cookie }
}

beforeEach(async () => {
  await mkdir(folder(), { recursive: true })
  await test.db.deleteFrom('backup_runs').execute()
})

describe('the backups on the dashboard', () => {
  it('backups are made in the background, need the permission to change settings, one at a time, and are recorded', async () => {
    const keeper = await member('settings_manage')
    const { cookie } = await signIn(keeper)
    expect((await ask('dashboard/backups/make', {}, { cookie })).status).toBe(200)
    const again = await ask('dashboard/backups/make', {}, { cookie })
    expect([again.status, codeOf(again)]).toEqual([409, 'BACKUP_RUNNING'])
    expect((await ask('dashboard/backups', {}, { cookie })).body.last_run).toMatchObject({ status: 'waiting' })
    await runDue()
    const { body } = await ask('dashboard/backups', {}, { cookie })
    expect(body).toMatchObject({
      plan: 'hourly',
      keeps: 24,
      may_take: false,
      last_run: { status: 'done', fault: null },
    })
    const [kept] = body.backups
    expect(kept).toMatchObject({ cause: 'made', name: expect.stringMatching(/^nukkad-[\d-]+-made\.tar\.gz$/) })
    const path = keptPath(test.services.config, kept!.name)
    expect(await stat(path)).toMatchObject({ size: kept!.bytes, mode: 0o100600 })
    expect(Math.abs(Date.parse(kept!.made_at) - Date.now())).toBeLessThan(60_000)
    expect((await inspectArchive(path)).manifest.rows.users).toBeGreaterThan(0)
    expect(await auditOf(keeper.id)).toMatchObject([{ action: 'dashboard.signed_in' }, { action: 'backup.requested' }])
    expect((await ask('dashboard/backups/make', {}, { cookie })).status).toBe(200)
  })

  it('[GAP-75, T-10] backups are downloaded and deleted only by administrators, and each time recorded', async () => {
    const name = planned(1)
    await keep(name)
    const { id, cookie } = await administrator()
    const keeper = await cookieWith('settings_manage')
    const take = (by?: string, of = name, headers = {}) =>
      test.send(`/dashboard/backups/${of}`, { method: 'GET', headers: { ...(by && { cookie: by }), ...headers } })
    expect(codeOf(await take())).toBe('SESSION_MISSING')
    expect(codeOf(await take(keeper))).toBe('PERMISSION_MISSING')
    expect(codeOf(await take(cookie, name, { 'sec-fetch-site': 'cross-site' }))).toBe('FOREIGN_ORIGIN')
    for (const other of [planned(2), '..%2f..%2fsecret', 'secret'])
      expect(codeOf(await take(cookie, other)), other).toBe('NOT_FOUND')
    const file = await take(cookie, name, { 'sec-fetch-site': 'same-origin' })
    expect(file).toMatchObject({
      status: 200,
      body: 'kept',
      headers: {
        'content-type': 'application/gzip',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      },
    })

    expect(codeOf(await ask('dashboard/backups/delete', { name }, { cookie: keeper }))).toBe('PERMISSION_MISSING')
    expect(codeOf(await ask('dashboard/backups/delete', { name: '../secret' }, { cookie }))).toBe('NOT_FOUND')
    expect((await ask('dashboard/backups/delete', { name }, { cookie })).status).toBe(200)
    expect(codeOf(await ask('dashboard/backups/delete', { name }, { cookie }))).toBe('NOT_FOUND')
    expect((await auditOf(id)).slice(1)).toMatchObject([
      { action: 'backup.downloaded', object_type: 'backup', object_id: name },
      { action: 'backup.deleted', object_type: 'backup', object_id: name },
    ])
    const clerk = await cookieWith('coupons_manage')
    for (const call of ['dashboard/backups', 'dashboard/backups/make', 'dashboard/backups/delete'] as const)
      expect(codeOf(await ask(call, { name }, { cookie: clerk })), call).toBe('PERMISSION_MISSING')
  })
})

describe('the schedule of backups', () => {
  it('makes one every hour, or one a day, or none; and retains as many planned ones as it should', async () => {
    const names = async () => (await readdir(folder())).filter((name) => name.includes('planned')).sort()
    for (const name of await names()) await rm(join(folder(), name))
    await set({ backupPlan: 'off', backupsKept: '2' })
    await plan()
    await runDue()
    expect(await names()).toEqual([])

    const [old, older, oldest, byHand] = [planned(23), planned(30), planned(50), planned(60).replace('planned', 'made')]
    for (const name of [old, older, oldest, byHand]) await keep(name)
    await set({ backupPlan: 'daily' })
    await plan()
    await runDue()
    expect(await names()).toEqual([oldest, older, old])

    await set({ backupPlan: 'hourly' })
    await plan()
    await runDue()
    expect(await names()).toEqual([old, expect.stringMatching(/planned/)])
    expect(await readdir(folder())).toContain(byHand)
  })

  it('waits while another process makes one, and reports when none was made', async () => {
    const other = await openClient(test.services.address as object)
    await claimBackup(other)
    await plan()
    await runDue()
    expect(await listJobs(test)).toMatchObject([{ name: 'make-backup', inSeconds: expect.closeTo(120, -1) }])
    await other.end()
    const { id } = await test.db.selectFrom('backup_runs').select('id').executeTakeFirstOrThrow()
    await jobs.tasks['make-backup']!({ runId: id }, test.services)
    expect(await lastRun()).toMatchObject({ status: 'done', fault: null })

    // A file takes the place of the folder of backups, so that no backup can be written.
    await rm(folder(), { recursive: true })
    await writeFile(folder(), '')
    await plan()
    await runDue()
    expect(await lastRun()).toMatchObject({ cause: 'planned', status: 'failed', fault: 'given-up' })
    expect((await readdir(test.services.config.dataDir)).filter((name) => name.endsWith('.part'))).toEqual([])
    await rm(folder())
  })
})

const lastRun = async () =>
  (await ask('dashboard/backups', {}, { cookie: await cookieWith('settings_manage') })).body.last_run
