import { beforeEach, describe, expect, test as it } from 'vitest'
import { jobs } from '#features/identity/staff/jobs.ts'
import { createPeople, otherThan } from '#test/accounts.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { runJobs } from '#test/run-jobs.ts'
import { createStaff, deviceCookieOf } from '#test/staff.ts'

const test = useTestApp()
const people = createPeople(test)
const { member, ask, signIn } = createStaff(test)

beforeEach(async () => {
  await test.db.deleteFrom('limit_counters').execute()
})

const accountOf = (id: number) =>
  test.db
    .selectFrom('users')
    .select(['name', 'email', 'phone', 'phone_proved_at', 'is_email_own'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const auditOf = (id: number) =>
  test.db
    .selectFrom('audit_entries')
    .select(['action', 'before', 'after', 'object_id'])
    .where('actor_id', '=', id)
    .orderBy('id')
    .execute()

async function codeTo(wanted: { phone: string } | { email: string }, token: string): Promise<string> {
  expect((await test.call('send-contact-code', wanted, { token })).body).toEqual({ otp: true })
  return people.lastCodeTo('phone' in wanted ? wanted.phone : wanted.email)
}

describe('the name', () => {
  it('is changed and recorded; an invalid one changes nothing', async () => {
    const customer = await test.build.customer({ name: 'Asha' })
    for (const name of ['', '  ', 'x'.repeat(256)]) {
      const answer = await test.call('change-name', { name }, customer)
      expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_INPUT'])
    }
    expect((await test.call('change-name', { name: '  Asha   Rao ' }, customer)).body).toEqual({ success: true })
    expect((await accountOf(customer.id)).name).toBe('Asha Rao')
    expect(await auditOf(customer.id)).toMatchObject([
      {
        action: 'customer.name_changed',
        before: { name: 'Asha' },
        after: { name: 'Asha Rao' },
        object_id: String(customer.id),
      },
    ])
  })
})

describe('phone and e-mail address', () => {
  it('a code proves the new phone; the old one is notified, and sessions continue', async () => {
    const { data, phone: before } = await people.joinByCode()
    const token = data.auth_token
    const phone = people.newPhone()
    const otp = await codeTo({ phone }, token)
    expect((await test.call('change-contact', { phone, otp: otherThan(otp) }, { token })).body).toMatchObject({
      error: { code: 'OTP_WRONG' },
    })
    expect((await accountOf(data.id)).phone).toBe(before)
    expect((await test.call('change-contact', { phone, otp }, { token })).body).toEqual({ success: true })
    expect(await accountOf(data.id)).toMatchObject({ phone, phone_proved_at: expect.any(Date) })
    expect((await test.call('update-user-info', {}, { token })).body).toMatchObject({ data: { phone } })
    await runJobs(test, jobs)
    const told = await test.db.selectFrom('local_outbox').select('text').where('recipient', '=', before).execute()
    expect(told.at(-1)!.text).toContain('was changed')
    expect((await auditOf(data.id)).at(-1)).toMatchObject({
      action: 'customer.contact_changed',
      after: { email_changed: false, phone_changed: true },
    })
    expect((await test.call('change-contact', { phone, otp }, { token })).body).toMatchObject({
      error: { code: 'OTP_WRONG' },
    })
  })

  it('a code proves the new e-mail address', async () => {
    const { data } = await people.joinByCode()
    const token = data.auth_token
    const email = people.newEmail()
    const otp = await codeTo({ email: email.toUpperCase() }, token).then(() => people.lastCodeTo(email))
    expect((await test.call('change-contact', { email, otp }, { token })).body).toEqual({ success: true })
    expect(await accountOf(data.id)).toMatchObject({ email, is_email_own: true })
  })

  it('a placeholder name changes with the phone', async () => {
    const first = people.newPhone()
    await test.call('send-join-code', { phone: first })
    const { body } = await test.call('join', { phone: first, otp: await people.lastCodeTo(first) })
    const { data } = body as { data: { id: number; auth_token: string } }
    const phone = people.newPhone()
    const otp = await codeTo({ phone }, data.auth_token)
    await test.call('change-contact', { phone, otp }, { token: data.auth_token })
    expect((await accountOf(data.id)).name).toBe(`•••• ${phone.slice(-4)}`)
  })

  it('the first proved phone pays the sign-up bonus, once', async () => {
    await people.set({ enableReferAndEarn: 'true', referralBonusType: 'registration' })
    const customer = await test.build.customer({ phone_proved_at: null })
    for (const phone of [people.newPhone(), people.newPhone()]) {
      const otp = await codeTo({ phone }, customer.token)
      expect((await test.call('change-contact', { phone, otp }, customer)).body).toEqual({ success: true })
    }
    expect(await people.walletOf(customer.id)).toMatchObject([{ key: 'walletTransactionSignup', amount: 20_000n }])
  })

  it('a phone or address of another account is refused after the code, without a detail of that account', async () => {
    const [customer, other] = [await test.build.customer(), await test.build.customer()]
    for (const wanted of [{ phone: other.phone! }, { email: other.email! }]) {
      const otp = await codeTo(wanted, customer.token)
      const { body } = await test.call('change-contact', { ...wanted, otp }, customer)
      expect(body).toMatchObject({ email_phone_already_used: true })
      expect(JSON.stringify(body)).not.toContain(other.name)
    }
    expect(await accountOf(customer.id)).toMatchObject({ phone: customer.phone, email: customer.email })
  })

  it('of two customers who claim one phone in parallel, one gets it', async () => {
    const phone = people.newPhone()
    const takers: { token: string; otp: string; cookie: string }[] = []
    for (const _ of [1, 2]) {
      const { token } = await test.build.customer()
      await people.letCodesRest(31, phone)
      const asked = await test.send('/public/api/send-contact-code', { payload: { phone, token } })
      takers.push({ token, otp: await people.lastCodeTo(phone), cookie: deviceCookieOf(asked) })
    }
    const answers = await Promise.all(
      takers.map(({ token, otp, cookie }) =>
        test.send('/public/api/change-contact', { payload: { phone, otp, token }, headers: { cookie } }),
      ),
    )
    const taken = answers.filter(({ body }) => 'email_phone_already_used' in (body as object))
    expect([answers.map(({ status }) => status), taken.length]).toEqual([[200, 200], 1])
    const owners = await test.db.selectFrom('users').select('id').where('phone', '=', phone).execute()
    expect(owners).toHaveLength(1)
  })

  it.each([
    [{}, ['email', 'phone']],
    [{ phone: '12' }, ['phone']],
    [{ email: 'nila' }, ['email']],
    [{ phone: '+919876500000', email: 'a@b.test' }, ['email']],
  ])('%j is refused with its fields and sends nothing', async (wanted, fields) => {
    const customer = await test.build.customer()
    const before = await test.build.counts()
    for (const name of ['send-contact-code', 'change-contact'] as const) {
      const answer = await test.call(name, wanted, customer)
      expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_INPUT'])
      const { error } = answer.body as unknown as { error: { fields: object } }
      expect(Object.keys(error.fields).toSorted()).toEqual(fields)
    }
    expect(await test.build.counts()).toEqual(before)
  })

  it('the limits are the same as for strangers: 30 s between two codes, and a number of requests per IP address', async () => {
    const customer = await test.build.customer()
    const email = people.newEmail()
    const from = { token: customer.token, ip: '203.0.113.8' }
    await people.set({ limitCodesPerAddress: '2' })
    await test.call('send-contact-code', { email }, from)
    expect((await test.call('send-contact-code', { email }, from)).body).toMatchObject({
      otp: false,
      error: { code: 'OTP_TOO_SOON' },
    })
    const answer = await test.call('send-contact-code', { email: people.newEmail() }, from)
    await people.set({ limitCodesPerAddress: '30' })
    expect([answer.status, codeOf(answer)]).toEqual([429, 'OTP_LIMIT'])
  })

  it('a mail that cannot be sent is reported, and its code is invalid', async () => {
    const customer = await test.build.customer()
    const { mail } = test.services.outside
    const away = async () => Promise.reject(new Error('the provider is away'))
    test.services.outside.mail = { send: away, check: away }
    const email = people.newEmail()
    const lost = await test.call('send-contact-code', { email }, customer)
    test.services.outside.mail = mail
    expect(codeOf(lost)).toBe('MAIL_FAILED')
    const live = await test.db
      .selectFrom('one_time_codes')
      .select('id')
      .where('target', '=', email)
      .where('used_at', 'is', null)
      .execute()
    expect(live).toEqual([])
  })

  it('a text message that cannot be sent is reported, and a phone abroad gets none', async () => {
    const customer = await test.build.customer()
    const { sms } = test.services.outside
    const away = async () => Promise.reject(new Error('the provider is away'))
    test.services.outside.sms = { send: away, check: away }
    const lost = await test.call('send-contact-code', { phone: people.newPhone() }, customer)
    test.services.outside.sms = sms
    expect(lost).toMatchObject({ status: 200, body: { otp: false, error: { code: 'GATEWAY_FAILED' } } })
    const phone = '+37120000000'
    expect(codeOf(await test.call('send-contact-code', { phone }, customer))).toBe('REGISTRATION_INVALID')
    expect(await people.lastCodeTo(phone)).toBe('none')
  })

  it('after five wrong codes for a phone, the correct one has to wait too', async () => {
    const { token } = await test.build.customer()
    const phone = people.newPhone()
    const first = await codeTo({ phone }, token)
    for (let tries = 0; tries < 5; tries++)
      await test.call('change-contact', { phone, otp: otherThan(first) }, { token })
    await people.letCodesRest(31, phone)
    const otp = await codeTo({ phone }, token)
    const answer = await test.call('change-contact', { phone, otp }, { token })
    expect([answer.status, codeOf(answer)]).toEqual([429, 'TOO_MANY_REQUESTS'])
  })

  it('store owners cannot change their own e-mail address, because administrators set it', async () => {
    const worker = await test.build.customer()
    await test.db.insertInto('user_roles').values({ user_id: worker.id, role: 'store_owner' }).execute()
    const answer = await test.call('send-contact-code', { email: people.newEmail() }, worker)
    expect([answer.status, codeOf(answer)]).toEqual([403, 'PERMISSION_MISSING'])
  })

  it('staff who act for a customer cannot change name, phone or e-mail address', async () => {
    const customer = await test.build.customer()
    const { cookie } = await signIn(await member('login_as_customer'))
    const acting = await ask('login-as-customer', { user_id: customer.id, reason: 'call' }, { cookie })
    const { data } = acting.body as unknown as { data: { auth_token: string } }
    const token = data.auth_token
    const answers = [
      await test.call('change-name', { name: 'Eve' }, { token }),
      await test.call('send-contact-code', { email: people.newEmail() }, { token }),
      await test.call('change-contact', { email: people.newEmail(), otp: '123456' }, { token }),
    ]
    expect(answers.map(codeOf)).toEqual(Array(3).fill('PERMISSION_MISSING'))
  })
})
