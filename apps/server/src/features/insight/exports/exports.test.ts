import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tableNames } from '@nukkad/contract/tables/shapes.ts'
import { driveAccountJson, driveFolder, startDrive } from '@nukkad/simulators/drive.ts'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test as it, vi } from 'vitest'
import { createDrive } from '#outside/drive/drive.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { listJobs, runJobs } from '#test/run-jobs.ts'
import { createStaff } from '#test/staff.ts'
import { waitsForLock } from '#test/waits-for-lock.ts'
import { jobs } from './jobs.ts'
import { writeFile } from './write-file.ts'

const test = useTestApp()
const { admin, member, signIn, ask, auditOf } = createStaff(test)
let drive: Awaited<ReturnType<typeof startDrive>>
beforeAll(async () => {
  drive = await startDrive()
  // The simulator's URL is known only after it has started, because the system chooses its port; all other services are
  // set up as in production.
  const { services } = test
  Object.assign(services.outside, {
    drive: createDrive(services.settings, { driveUrls: drive.urls }, { pauseMs: 1 }),
  })
})
afterAll(() => drive.close())
beforeEach(() => drive.fail('none'))

const get = (url: string, cookie?: string, headers: Record<string, string> = {}) =>
  test.send(url, { method: 'GET', headers: { ...(cookie && { cookie }), ...headers } })

async function setDrive(values: { driveServiceAccountJson?: string; driveFolderId?: string }) {
  for (const [key, value] of Object.entries(values)) await test.build.setting(key, value)
  await test.services.settings.reload()
}
const withDrive = () => setDrive({ driveServiceAccountJson: driveAccountJson, driveFolderId: driveFolder })

/** Creates a person who may see the audit log, and entries that this person caused. */
async function auditor() {
  const person = await admin()
  const { cookie } = await signIn(person)
  return { ...person, cookie }
}
async function addresses(query: object, cookie: string, format = 'csv') {
  const { body } = await ask('dashboard/export', { table: 'audit', format, ...query }, { cookie })
  if (!('url' in body)) throw new Error(JSON.stringify(body))
  return body.url
}
const rowsOf = (csv: unknown) => parse(String(csv), { columns: true }) as Record<string, string>[]

const nasty = ['=1+1', '+1', '-1', '@x', '\tx', '\rx', 'a,"b"\nc', 'रवि 😀', 'a\u0001b', '<b>&amp;</b>']
const entry = (actorId: number, reason: string) => ({
  actor_id: actorId,
  action: 'legacy.test',
  object_type: 'test',
  reason,
})

describe('an export', () => {
  it.each(tableNames)('[U-25, U-26, GAP-53] an export of %s is made as CSV and as XML', async (table) => {
    const { cookie } = await auditor()
    for (const format of ['csv', 'xml']) {
      const { body } = await ask('dashboard/export', { table, format }, { cookie })
      const file = await get('url' in body ? body.url : '', cookie)
      expect(file.status).toBe(200)
      expect(file.headers['content-disposition']).toMatch(
        new RegExp(`^attachment; filename="${table.replaceAll('_', '-')}-\\d{4}-\\d\\d-\\d\\d-\\d{4}\\.${format}"$`),
      )
    }
  })

  it('[U-25, GAP-53] holds the filtered rows under the same headings, and neutralises formulas', async () => {
    const { id, cookie } = await auditor()
    await test.db
      .insertInto('audit_entries')
      .values(nasty.map((reason) => entry(id, reason)))
      .execute()
    await test.db
      .insertInto('audit_entries')
      .values(entry((await test.build.user()).id, 'of another'))
      .execute()
    const query = { filters: { actor: String(id), object_type: 'test' }, sort: 'at' }
    const file = await get(await addresses(query, cookie), cookie)
    expect(file.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' })
    const rows = rowsOf(file.body)
    const { body: page } = await ask('dashboard/table', { table: 'audit', ...query }, { cookie })
    expect(rows).toHaveLength(page.total)
    expect(Object.keys(rows[0]!)).toEqual(expect.arrayContaining(['No.', 'When', 'Who', 'What']))
    expect(rows.map((row) => row.Reason).sort()).toEqual(
      nasty.map((text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)).sort(),
    )
  })

  it('[U-26, GAP-53] as XML is well-formed with any text in its cells', async () => {
    const { id, cookie } = await auditor()
    await test.db
      .insertInto('audit_entries')
      .values(nasty.map((reason) => entry(id, reason)))
      .execute()
    const query = { filters: { actor: String(id), object_type: 'test' } }
    const { body } = await get(await addresses(query, cookie, 'xml'), cookie)
    const xml = String(body)
    expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rows table="audit">\n<row><id>/)
    expect(xml).not.toContain('<!')
    expect(xml).toContain('<reason>ab</reason>')
    expect(xml).toContain('<reason>&lt;b&gt;&amp;amp;&lt;/b&gt;</reason>')
    expect(xml.match(/<row>/g)).toHaveLength(nasty.length)
    // The XML is well-formed if nothing remains after whole elements are removed from the inside out.
    let left = xml.replace(/^<\?xml[^>]*\?>\n/, '')
    for (let before = ''; before !== left; ) {
      before = left
      left = left.replace(/<(\w+)(?: table="\w+")?>[^<>]*<\/\1>|<\w+\/>/g, '')
    }
    expect(left.trim()).toBe('')
  })

  it('[GAP-53] leaves numbers unchanged', async () => {
    const rows = async function* () {
      yield [{ id: 7, order_number: '-7', total: '-120.00', currency: 'INR' }] as never[]
    }
    let text = ''
    const moneyTable = tableNames.find((name) => name === ('orders' as string)) ?? 'audit'
    for await (const piece of writeFile(moneyTable, 'csv', rows())) text += piece
    expect(text).not.toContain("'-120.00")
    expect(text.split('\r\n')[1]).toContain('7')
  })

  it('[U-25] can be fetched once, in its session, within a minute, from one of our pages', async () => {
    const { cookie } = await auditor()
    const other = await auditor()
    const url = await addresses({}, cookie)
    expect(codeOf(await get(url))).toBe('SESSION_MISSING')
    expect(codeOf(await get(url, other.cookie))).toBe('NOT_FOUND')
    expect(codeOf(await get(url, cookie, { 'sec-fetch-site': 'cross-site' }))).toBe('FOREIGN_ORIGIN')
    expect((await get(url, cookie, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect(codeOf(await get(url, cookie))).toBe('NOT_FOUND')
    const late = await addresses({}, cookie)
    await test.db.updateTable('export_tickets').set({ expires_at: new Date() }).execute()
    expect(codeOf(await get(late, cookie))).toBe('NOT_FOUND')
    expect(codeOf(await get(`/dashboard/exports/${'x'.repeat(43)}`, cookie))).toBe('NOT_FOUND')
  })

  it('[GAP-75, T-10] needs the permission for the table, also if it was lost in the meantime, and is recorded', async () => {
    const clerk = await signIn(await member('coupons_manage'))
    expect(codeOf(await ask('dashboard/export', { table: 'audit', format: 'csv' }, clerk))).toBe('PERMISSION_MISSING')
    const { token } = await test.build.customer()
    const refused = await test.call('dashboard/export', { table: 'audit', format: 'csv' }, { token })
    expect(codeOf(refused)).toBe('PERMISSION_MISSING')
    const keeper = await member('settings_manage')
    const { cookie } = await signIn(keeper)
    const url = await addresses({ q: 'signed', filters: { actor: '7' } }, cookie)
    expect((await auditOf(keeper.id)).at(-1)).toMatchObject({
      action: 'table.exported',
      object_id: 'audit',
      after: { format: 'csv', to: 'browser', q: 'signed', filters: { actor: '7' } },
    })
    await test.db.deleteFrom('staff_permissions').where('user_id', '=', keeper.id).execute()
    expect(codeOf(await get(url, cookie))).toBe('PERMISSION_MISSING')
  })

  it('[GAP-53] refuses a filter or an order that the table does not have, and too many in an hour', async () => {
    const { cookie, id } = await auditor()
    const bad = (query: object) => ask('dashboard/export', { table: 'audit', format: 'csv', ...query }, { cookie })
    expect((await bad({ sort: 'constructor' })).status).toBe(400)
    expect((await bad({ filters: { nothing: 'x' } })).status).toBe(400)
    await test.db
      .insertInto('limit_counters')
      .values({ key: `exports:${id}`, window_started_at: new Date(), hits: 60 })
      .execute()
    expect(codeOf(await bad({}))).toBe('TOO_MANY_REQUESTS')
  })
})

describe('a long export', () => {
  const ROWS = 5000
  const WAIT = { timeout: 20_000, interval: 100 }

  it('[GAP-53] releases its connection when the reader leaves', async () => {
    const { id, cookie } = await auditor()
    await sql`
      insert into audit_entries (actor_id, action, object_type, reason)
      select ${id}::int, 'legacy.row_' || n, 'long', repeat('x', 4000) from generate_series(1, ${ROWS}::int) n`.execute(
      test.db,
    )
    const query = { filters: { object_type: 'long' } }
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = test.app.server.address() as AddressInfo
    const whole = await fetch(`http://127.0.0.1:${port}${await addresses(query, cookie)}`, { headers: { cookie } })
    expect((await whole.text()).match(/\r\n/g)).toHaveLength(ROWS + 1)

    const url = await addresses(query, cookie)
    const busy = () => test.pool.totalCount - test.pool.idleCount
    const wasWhole = await new Promise<boolean>((resolve, reject) => {
      const download = httpRequest({ host: '127.0.0.1', port, path: url, headers: { cookie } }, (response) => {
        // The test reads one chunk and then stops, so the cursor stays open until the test closes the connection.
        response.once('data', () => {
          response.pause()
          vi.waitFor(() => expect(busy()).toBe(1), WAIT)
            .finally(() => download.destroy())
            .then(() => resolve(response.complete), reject)
        })
      })
      download.on('error', () => {})
      download.end()
    })
    expect(wasWhole).toBe(false)
    await vi.waitFor(() => expect(busy()).toBe(0), WAIT)
  }, 60_000)
})

const show = async (id: number, cookie: string) => {
  const { body } = await ask('dashboard/exports/show', { id }, { cookie })
  return 'run' in body ? body.run : body
}

describe('an export to Drive', () => {
  const toDrive = (cookie: string, query: object = {}) =>
    ask('dashboard/export', { table: 'audit', format: 'drive', ...query }, { cookie })

  it('[U-27] names the missing setting while Drive is not set up', async () => {
    const { cookie } = await auditor()
    await setDrive({ driveServiceAccountJson: '', driveFolderId: '' })
    const first = await toDrive(cookie)
    expect([first.status, codeOf(first)]).toEqual([409, 'DRIVE_NOT_CONFIGURED'])
    expect(first.body).toMatchObject({ message: expect.stringContaining('driveServiceAccountJson') as string })
    await setDrive({ driveServiceAccountJson: driveAccountJson })
    expect((await toDrive(cookie)).body).toMatchObject({ message: expect.stringContaining('driveFolderId') as string })
  })

  it('[U-27, GAP-53] puts the same rows as the CSV into the folder and shows the link', async () => {
    await withDrive()
    const { cookie, id } = await auditor()
    const { body } = await toDrive(cookie, { filters: { actor: String(id) } })
    if (!('run_id' in body)) throw new Error('no run')
    expect(await show(body.run_id, cookie)).toMatchObject({ status: 'waiting', link: null })
    await runJobs(test, jobs)
    const run = await show(body.run_id, cookie)
    expect(run).toMatchObject({ status: 'done', rows: 2, fault: null, destination: 'drive' })
    expect(run).toHaveProperty('link', expect.stringMatching(/^https:\/\/drive\.google\.com\//))
    const file = drive.stored().at(-1)!
    expect(file).toMatchObject({ parents: [driveFolder], mimeType: 'text/csv; charset=utf-8' })
    expect(
      rowsOf(file.bytes)
        .map((row) => row.What)
        .sort(),
    ).toEqual(['Exported a table', 'Signed in to the dashboard'])
    const other = await auditor()
    expect(codeOf(await ask('dashboard/exports/show', { id: body.run_id }, other))).toBe('NOT_FOUND')
  })

  it('[U-27] begun twice with one key is one file, and a job that runs twice stores one file', async () => {
    await withDrive()
    const { cookie } = await auditor()
    const headers = { 'idempotency-key': 'one-press-of-the-button' }
    const press = () => ask('dashboard/export', { table: 'audit', format: 'drive' }, { cookie, headers })
    const [first, second] = [await press(), await press()]
    expect(second.body).toEqual(first.body)
    const before = drive.stored().length
    await runJobs(test, jobs)
    const { run_id: runId } = first.body as { run_id: number }
    // Puts the run into the state in which a process leaves it that dies after the last byte was sent and before the
    // end was recorded.
    await test.db.updateTable('export_runs').set({ status: 'waiting', link: null }).where('id', '=', runId).execute()
    await jobs.tasks['make-export']!({ runId }, test.services)
    expect(drive.stored()).toHaveLength(before + 1)
    expect(await show(runId, cookie)).toMatchObject({ status: 'done', link: expect.any(String) as string })
  })

  it.each([
    ['no-folder', 'failed', 'drive-folder'],
    ['full', 'failed', 'drive-full'],
    ['busy', 'waiting', 'drive-away'],
  ] as const)('[U-27] an export that meets %s is %s and reports %s', async (how, status, fault) => {
    await withDrive()
    const { cookie } = await auditor()
    const { body } = await toDrive(cookie)
    drive.fail(how)
    await runJobs(test, jobs)
    const { run_id: runId } = body as { run_id: number }
    expect(await show(runId, cookie)).toMatchObject({ status, fault, link: null })
    drive.fail('none')
    const waits = (await listJobs(test)).some(({ key }) => key === `make-export:${runId}`)
    expect(waits).toBe(status === 'waiting')
    if (waits) {
      await jobs.tasks['make-export']!({ runId }, test.services)
      expect(await show(runId, cookie)).toMatchObject({ status: 'done', fault: null })
    }
  })
})

describe('a planned export', () => {
  const daily = { name: 'What was done', table: 'audit', format: 'csv', cadence: 'daily', on_day: null, at_hour: 6 }
  const save = (cookie: string, plan: object = {}) =>
    ask('dashboard/export-plans/save', { ...daily, destination: 'mail', ...plan }, { cookie })
  const list = async (cookie: string) => (await ask('dashboard/exports', {}, { cookie })).body
  const makeDue = (id: number) =>
    test.db
      .updateTable('export_plans')
      .set({ next_run_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute()

  it('[GAP-53] runs at its hour in the time zone of the shop, on its day', async () => {
    const { cookie } = await auditor()
    const nextOf = async (plan: object) => new Date((await save(cookie, plan)).body.plan.next_run_at)
    const local = (at: Date) =>
      Object.fromEntries(
        new Intl.DateTimeFormat('en-GB', {
          weekday: 'short',
          day: 'numeric',
          hour: '2-digit',
          timeZone: 'Asia/Kolkata',
        })
          .formatToParts(at)
          .map(({ type, value }) => [type, value]),
      )
    const soon = await nextOf({})
    expect(local(soon)).toMatchObject({ hour: '06' })
    expect(soon.getTime() - Date.now()).toBeLessThanOrEqual(24 * 3_600_000)
    expect(local(await nextOf({ cadence: 'weekly', on_day: 3, at_hour: 23 }))).toMatchObject({
      weekday: 'Wed',
      hour: '23',
    })
    expect(local(await nextOf({ cadence: 'monthly', on_day: 28, at_hour: 0 }))).toMatchObject({ day: '28' })
    for (const wrong of [{ on_day: 1 }, { cadence: 'weekly', on_day: 8 }, { cadence: 'monthly', on_day: null }])
      expect((await save(cookie, wrong)).status).toBe(400)
  })

  it('[GAP-53] is made once for its time by any number of workers, and mailed as a link that requires sign-in', async () => {
    const person = await auditor()
    const { cookie } = person
    const { id } = (await save(cookie, { filters: { actor: String(person.id) } })).body.plan
    await makeDue(id)
    const start = jobs.tasks['start-due-exports']!
    await Promise.all([1, 2, 3].map(() => start({}, test.services)))
    expect((await list(cookie)).runs).toHaveLength(1)
    await runJobs(test, jobs)
    const { runs, plans } = await list(cookie)
    expect(runs).toMatchObject([{ plan_id: id, status: 'done', destination: 'mail', link: null }])
    expect(Date.parse(plans[0]!.next_run_at)).toBeGreaterThan(Date.now())
    const mail = await test.db
      .selectFrom('local_outbox')
      .select(['text'])
      .where('recipient', '=', person.email)
      .executeTakeFirstOrThrow()
    expect(mail.text).toContain('https://shop.test/dashboard/exports')
    const fetchIt = (as: string) => ask('dashboard/exports/fetch', { id: runs[0]!.id }, { cookie: as })
    const { body } = await fetchIt(cookie)
    const file = await get('url' in body ? body.url : '', cookie)
    expect(rowsOf(file.body).map((row) => row.What)).toContain('Planned an export')
    expect(codeOf(await fetchIt((await auditor()).cookie))).toBe('NOT_FOUND')
  })

  it('[GAP-53, V8.3.2] stops with a message when its owner may no longer see the table', async () => {
    const keeper = await member('settings_manage')
    const { cookie } = await signIn(keeper)
    const { id } = (await save(cookie)).body.plan
    await test.db.deleteFrom('staff_permissions').where('user_id', '=', keeper.id).execute()
    await makeDue(id)
    await runJobs(test, jobs)
    await jobs.tasks['start-due-exports']!({}, test.services)
    await runJobs(test, jobs)
    const { plans, runs } = await list(cookie)
    expect(runs).toMatchObject([{ status: 'failed', fault: 'permission' }])
    expect(plans).toMatchObject([{ is_active: false }])
    expect(codeOf(await save(cookie, { id }))).toBe('PERMISSION_MISSING')
    expect(codeOf(await ask('dashboard/export-plans/run', { id }, { cookie }))).toBe('PERMISSION_MISSING')
  })

  it('[GAP-53] can be changed, run now and deleted only by its owner', async () => {
    await setDrive({ driveServiceAccountJson: '', driveFolderId: '' })
    const { cookie, id: makerId } = await auditor()
    const other = await auditor()
    expect(codeOf(await save(cookie, { destination: 'drive' }))).toBe('DRIVE_NOT_CONFIGURED')
    await withDrive()
    const { id } = (await save(cookie, { destination: 'drive', format: 'xml' })).body.plan
    expect((await save(cookie, { id, destination: 'drive', format: 'xml', is_active: false })).body.plan).toMatchObject(
      {
        id,
        is_active: false,
      },
    )
    const run = (as: string) => ask('dashboard/export-plans/run', { id }, { cookie: as })
    for (const answer of [
      await save(other.cookie, { id }),
      await run(other.cookie),
      await ask('dashboard/export-plans/delete', { id }, other),
    ])
      expect(codeOf(answer)).toBe('NOT_FOUND')
    const { body } = await run(cookie)
    await runJobs(test, jobs)
    expect(await show(body.run_id, cookie)).toMatchObject({ status: 'done', format: 'xml' })
    await setDrive({ driveFolderId: '' })
    expect(
      codeOf(
        await ask(
          'dashboard/export-plans/run',
          { id, token: undefined },
          { cookie, headers: { 'idempotency-key': crypto.randomUUID() } },
        ),
      ),
    ).toBe('DRIVE_NOT_CONFIGURED')
    expect((await ask('dashboard/export-plans/delete', { id }, { cookie })).body).toEqual({ success: true })
    expect((await list(cookie)).plans).toEqual([])
    const noted = (await auditOf(makerId)).filter(({ object_type }) => object_type === 'export plan')
    expect(noted.map(({ action }) => action)).toEqual([
      'export_plan.created',
      'export_plan.updated',
      'export_plan.deleted',
    ])
  })

  it('[GAP-53] that is deleted at the same time cannot be run', async () => {
    const { cookie } = await auditor()
    const { id } = (await save(cookie, { destination: 'mail' })).body.plan
    const deleting = await test.db.startTransaction().execute()
    await deleting.deleteFrom('export_plans').where('id', '=', id).execute()
    const run = ask('dashboard/export-plans/run', { id }, { cookie })
    await waitsForLock(test.db)
    await deleting.commit().execute()
    expect(codeOf(await run)).toBe('NOT_FOUND')
  })

  it('[GAP-53] deletes its file after a week', async () => {
    const { cookie } = await auditor()
    const { id } = (await save(cookie)).body.plan
    const { run_id: runId } = (await ask('dashboard/export-plans/run', { id }, { cookie })).body
    await runJobs(test, jobs)
    const stored = () => test.services.outside.exports.open(`export-${runId}.csv`)
    const file = await stored()
    expect(file?.bytes).toBeGreaterThan(0)
    file?.stream.destroy()
    await test.db
      .updateTable('export_runs')
      .set({ created_at: new Date(Date.now() - 8 * 86_400_000) })
      .where('id', '=', runId)
      .execute()
    await jobs.tasks['forget-old-exports']!({}, test.services)
    expect(await stored()).toBeUndefined()
    expect(codeOf(await ask('dashboard/exports/fetch', { id: runId }, { cookie }))).toBe('NOT_FOUND')
  })
})
