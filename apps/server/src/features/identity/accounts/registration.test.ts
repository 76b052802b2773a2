import { argon2Sync } from 'node:crypto'
import { en } from '@nukkad/contract/texts/en.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPeople, otherThan } from '#test/accounts.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { slowHash } from './slow-hash.ts'

const test = useTestApp()
let people: ReturnType<typeof createPeople>
beforeAll(() => {
  people = createPeople(test)
})

const password = 'vellum quartz 47'

function person() {
  return { name: 'Nila Rao', email: people.newEmail(), phone: people.newPhone(), password, address: null }
}

async function register(more: Record<string, unknown> = {}) {
  const input = { ...person(), ...more } as ReturnType<typeof person>
  const otp = await people.registerCode(input.phone)
  return { input, otp, answer: await test.call('register', { ...input, otp }) }
}

describe('registering', () => {
  it('[P-23] [H-03] [H-06] [GAP-22] a proved phone and valid details create a customer, who is signed in', async () => {
    const { input, answer } = await register({ address: { lat: 12.9, lng: 77.6, address: '9 Church Street' } })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: {
          name: 'Nila Rao',
          email: input.email,
          phone: input.phone,
          avatar: null,
          wallet_balance: 200,
          default_address: { address: '9 Church Street', house: null, latitude: '12.9', longitude: '77.6', tag: null },
        },
      },
    })
    const { email, phone } = input
    expect((await test.call('login', { email: email.toUpperCase(), password })).body).toMatchObject({ data: { phone } })
  })

  it('[P-23] [GAP-22] a phone or e-mail address that is taken is reported as taken', async () => {
    const known = await test.build.customer()
    const before = await test.build.counts()
    for (const taken of [{ phone: known.phone }, { email: known.email!.toUpperCase() }])
      expect(await test.call('register', { ...person(), ...taken })).toMatchObject({
        status: 200,
        body: { email_phone_already_used: true },
      })
    expect(await test.build.counts()).toEqual(before)
  })

  it.each([
    ['name', '', 'Please enter your name'],
    ['name', 'x'.repeat(256), 'That name is too long'],
    ['email', `${'x'.repeat(250)}@example.test`, 'Enter a valid email address'],
    ['email', 'a@b', 'Enter a valid email address'],
    ['phone', '12345', 'Enter a valid mobile number'],
    ['phone', '+918041234567', 'Enter a valid mobile number'],
    ['phone', '+911800123456', 'Enter a valid mobile number'],
    ['password', '7letter', 'Use at least 8 characters'],
    ['password', 'x'.repeat(129), 'Use at most 128 characters'],
    ['password', 'Password123', 'Many people use this password. Choose another.'],
  ])('[GAP-22] refuses %s %j', async (field, value, text) => {
    const before = await test.build.counts()
    const answer = await test.call('register', { ...person(), [field]: value })
    expect(answer).toMatchObject({
      status: 200,
      body: { success: false, data: text, error: { code: 'REGISTRATION_INVALID', fields: { [field]: text } } },
    })
    expect(await test.build.counts()).toEqual(before)
  })

  it('[H-09] [P-23] [P-25] without the correct code there is no account', async () => {
    const input = person()
    const otp = await people.registerCode(input.phone)
    expect((await test.call('verify-otp', { phone: input.phone, otp: otherThan(otp) })).body).toEqual({
      valid_otp: false,
    })
    for (const wrong of [undefined, null, otherThan(otp)]) {
      const answer = await test.call('register', { ...input, otp: wrong })
      expect(answer).toMatchObject({
        status: 200,
        body: { success: false, data: expect.any(String), error: { code: 'OTP_WRONG' } },
      })
    }
    expect(await test.db.selectFrom('users').select('id').where('phone', '=', input.phone).execute()).toEqual([])
    expect((await test.call('verify-otp', { phone: input.phone, otp })).body).toEqual({ valid_otp: true })
    expect((await test.call('register', { ...input, otp })).body).toMatchObject({ success: true })
    expect((await test.call('verify-otp', { phone: input.phone, otp })).body).toEqual({ valid_otp: false })
  })

  it('[P-24] [H-08] a code is sent only to a phone without an account', async () => {
    const known = await test.build.customer()
    expect((await test.call('send-otp', { phone: people.newPhone(), email: people.newEmail() })).body).toEqual({
      otp: true,
    })
    expect((await test.call('send-otp', { phone: known.phone })).body).toMatchObject({ email_phone_already_used: true })
    expect((await test.call('send-otp', { phone: people.newPhone(), email: known.email })).body).toMatchObject({
      email_phone_already_used: true,
    })
    expect((await test.call('send-otp', { phone: '12345' })).body).toMatchObject({
      error: { code: 'REGISTRATION_INVALID', fields: { phone: 'Enter a valid mobile number' } },
    })
  })

  it('[P-24] [P-22] [H-07] a social token is not valid while no provider is set up', async () => {
    const token = { accessToken: 'a token of somebody', provider: 'google' as const, email: people.newEmail() }
    const before = await test.build.counts()
    expect((await test.call('send-otp', { ...token, phone: people.newPhone() })).body).toBe(false)
    expect((await test.call('login', { ...token, phone: people.newPhone() })).body).toBe(false)
    expect(await test.build.counts()).toEqual(before)
  })

  it('three parallel registrations of one phone make one account', async () => {
    const phone = people.newPhone()
    const otp = await people.registerCode(phone)
    const answers = await Promise.all([1, 2, 3].map(() => test.call('register', { ...person(), phone, otp })))
    expect(answers.filter(({ body }) => 'data' in body && typeof body.data === 'object')).toHaveLength(1)
    await people.set({ enSOV: 'false' })
    const open = people.newPhone()
    const unproved = await Promise.all([1, 2, 3].map(() => test.call('register', { ...person(), phone: open })))
    expect(unproved.map(codeOf).filter(Boolean)).toEqual(Array(2).fill('EMAIL_PHONE_ALREADY_USED'))
    await people.set({ enSOV: 'true' })
    for (const one of [phone, open])
      expect(await test.db.selectFrom('users').select('id').where('phone', '=', one).execute()).toHaveLength(1)
  })

  it('one IP address can open a limited number of accounts in an hour', async () => {
    await people.set({ limitRegistrationsPerAddress: '2' })
    const statuses: number[] = []
    for (let index = 0; index < 3; index++) {
      const input = person()
      const otp = await people.registerCode(input.phone)
      statuses.push((await test.call('register', { ...input, otp }, { ip: '203.0.113.20' })).status)
    }
    expect(statuses).toEqual([200, 200, 429])
    await people.set({ limitRegistrationsPerAddress: '100' })
  })

  it('invalid input is refused and changes nothing', async () => {
    const before = await test.build.counts()
    for (const input of [
      { name: 5 },
      { password: 'x'.repeat(257) },
      { otp: [] },
      { refid: 'x'.repeat(65) },
      { address: 'x' },
      { name: 'a\u202eb' },
    ])
      expect((await test.call('register', { ...person(), ...input } as never)).status).toBe(400)
    expect(await test.build.counts()).toEqual(before)
  })
})

describe('signing in with a password', () => {
  async function withPassword(row: object = {}) {
    return test.build.customer({ password_hash: await slowHash(password), ...row })
  }

  it('[P-22] [GAP-21] [H-02] [H-05] the correct pair opens a session; any other answers DONOTMATCH', async () => {
    const customer = await withPassword()
    const { email } = customer
    const answer = await test.call('login', {
      name: null,
      email,
      password,
      accessToken: null,
      phone: null,
      provider: null,
      address: null,
      otp: null,
    })
    expect(answer).toMatchObject({ status: 200, body: { success: true, data: { id: customer.id } } })
    const byCodeOnly = await test.build.customer()
    for (const pair of [
      { email, password: `${password} ` },
      { email: people.newEmail(), password },
      { email: byCodeOnly.email, password },
    ])
      expect(await test.call('login', pair)).toMatchObject({
        status: 200,
        body: { success: false, data: 'DONOTMATCH' },
      })
  })

  it('[P-22] [GAP-21] both fields are required: without one no account matches, and the field is named', async () => {
    for (const [input, fields] of [
      [{ password }, { email: en.fieldEmailInvalid }],
      [{ email: 'a@b', password }, { email: en.fieldEmailInvalid }],
      [{ email: 'a@example.test' }, { password: en.fieldValidationMsg }],
      [{ email: 'a@example.test', password: '' }, { password: en.fieldValidationMsg }],
      [{}, { email: en.fieldEmailInvalid }],
    ] as const)
      expect(await test.call('login', input)).toMatchObject({
        status: 200,
        body: { success: false, data: 'DONOTMATCH', error: { code: 'DONOTMATCH', fields } },
      })
  })

  it('[GAP-75] a rider’s pair opens no customer session, and a banned customer’s pair opens no session', async () => {
    const password_hash = await slowHash(password)
    const rider = await test.build.rider({ user: { password_hash } })
    expect(codeOf(await test.call('login', { email: rider.email, password }))).toBe('DONOTMATCH')
    const banned = await withPassword({ is_active: false })
    expect(codeOf(await test.call('login', { email: banned.email, password }))).toBe('ACCOUNT_BANNED')
    const deleted = await withPassword({ deleted_at: new Date() })
    expect(codeOf(await test.call('login', { email: deleted.email, password }))).toBe('DONOTMATCH')
  })

  it('after five wrong tries at an account, also the correct one gets 429; known clients can still sign in', async () => {
    const customer = await withPassword()
    const { email } = customer
    const [ip, home] = ['203.0.113.30', '203.0.113.130']
    expect((await test.call('login', { email, password }, { ip: home })).body).toMatchObject({ success: true })
    const tries: number[] = []
    for (let index = 0; index < 6; index++) {
      await people.guessedJustNow(`user:${customer.id}`)
      tries.push((await test.call('login', { email, password: 'wrong' }, { ip })).status)
    }
    expect(tries).toEqual([200, 200, 200, 200, 200, 429])
    await people.guessedJustNow(`user:${customer.id}`)
    const refused = await test.call('login', { email, password }, { ip })
    expect(refused).toMatchObject({ status: 429, body: { message: 'Too Many Attempts.' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect((await test.call('login', { email, password }, { ip: home })).body).toMatchObject({ success: true })
    await people.letGuessesRest(1, `user:${customer.id}`)
    expect((await test.call('login', { email, password }, { ip })).body).toMatchObject({ success: true })
  })

  it('after twenty wrong tries from one IP address at any accounts, further ones get 429', async () => {
    const ip = '203.0.113.31'
    const customer = await withPassword()
    for (let index = 0; index < 20; index++)
      await test.call('login', { email: people.newEmail(), password: 'wrong' }, { ip })
    expect((await test.call('login', { email: customer.email, password }, { ip })).status).toBe(429)
  })

  it('parallel tries at one account share its five tries', async () => {
    const { id, email } = await withPassword()
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => test.call('login', { email, password: 'wrong' }, { ip: '203.0.113.32' })),
    )
    // The server compares a sixth guess only if a second has passed since the guess before.
    const compared = await test.db.selectFrom('sign_ins').select('id').where('user_id', '=', id).execute()
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(compared.length)
    expect(compared.length).toBeLessThanOrEqual(6)
  })

  it('a hash with weaker parameters is computed again at the next sign-in', async () => {
    const salt = Buffer.alloc(16, 9)
    const hash = argon2Sync('argon2id', {
      message: password,
      nonce: salt,
      memory: 8192,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    })
    const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    const customer = await test.build.customer({
      password_hash: `$argon2id$v=19$m=8192,t=1,p=1$${text(salt)}$${text(hash)}`,
    })
    for (let times = 0; times < 2; times++)
      expect((await test.call('login', { email: customer.email, password })).body).toMatchObject({ success: true })
    const row = await test.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', customer.id)
      .executeTakeFirstOrThrow()
    expect(row.password_hash).toContain('m=19456,t=2,p=1')
  })
})

describe('the welcome bonus and the referrer’s reward', () => {
  it('[I-02] [I-03] [GAP-68] [P-27] a friend who registers by code gets 200 and so does the referrer, as promotion credit', async () => {
    const referrer = await test.build.customer()
    const { data } = await people.joinByCode({ refid: ` ${referrer.referral_code.toLowerCase()} ` })
    expect(data.wallet_balance).toBe(200)
    expect(await people.walletOf(data.id)).toEqual([
      { kind: 'wallet_promotion', key: 'walletTransactionSignup', amount: 20_000n },
    ])
    expect(await people.walletOf(referrer.id)).toEqual([
      { kind: 'wallet_promotion', key: 'walletTransactionReferral', amount: 20_000n },
    ])
    const { total } = await test.db
      .selectFrom('postings')
      .select(sql<bigint>`sum(amount_minor)::bigint`.as('total'))
      .executeTakeFirstOrThrow()
    expect(total).toBe(0n)
  })

  it('[INT-10] [INT-02] register accepts a refid too; without one only the bonus is paid', async () => {
    const referrer = await test.build.customer()
    const { answer } = await register({ refid: referrer.referral_code })
    expect(answer.body).toMatchObject({ data: { wallet_balance: 200 } })
    expect(await people.walletOf(referrer.id)).toHaveLength(1)
    expect((await people.joinByCode()).data.wallet_balance).toBe(200)
  })

  it('[GAP-68] an unknown, banned or deleted referrer earns nothing and does not prevent the registration', async () => {
    const banned = await test.build.customer({ is_active: false })
    const deleted = await test.build.customer({ deleted_at: new Date() })
    for (const refid of ['NOBODY7', banned.referral_code, deleted.referral_code]) {
      const { data } = await people.joinByCode({ refid })
      expect(data.wallet_balance).toBe(200)
      const row = await test.db
        .selectFrom('users')
        .select('referred_by')
        .where('id', '=', data.id)
        .executeTakeFirstOrThrow()
      expect(row.referred_by).toBeNull()
    }
    expect(await people.walletOf(banned.id)).toEqual([])
  })

  it('a later refid changes nothing', async () => {
    const { data, phone } = await people.joinByCode()
    const other = await test.build.customer()
    await people.letCodesRest(31, phone)
    await test.call('login-with-otp', { phone, otp: await people.loginCode(phone), refid: other.referral_code })
    expect(await people.walletOf(data.id)).toHaveLength(1)
    expect(await people.walletOf(other.id)).toEqual([])
  })

  it('[GAP-82] an unproved phone earns nothing until a code proves it, and then once', async () => {
    await people.set({ enSOV: 'false' })
    const referrer = await test.build.customer()
    const input = person()
    const answer = await test.call('register', { ...input, refid: referrer.referral_code })
    await people.set({ enSOV: 'true' })
    expect(answer.body).toMatchObject({ data: { wallet_balance: 0 } })
    expect(await people.walletOf(referrer.id)).toEqual([])
    for (let times = 0; times < 2; times++) {
      const otp = await people.loginCode(input.phone)
      expect((await test.call('login-with-otp', { phone: input.phone, otp })).body).toMatchObject({
        data: { wallet_balance: 200 },
      })
      await people.letCodesRest(31, input.phone)
    }
    // The referrer gets no reward: the code was entered in a browser that had never used the account, so the referral
    // code may have come from a stranger.
    expect(await people.walletOf(referrer.id)).toEqual([])
  })

  it('[GAP-82] [I-10] a phone whose earlier account was deleted earns nothing, and neither does its referrer', async () => {
    const { data, phone } = await people.joinByCode()
    await test.db
      .updateTable('users')
      .set({ phone: null, email: null, deleted_at: new Date() })
      .where('id', '=', data.id)
      .execute()
    await people.letCodesRest(31, phone)
    const referrer = await test.build.customer()
    const again = await people.joinByCode({ phone, refid: referrer.referral_code })
    expect(again.data.wallet_balance).toBe(0)
    expect(await people.walletOf(referrer.id)).toEqual([])
    const hashes = await test.db.selectFrom('proved_phones').select('phone_hash').execute()
    expect(hashes.every(({ phone_hash }) => !phone_hash.toString('latin1').includes(phone.slice(1)))).toBe(true)
  })

  it('[INT-01] [INT-02] [U-06] pays the amounts of the settings, to the people whom the settings name', async () => {
    await people.set({
      signupBonusScope: 'referred',
      referralSuccessAmountReferringUser: '50',
      referralSuccessAmountReferredUser: '120.50',
    })
    const referrer = await test.build.customer()
    expect((await people.joinByCode()).data.wallet_balance).toBe(0)
    expect((await people.joinByCode({ refid: referrer.referral_code })).data.wallet_balance).toBe(120.5)
    expect((await people.walletOf(referrer.id)).map((entry) => entry.amount)).toEqual([5000n])
    await people.set({ referralBonusType: 'order' })
    expect((await people.joinByCode({ refid: referrer.referral_code })).data.wallet_balance).toBe(0)
    await people.set({ referralBonusType: 'registration', enableReferAndEarn: 'false', signupBonusScope: 'all' })
    expect((await people.joinByCode({ refid: referrer.referral_code })).data.wallet_balance).toBe(0)
    expect(await people.walletOf(referrer.id)).toHaveLength(1)
    await people.set({
      enableReferAndEarn: 'true',
      referralSuccessAmountReferringUser: '200',
      referralSuccessAmountReferredUser: '200',
    })
  })

  it('a referrer gets at most the monthly number of rewards, also if friends join in parallel', async () => {
    await people.set({ referralRewardsPerMonth: '2' })
    const referrer = await test.build.customer()
    const friends = await Promise.all(
      Array.from({ length: 5 }, () => people.joinByCode({ refid: referrer.referral_code })),
    )
    expect(friends.map((friend) => friend.data.wallet_balance)).toEqual(Array(5).fill(200))
    expect(await people.walletOf(referrer.id)).toHaveLength(2)
    await people.set({ referralRewardsPerMonth: '20' })
  })

  it('[I-10] two parallel first proofs of one phone pay one bonus', async () => {
    await people.set({ enSOV: 'false' })
    const input = person()
    const answer = await test.call('register', input)
    await people.set({ enSOV: 'true' })
    const { id } = (answer.body as { data: { id: number } }).data
    const otp = await people.loginCode(input.phone)
    await Promise.all([1, 2, 3, 4].map(() => test.call('login-with-otp', { phone: input.phone, otp })))
    expect(await people.walletOf(id)).toHaveLength(1)
  })
})
