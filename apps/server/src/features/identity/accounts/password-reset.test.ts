import { en } from '@nukkad/contract/texts/en.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { MessageProviderError } from '#outside/message-provider.ts'
import { createPeople } from '#test/accounts.ts'
import { codeOf, useTestApp } from '#test/harness.ts'

const test = useTestApp()
let people: ReturnType<typeof createPeople>
beforeAll(() => {
  people = createPeople(test)
})

const password = 'tulsi-lamp-41-river'

async function mailsTo(email: string) {
  return test.db
    .selectFrom('local_outbox')
    .select(['kind', 'text', 'code'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
}

/** Requests a code and returns the code from the e-mail. */
async function codeFor(email: string, ip?: string): Promise<string> {
  const before = (await mailsTo(email)).length
  const answer = await test.call('send-password-reset-mail', { email }, ip ? { ip } : {})
  expect(answer.body).toMatchObject({ success: true })
  await expect.poll(async () => (await mailsTo(email)).length).toBe(before + 1)
  return (await mailsTo(email)).at(-1)!.code!
}

/** Returns a wrong code in the form of the right one. */
const wrong = (code: string) => (code.startsWith('2') ? `3${code.slice(1)}` : `2${code.slice(1)}`)

describe('a forgotten password', () => {
  it('[P-28] [P-29] [P-30] [H-12] [H-13] [H-14] is replaced with a mailed code, which ends every session', async () => {
    const customer = await test.build.customer()
    const email = customer.email!
    const code = await codeFor(email)
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{6}$/)
    const [mail] = await mailsTo(email)
    expect(mail).toMatchObject({ kind: 'mail', text: expect.stringContaining(code) })
    const checked = await test.call('verify-password-reset-otp', { email, code: ` ${code.toLowerCase()} ` })
    expect(checked).toMatchObject({ status: 200, body: { success: true, message: expect.any(String) } })
    const changed = await test.call('change-user-password', {
      email: email.toUpperCase(),
      code: code.toLowerCase(),
      password,
    })
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual({
      success: true,
      message: 'Your new password is saved. Log in with the new password.',
    })
    expect((await test.call('check-ban', {}, customer)).status).toBe(401)
    expect((await test.call('login', { email, password })).body).toMatchObject({
      success: true,
      data: { id: customer.id },
    })
    await expect.poll(async () => (await mailsTo(email)).length).toBe(2)
    expect((await mailsTo(email))[1]).toMatchObject({
      code: null,
      text: expect.stringContaining('password of your account was just changed'),
    })
  })

  it('[P-30] only the new password works, and earlier wrong tries are reset', async () => {
    const email = people.newEmail()
    const phone = people.newPhone()
    const otp = await people.registerCode(phone)
    const old = 'kite-over-fort-77'
    await test.call('register', { name: 'Nila Rao', email, phone, password: old, otp })
    const ip = '10.20.30.40'
    for (let tries = 0; tries < 5; tries++) await test.call('login', { email, password: 'wrong-guess' }, { ip })
    expect(codeOf(await test.call('login', { email, password: old }, { ip }))).toBe('TOO_MANY_REQUESTS')
    const code = await codeFor(email, ip)
    await test.call('change-user-password', { email, code, password }, { ip })
    expect((await test.call('login', { email, password }, { ip })).body).toMatchObject({ success: true })
    expect((await test.call('login', { email, password: old }, { ip })).body).toMatchObject({ data: 'DONOTMATCH' })
  })

  it('[P-28] [P-90] [GAP-24] an unknown e-mail address gets the same answer as a known one but no mail, and any code is refused with IVOTP', async () => {
    const customer = await test.build.customer()
    const unknown = people.newEmail()
    const known = await test.call('send-password-reset-mail', { email: customer.email! })
    const answer = await test.call('send-password-reset-mail', { email: unknown })
    expect(answer.status).toBe(known.status)
    expect(answer.body).toEqual(known.body)
    await expect.poll(async () => (await mailsTo(customer.email!)).length).toBe(1)
    expect(await mailsTo(unknown)).toEqual([])
    for (const email of [unknown, customer.email!]) {
      const checked = await test.call('verify-password-reset-otp', { email, code: 'AAAAAA' })
      expect(checked).toMatchObject({ status: 200, body: { success: false, error_code: 'IVOTP' } })
      const changed = await test.call('change-user-password', { email, code: 'AAAAAA', password })
      expect(changed).toMatchObject({
        status: 200,
        body: { success: false, error_code: 'IVOTP', error: { code: 'RESET_CODE_WRONG' } },
      })
    }
  })

  it('[GAP-24] the password of staff is not reset by mail, and no one is notified', async () => {
    const staff = await test.build.user({}, 'staff')
    const answer = await test.call('send-password-reset-mail', { email: staff.email! })
    expect(answer.body).toMatchObject({ success: true })
    expect(await mailsTo(staff.email!)).toEqual([])
  })

  it('[GAP-24] a code is invalid after five checks, also correct ones', async () => {
    const { email } = await test.build.customer()
    const code = await codeFor(email!)
    for (let tries = 0; tries < 5; tries++) {
      const answer = await test.call('verify-password-reset-otp', { email: email!, code: wrong(code) })
      expect(answer.body).toMatchObject({ error_code: 'IVOTP' })
    }
    const late = await test.call('change-user-password', { email: email!, code, password })
    expect(late.body).toMatchObject({ error_code: 'IVOTP' })
  })

  it('[GAP-24] a code expires after ten minutes and cannot be used for anything else', async () => {
    const { email } = await test.build.customer()
    const code = await codeFor(email!)
    const row = await test.db
      .selectFrom('one_time_codes')
      .select(['purpose', 'created_at', 'expires_at', 'code_hash'])
      .where('target', '=', email!)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ purpose: 'reset', code_hash: expect.stringMatching(/^\$argon2id\$/) })
    expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(600_000)
    await test.db
      .updateTable('one_time_codes')
      .set({ expires_at: new Date(0) })
      .where('target', '=', email!)
      .execute()
    const answer = await test.call('change-user-password', { email: email!, code, password })
    expect(answer.body).toMatchObject({ error_code: 'IVOTP' })
  })

  it('[GAP-24] of five parallel new passwords with one code, exactly one is set', async () => {
    const { email } = await test.build.customer()
    const code = await codeFor(email!)
    const passwords = [1, 2, 3, 4, 5].map((number) => `${password}-${number}`)
    const answers = await Promise.all(
      passwords.map((each) => test.call('change-user-password', { email: email!, code, password: each })),
    )
    const winner = answers.findIndex(({ body }) => body.success)
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    expect((await test.call('login', { email: email!, password: passwords[winner]! })).body).toMatchObject({
      success: true,
    })
    const again = await test.call('change-user-password', { email: email!, code, password })
    expect(again.body).toMatchObject({ error_code: 'IVOTP' })
  })

  it('[P-30] a weak password is refused with its reason, and does not use up the code', async () => {
    const { email } = await test.build.customer()
    const code = await codeFor(email!)
    for (const [poor, reason] of [
      ['', en.fieldPasswordShort],
      ['1234567', en.fieldPasswordShort],
      ['x'.repeat(129), en.fieldPasswordLong],
      ['password1', en.fieldPasswordCommon],
    ]) {
      const answer = await test.call('change-user-password', { email: email!, code, password: poor! })
      expect(answer).toMatchObject({
        status: 200,
        body: { success: false, error_code: 'SWR', error: { code: 'PASSWORD_INVALID', fields: { password: reason } } },
      })
    }
    const { attempts } = await test.db
      .selectFrom('one_time_codes')
      .select('attempts')
      .where('target', '=', email!)
      .executeTakeFirstOrThrow()
    expect(attempts).toBe(0)
  })

  it('[P-28] answers SWR to everyone alike when mail cannot be sent or is switched off', async () => {
    const { email } = await test.build.customer()
    const { mail } = test.services.outside
    const away = async () => {
      throw new MessageProviderError('away')
    }
    test.services.outside.mail = { send: away, check: away }
    const answers = await Promise.all(
      [email!, people.newEmail()].map((each) => test.call('send-password-reset-mail', { email: each })),
    )
    test.services.outside.mail = mail
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body).toMatchObject({ success: false, error_code: 'SWR', error: { code: 'MAIL_FAILED' } })
    }
    await people.set({ enPassResetEmail: 'false' })
    const off = await test.call('send-password-reset-mail', { email: people.newEmail() })
    await people.set({ enPassResetEmail: 'true' })
    expect(off.body).toMatchObject({ error_code: 'SWR' })
  })

  it('a code whose mail could not be sent is invalid', async () => {
    const { email } = await test.build.customer()
    const { mail } = test.services.outside
    let lost = ''
    test.services.outside.mail = {
      check: async () => {},
      send: async ({ code }) => {
        lost = code!
        throw new MessageProviderError('lost')
      },
    }
    const answer = await test.call('send-password-reset-mail', { email: email! })
    test.services.outside.mail = mail
    expect(answer.body).toMatchObject({ success: true })
    const isDead = async () =>
      (await test.db.selectFrom('one_time_codes').select('used_at').where('target', '=', email!).execute())[0]
        ?.used_at !== null
    await expect.poll(isDead).toBe(true)
    const checked = await test.call('verify-password-reset-otp', { email: email!, code: lost })
    expect(checked.body).toMatchObject({ error_code: 'IVOTP' })
  })

  it('[GAP-23] codes to one address have a waiting time and a limit, known or not, before any hash is computed', async () => {
    const { email } = await test.build.customer()
    const from = { ip: '203.0.113.41' }
    for (const each of [email!, people.newEmail()]) {
      expect((await test.call('send-password-reset-mail', { email: each }, from)).status).toBe(200)
      const soon = await test.call('send-password-reset-mail', { email: each.toUpperCase() }, from)
      expect(soon).toMatchObject({ status: 429, body: { error: { code: 'TOO_MANY_REQUESTS' } } })
      expect(Number(soon.headers['retry-after'])).toBeGreaterThan(20)
      for (let count = 0; count < 2; count++) {
        await people.letCodesRest(31, each)
        expect((await test.call('send-password-reset-mail', { email: each }, from)).status).toBe(200)
      }
      await people.letCodesRest(31, each)
      expect((await test.call('send-password-reset-mail', { email: each }, from)).status).toBe(429)
    }
  })

  it('one client has twenty guesses in a quarter of an hour over all accounts', async () => {
    const ip = '10.55.55.55'
    const guess = () => test.call('verify-password-reset-otp', { email: people.newEmail(), code: 'AAAAAA' }, { ip })
    for (let count = 0; count < 20; count++) expect((await guess()).status).toBe(200)
    expect(await guess()).toMatchObject({ status: 429 })
    expect((await test.call('verify-password-reset-otp', { email: people.newEmail(), code: 'AAAAAA' })).status).toBe(
      200,
    )
  })

  it('invalid input is refused with 400 and changes nothing', async () => {
    const before = await test.build.counts()
    for (const email of ['', 'nobody', 'a@b', 7, null, ['x@example.test'], `${'x'.repeat(300)}@example.test`]) {
      const answer = await test.send('/public/api/send-password-reset-mail', { payload: { email } })
      expect(answer).toMatchObject({ status: 400, body: { success: false, error: { code: 'INVALID_INPUT' } } })
    }
    for (const call of ['verify-password-reset-otp', 'change-user-password']) {
      expect(await test.send(`/public/api/${call}`, { payload: {} })).toMatchObject({ status: 400 })
      expect(await test.send(`/public/api/${call}`, { payload: { email: 'a@example.test', code: 5 } })).toMatchObject({
        status: 400,
      })
    }
    expect(await test.build.counts()).toEqual(before)
  })
})
