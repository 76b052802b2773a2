import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test as it } from 'vitest'
import { slowHash } from '#features/identity/accounts/slow-hash.ts'
import { createPeople, otherThan } from '#test/accounts.ts'
import { codeOf, type TestAnswer, useTestApp } from '#test/harness.ts'
import { runJobs } from '#test/run-jobs.ts'
import { createStaff, deviceCookieOf } from '#test/staff.ts'
import { jobs } from './jobs.ts'

const test = useTestApp()
const people = createPeople(test)
const { member, ask, signIn } = createStaff(test)
const password = 'a-kettle-of-tea-9'
const STEP_SECONDS = 30

beforeEach(async () => {
  await test.db.deleteFrom('limit_counters').execute()
})

/**
 * Returns the authenticator's code this many time steps from now. A code is accepted only once, so tests use the codes
 * of neighbouring steps.
 */
const shown = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_SECONDS * 1000 })

/** Creates a member of staff with a second factor, and the office network from which they set it up. */
async function withFactor(office = '198.51.100.10') {
  const staff = await member('order_view')
  const { cookie } = await signIn(staff, office)
  const { body } = await ask('dashboard/second-factor/start', {}, { cookie, ip: office })
  const code = shown(body.secret, -1)
  const { body: proved } = await ask('dashboard/second-factor/confirm', { code }, { cookie, ip: office })
  return { staff, cookie, office, secret: body.secret, recoveryCodes: proved.recovery_codes }
}

/** Number of addresses that `stranger` has returned. */
let used = 0
/** Returns an IP address that no account has used before; each call returns one in another /24. */
const stranger = () => `10.${Math.floor(++used / 250)}.${used % 250}.7`

const codesOf = (answers: TestAnswer[]) => {
  const counts: Record<string, number> = {}
  for (const code of answers.map(codeOf)) counts[String(code)] = (counts[String(code)] ?? 0) + 1
  return counts
}

async function series(times: number, ask: (index: number) => Promise<TestAnswer>): Promise<TestAnswer[]> {
  const answers: TestAnswer[] = []
  for (let index = 0; index < times; index++) answers.push(await ask(index))
  return answers
}

describe('guesses at a second factor', () => {
  it('[GAP-76] the guesses are few over all tickets, although each correct password gives a new ticket', async () => {
    const { staff, secret, office } = await withFactor()
    const answers: TestAnswer[] = []
    for (let round = 0; round < 12; round++) {
      const first = (await signIn(staff, stranger())).answer
      answers.push(first)
      if (!('second_factor' in first.body)) continue
      const { ticket } = first.body.second_factor
      answers.push(
        ...(await series(5, () =>
          ask('dashboard/login/second-factor', { ticket, code: '000000' }, { ip: stranger() }),
        )),
      )
    }
    const compared = codesOf(answers).SECOND_FACTOR_WRONG ?? 0
    expect(compared).toBeLessThanOrEqual(5)
    // The delay that strangers cause does not affect the owner of the account at their workplace.
    const { answer } = await signIn(staff, office)
    if (!('second_factor' in answer.body)) throw new Error('no second step was asked for')
    const step = { ticket: answer.body.second_factor.ticket, code: shown(secret) }
    expect((await ask('dashboard/login/second-factor', step, { ip: office })).status).toBe(200)
  })

  it('count together with recovery codes, passwords and tries on the account page', async () => {
    const { staff, cookie, secret, recoveryCodes } = await withFactor()
    const far = stranger()
    const first = (await signIn(staff, far)).answer
    if (!('second_factor' in first.body)) throw new Error('no second step was asked for')
    const { ticket } = first.body.second_factor
    await ask('dashboard/login/second-factor', { ticket, code: '11111-22222-33333-44444' }, { ip: far })
    await ask('dashboard/second-factor/stop', { code: '000000' }, { cookie, ip: stranger() })
    await ask('dashboard/change-password', { current_password: 'x', password: 'y' }, { cookie, ip: stranger() })
    await test.call('login', { email: staff.email, password: 'wrong' }, { ip: stranger() })
    for (const code of [shown(secret), recoveryCodes[0]!]) {
      const again = await ask('dashboard/login/second-factor', { ticket, code }, { ip: far })
      expect(codeOf(again)).toBe('TOO_MANY_REQUESTS')
    }
    const stop = await ask('dashboard/second-factor/stop', { code: recoveryCodes[1]! }, { cookie, ip: stranger() })
    expect(codeOf(stop)).toBe('TOO_MANY_REQUESTS')
  })

  it('guesses are not reset by the correct password, also in parallel', async () => {
    const { staff } = await withFactor()
    const tickets = await Promise.all(
      Array.from({ length: 4 }, async () => (await signIn(staff, stranger())).answer.body),
    )
    const answers = await Promise.all(
      tickets.flatMap((body) =>
        'second_factor' in body
          ? Array.from({ length: 5 }, () =>
              ask(
                'dashboard/login/second-factor',
                { ticket: body.second_factor.ticket, code: '000000' },
                { ip: stranger() },
              ),
            )
          : [],
      ),
    )
    expect(codesOf(answers).SECOND_FACTOR_WRONG ?? 0).toBeLessThanOrEqual(2)
  })

  it('on a device that was left signed in are few as well', async () => {
    const { cookie, office } = await withFactor()
    const answers = await series(30, (index) =>
      ask('dashboard/second-factor/stop', { code: String(100_000 + index) }, { cookie, ip: office }),
    )
    expect(codesOf(answers).SECOND_FACTOR_WRONG).toBeLessThanOrEqual(8)
  })
})

describe('guesses at the password', () => {
  it('from fifty addresses of one /64, or from fifty networks, never block a client that the account knows', async () => {
    const person = await test.build.user({ phone: people.newPhone(), password_hash: await slowHash(password) })
    const { email } = person
    const home = '198.51.100.20'
    expect((await test.call('login', { email, password }, { ip: home })).body).toMatchObject({ success: true })
    for (let index = 1; index <= 50; index++) {
      const ip = index % 2 ? `2001:db8:9:9::${index.toString(16)}` : stranger()
      await test.call('login', { email, password: 'wrong-guess' }, { ip })
    }
    expect((await test.call('login', { email, password }, { ip: home })).body).toMatchObject({ success: true })
    // Sets the time of the last guess to now, so that the duration of the test does not matter.
    await people.guessedJustNow(`user:${person.id}`)
    const next = await test.call('login', { email, password: 'wrong-guess' }, { ip: stranger() })
    expect(next.status).toBe(429)
  })

  it('a browser is known by its cookie at any IP address, and another at the same address cannot use its guesses', async () => {
    const person = await test.build.user({ phone: people.newPhone(), password_hash: await slowHash(password) })
    const login = (given: string, { ip, cookie }: { ip: string; cookie?: string }) =>
      test.send('/public/api/login', {
        payload: { email: person.email, password: given },
        headers: cookie ? { cookie } : {},
        ip,
      })
    const shared = '198.51.100.30'
    const cookie = deviceCookieOf(await login(password, { ip: shared }))
    expect(cookie).toMatch(/^__Host-nukkad-device=[A-Za-z0-9_-]{43}$/)
    // Twelve times, another person with the same IP address guesses wrongly.
    await series(12, () => login('wrong-guess', { ip: shared }))
    expect((await login(password, { ip: shared })).status).toBe(429)
    expect((await login(password, { ip: shared, cookie })).body).toMatchObject({ success: true })
    expect((await login(password, { ip: stranger(), cookie })).body).toMatchObject({ success: true })
    // A browser with a forged device cookie counts as a stranger.
    const forged = `__Host-nukkad-device=${'A'.repeat(43)}`
    await series(8, () => login('wrong-guess', { ip: stranger() }))
    expect((await login(password, { ip: stranger(), cookie: forged })).status).toBe(429)
  })

  it('from a client that is known to another account count as those of a stranger', async () => {
    const password_hash = await slowHash(password)
    const [mallory, asha] = [await test.build.user({ password_hash }), await test.build.user({ password_hash })]
    const ip = stranger()
    const entered = await test.call('login', { email: mallory.email!, password }, { ip })
    expect(entered.body).toMatchObject({ success: true })
    // After these guesses, strangers have no free guess left at this account, and neither has a client that only
    // another account knows.
    await series(8, () => test.call('login', { email: asha.email!, password: 'wrong-guess' }, { ip: stranger() }))
    const { status } = await test.call('login', { email: asha.email!, password: 'wrong-guess' }, { ip })
    expect(status).toBe(429)
  })

  it('at a store owner, a rider and a customer with one account are counted together', async () => {
    const password_hash = await slowHash(password)
    const owner = await test.build.user({ password_hash, phone: people.newPhone() }, 'store_owner')
    await test.db.insertInto('user_roles').values({ user_id: owner.id, role: 'customer' }).execute()
    const wrong = { email: owner.email!, password: 'wrong-guess' }
    await test.call('store-owner/login', wrong, { ip: stranger() })
    await test.call('login', wrong, { ip: stranger() })
    await ask('dashboard/login', wrong, { ip: stranger() })
    await test.call('delivery/login', wrong, { ip: stranger() })
    const otp = await people.loginCode(owner.phone!)
    await test.call('login-with-otp', { phone: owner.phone, otp: otherThan(otp) }, { ip: stranger() })
    const right = { email: owner.email!, password }
    for (const name of ['store-owner/login', 'login'] as const)
      expect((await test.call(name, right, { ip: stranger() })).status, name).toBe(429)
    expect((await ask('dashboard/login', right, { ip: stranger() })).status).toBe(429)
  })

  it('at an address without an account are delayed like those at an account', async () => {
    const email = people.newEmail()
    const answers = await series(7, () => test.call('login', { email, password }, { ip: stranger() }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429])
  })
})

describe('guesses at a code', () => {
  it('guesses by a stranger do not prevent the person from signing in by code', async () => {
    const customer = await test.build.customer()
    const phone = customer.phone!
    const home = '198.51.100.40'
    // No code was requested for this phone, so wrong codes do not count against it.
    await series(15, () => test.call('login-with-otp', { phone, otp: '123456' }, { ip: '203.0.113.9' }))
    await test.call('generate-otp-for-login', { phone }, { ip: home })
    const otp = await people.lastCodeTo(phone)
    await series(15, () => test.call('login-with-otp', { phone, otp: otherThan(otp) }, { ip: stranger() }))
    expect((await test.call('login-with-otp', { phone, otp }, { ip: home })).body).toMatchObject({ success: true })
  })

  it('guesses by a stranger who requests codes do not affect the codes of the person', async () => {
    const customer = await test.build.customer()
    const phone = customer.phone!
    const home = '198.51.100.41'
    await test.call('generate-otp-for-login', { phone }, { ip: home })
    const first = await people.lastCodeTo(phone)
    expect((await test.call('login-with-otp', { phone, otp: first }, { ip: home })).body).toMatchObject({
      success: true,
    })
    // From now on the account knows the client at home. Then a stranger uses up the codes that strangers may request.
    for (let asked = 0; asked < 4; asked++) {
      await people.letCodesRest(31, phone)
      await test.call('generate-otp-for-login', { phone }, { ip: '203.0.113.8' })
    }
    await people.letCodesRest(31, phone)
    expect(codeOf(await test.call('generate-otp-for-login', { phone }, { ip: '203.0.113.8' }))).toBe('OTP_LIMIT')
    expect((await test.call('generate-otp-for-login', { phone }, { ip: home })).body).toMatchObject({ otp: true })
    const otp = await people.lastCodeTo(phone)
    await test.call('generate-otp-for-login', { phone }, { ip: '203.0.113.8' })
    expect((await test.call('login-with-otp', { phone, otp }, { ip: home })).body).toMatchObject({ success: true })
  })

  it('guesses by a stranger cannot use up the tries of a password reset either', async () => {
    const { email } = await test.build.customer()
    const home = '198.51.100.42'
    await test.call('send-password-reset-mail', { email: email! }, { ip: home })
    const mails = () => test.db.selectFrom('local_outbox').select('code').where('recipient', '=', email!).execute()
    await expect.poll(async () => (await mails()).length).toBe(1)
    const code = (await mails())[0]!.code!
    await series(12, () =>
      test.call('verify-password-reset-otp', { email: email!, code: 'WRONG2' }, { ip: stranger() }),
    )
    const changed = await test.call('change-user-password', { email: email!, code, password }, { ip: home })
    expect(changed.body).toMatchObject({ success: true })
  })

  it('guesses are five for the client that requested the code and five for all others, also in parallel', async () => {
    const customer = await test.build.customer()
    const phone = customer.phone!
    const home = '198.51.100.43'
    await test.call('generate-otp-for-login', { phone }, { ip: home })
    const otp = otherThan(await people.lastCodeTo(phone))
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        test.call('login-with-otp', { phone, otp }, { ip: index % 2 ? home : stranger() }),
      ),
    )
    const rows = await test.db
      .selectFrom('one_time_codes')
      .select(['attempts', 'attempts_by_others'])
      .where('target', '=', phone)
      .execute()
    expect(rows[0]!.attempts).toBeLessThanOrEqual(5)
    expect(rows[0]!.attempts_by_others).toBeLessThanOrEqual(5)
  })
})

describe('after twenty guesses', () => {
  it('the person is warned by e-mail, and the log has one row, once a day', async () => {
    const { staff } = await withFactor('198.51.100.50')
    await series(30, () => signIn({ ...staff, password: 'wrong-guess' }, stranger()).then(({ answer }) => answer))
    const rows = await test.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'object_id', 'after'])
      .where('action', '=', 'sign_in.guessed')
      .where('object_id', '=', String(staff.id))
      .execute()
    expect(rows).toEqual([{ actor_id: null, object_id: String(staff.id), after: { asked: 20 } }])
    await runJobs(test, jobs)
    const mail = await test.db
      .selectFrom('local_outbox')
      .select('text')
      .where('recipient', '=', staff.email)
      .executeTakeFirst()
    expect(mail?.text).toContain('Many wrong passwords or codes')
  })
})

it('after the free guesses, each waits twice as long, at most an hour; a day without guesses resets this', async () => {
  const person = await test.build.user({ password_hash: await slowHash(password) })
  const subject = `user:${person.id}`
  const waits: number[] = []
  const guess = () => test.call('login', { email: person.email, password: 'wrong-guess' }, { ip: stranger() })
  await series(5, guess)
  for (let round = 0; round < 14; round++) {
    await test.db.updateTable('secret_guesses').set({ last_at: new Date() }).where('subject', '=', subject).execute()
    const refused = await guess()
    expect(refused.status).toBe(429)
    const seconds = Number(refused.headers['retry-after'])
    waits.push(seconds)
    await people.letGuessesRest(seconds, subject)
    expect((await guess()).status).toBe(200)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600])
  await people.letGuessesRest(24 * 3600 + 1, subject)
  expect((await series(5, guess)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})
