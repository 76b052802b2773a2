import { beforeEach, describe, expect, test as it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { jobs as signInJobs } from '#features/identity/sign-ins/jobs.ts'
import { createPeople } from '#test/accounts.ts'
import { useTestApp } from '#test/harness.ts'
import { runJobs } from '#test/run-jobs.ts'
import { createStaff } from '#test/staff.ts'
import { addJob } from '#worker/add-job.ts'
import { jobs } from './jobs.ts'

const test = useTestApp()
const { member, ask, signIn, cookieWith, actFor } = createStaff(test)
const people = createPeople(test)

beforeEach(async () => {
  await runAll()
  for (const table of ['code_budgets', 'code_prefixes', 'limit_counters', 'alarms', 'local_outbox'] as const)
    await test.db.deleteFrom(table).execute()
  await people.set({ limitCodesToNewcomersPerDay: '1000', codeCountries: '', allowStoreOwnersPlaceLoginOrders: 'true' })
})

const runAll = () => runJobs(test, { tasks: { ...jobs.tasks, ...signInJobs.tasks } })
const sent = async () => {
  await runAll()
  const rows = await test.db.selectFrom('local_outbox').select('recipient').where('kind', '=', 'sms').execute()
  return rows.map(({ recipient }) => recipient)
}
const register = (cookie: string, phone = people.newPhone()) =>
  ask('register-guest-user', { name: 'Guest Rao', phone }, { cookie })
const ownerCookie = async () => {
  const owner = await test.build.owner({ stores: [await test.build.store()] })
  return `__Host-nukkad-staff=${owner.token}`
}

describe('messages to unproved phones', () => {
  it.each([
    ['by satellite', '+8821612345678'],
    ['abroad', '+37120000000'],
  ])('messages are never sent to a number %s; the guest is registered all the same', async (_what, phone) => {
    const { status, body } = await register(await ownerCookie(), phone)
    expect(status).toBe(200)
    expect(body).toMatchObject({ data: { phone } })
    expect(await sent()).toEqual([])
  })

  it('messages are never sent to a premium number, whose guest is not registered', async () => {
    const { body } = await register(await ownerCookie(), '+19005551234')
    expect(body).toMatchObject({ error: { code: 'REGISTRATION_INVALID', fields: { phone: expect.any(String) } } })
    expect(await sent()).toEqual([])
  })

  it('count towards the budget of newcomers, and stop when it is empty', async () => {
    await people.set({ limitCodesToNewcomersPerDay: '2' })
    const cookie = await cookieWith('login_as_customer')
    for (let guest = 0; guest < 4; guest++) expect((await register(cookie)).status).toBe(200)
    expect(await sent()).toHaveLength(2)
  })

  it('messages are limited to 20 an hour for one actor; the messages of others are still sent', async () => {
    const [busy, other] = [await ownerCookie(), await cookieWith('login_as_customer')]
    for (let guest = 0; guest < 22; guest++) expect((await register(busy)).status).toBe(200)
    expect(await sent()).toHaveLength(20)
    await register(other)
    expect(await sent()).toHaveLength(21)
  })

  it('also count towards the budget when staff change a login or a person is warned of guesses', async () => {
    await people.set({ limitCodesToNewcomersPerDay: '1' })
    await register(await cookieWith('login_as_customer'))
    expect(await sent()).toHaveLength(1)
    const customer = await test.build.user({ phone_proved_at: null, email: null })
    const { cookie } = await signIn(await member('all_users_edit', 'all_users_wallet'))
    for (let change = 0; change < 3; change++) {
      const phone = people.newPhone()
      const input = { id: customer.id, name: 'Nila Rao', email: null, phone }
      expect((await ask('dashboard/people/update', input, { cookie })).status).toBe(200)
    }
    await inTransaction(test.db, (tx) => addJob(tx, { name: 'warn-of-guesses', payload: { userId: customer.id } }))
    expect(await sent()).toHaveLength(1)
  })
})

describe('messages about acting', () => {
  it('messages are limited to one an hour for a person, over all who act for them; the app shows each act', async () => {
    const customer = await test.build.customer()
    for (let act = 0; act < 3; act++) await actFor(customer)
    expect(await sent()).toEqual([customer.phone])
    const inApp = test.db.selectFrom('notifications').select('id').where('user_id', '=', customer.id)
    expect(await inApp.execute()).toHaveLength(3)
    await people.letPass(3601, 'told-of-acting:%')
    await actFor(customer)
    expect(await sent()).toEqual([customer.phone, customer.phone])
  })
})
