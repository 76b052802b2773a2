import { alarmCodes } from '@nukkad/contract/operations/alarms.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { clearAlarm, raiseAlarm } from '#platform/alarms/raise-alarm.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { member, signIn, ask, cookieWith, auditOf } = createStaff(test)
const code = 'code_budget_half_spent'

beforeEach(() => test.db.deleteFrom('alarms').execute())

const metric = async () => {
  const { body } = await test.send('/metrics', { method: 'GET', ip: '127.0.0.1' })
  return String(body)
    .split('\n')
    .filter((line) => line.startsWith('nukkad_alarms{'))
}

const alarmsFor = async (cookie: string) => (await ask('dashboard/home', {}, { cookie })).body.alarms

describe('an alarm', () => {
  it('is one line in the log, one metric and one row on the home page, however often it is raised', async () => {
    const lines: unknown[] = []
    const log = { warn: (fields: object, text: string) => lines.push({ ...fields, text }), info: () => {} }
    const services = { db: test.db, log: log as unknown as typeof test.services.log }
    const cookie = await cookieWith('settings_manage')
    expect(await metric()).toContain(`nukkad_alarms{code="${code}"} 0`)
    await Promise.all(
      [101, 102, 103].map((spent) =>
        raiseAlarm(services, { code, subject: 'newcomers', facts: { spent, budget: 200 } }),
      ),
    )
    await raiseAlarm(services, { code, subject: 'newcomers', facts: { spent: 104, budget: 200 } })
    expect(lines).toEqual([
      {
        event: 'alarm.raised',
        alarm: code,
        subject: 'newcomers',
        budget: 200,
        spent: expect.any(Number),
        text: expect.any(String),
      },
    ])
    expect(await metric()).toContain(`nukkad_alarms{code="${code}"} 1`)
    expect(await alarmsFor(cookie)).toMatchObject([
      { code, subject: 'newcomers', facts: { spent: 104, budget: 200 }, times_seen: 4 },
    ])
  })

  it('is one for each subject, and closes when its cause ends', async () => {
    const cookie = await cookieWith('settings_manage')
    for (const subject of ['mail', 'newcomers']) await raiseAlarm(test.services, { code, subject })
    await clearAlarm(test.services, { code, subject: 'mail' })
    await clearAlarm(test.services, { code, subject: 'nothing of that kind' })
    expect((await alarmsFor(cookie)).map(({ subject }) => subject)).toEqual(['newcomers'])
    await raiseAlarm(test.services, { code, subject: 'mail' })
    expect((await alarmsFor(cookie)).map(({ subject }) => subject)).toEqual(['mail', 'newcomers'])
  })

  it('is shown and closed only with the permission that it names, and closing is audited', async () => {
    await raiseAlarm(test.services, { code, subject: 'newcomers' })
    const keeper = await member('settings_manage')
    const { cookie } = await signIn(keeper)
    const other = await cookieWith('order_view')
    const [alarm] = await alarmsFor(cookie)
    expect(await alarmsFor(other)).toEqual([])
    expect(codeOf(await ask('dashboard/alarms/close', { id: alarm!.id }, { cookie: other }))).toBe('PERMISSION_MISSING')
    expect(await alarmsFor(cookie)).toHaveLength(1)
    const answers = await Promise.all([1, 2].map(() => ask('dashboard/alarms/close', { id: alarm!.id }, { cookie })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await alarmsFor(cookie)).toEqual([])
    const audit = await auditOf(keeper.id)
    expect(audit.filter(({ action }) => action === 'alarm.closed')).toMatchObject([{ object_id: String(alarm!.id) }])
  })

  it('does not appear with alarms of another permission', async () => {
    await raiseAlarm(test.services, { code, subject: 'newcomers' })
    await raiseAlarm(test.services, { code: 'reward_ratio_high', subject: 'store 7' })
    const codesFor = async (permission: 'settings_manage' | 'wallet_transactions_view') =>
      (await alarmsFor(await cookieWith(permission))).map((alarm) => alarm.code)
    expect(await codesFor('settings_manage')).toEqual([code])
    expect(await codesFor('wallet_transactions_view')).toEqual(['reward_ratio_high'])
  })

  it('is not for store owners', async () => {
    for (const each of alarmCodes) await raiseAlarm(test.services, { code: each })
    const owner = await test.build.owner({ stores: [await test.build.store()] })
    const { body } = await test.call('dashboard/home', {}, { token: owner.token })
    expect(body.alarms).toEqual([])
  })
})
