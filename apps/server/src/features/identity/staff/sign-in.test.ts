import { allPermissions } from '@nukkad/contract/permissions.ts'
import { sql } from 'kysely'
import { describe, expect, test as it } from 'vitest'
import { slowHash } from '#features/identity/accounts/slow-hash.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff, setCookieOf } from '#test/staff.ts'

const test = useTestApp()
const { member, admin, give, ask, signIn, cookieWith, auditOf } = createStaff(test)

describe('the dashboard’s own login', () => {
  it('[GAP-76] [T-06] the correct pair gets a cookie that scripts cannot read and other sites cannot send', async () => {
    const staff = await member('login_as_customer')
    const { answer, cookie } = await signIn(staff)
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, data: { id: staff.id, role: 'staff', permissions: ['login_as_customer'] } },
    })
    expect(setCookieOf(answer)).toMatch(
      /^__Host-nukkad-staff=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
    expect(JSON.stringify(answer.body)).not.toContain(cookie.split('=')[1])
    expect((await ask('dashboard/me', {}, { cookie })).body.data).toMatchObject({ id: staff.id, name: 'Farah Khan' })
    expect(await auditOf(staff.id)).toMatchObject([{ action: 'dashboard.signed_in' }])
  })

  it('[GAP-76] an administrator may do everything', async () => {
    const { answer } = await signIn(await admin())
    expect(answer.body).toMatchObject({ data: { role: 'admin', permissions: allPermissions } })
  })

  it('[GAP-76] [GAP-75] pairs of a customer, a rider, a banned member of staff and an unknown person are refused alike', async () => {
    const password = 'cumin-window-31'
    const password_hash = await slowHash(password)
    const people = [
      await test.build.user({ password_hash }),
      (await test.build.rider({ user: { password_hash } })) as { email: string | null },
      await test.build.user({ password_hash, is_active: false }, 'staff'),
      { email: 'nobody@example.test' },
    ]
    const answers = []
    for (const { email } of people) {
      const { answer } = await signIn({ email: email!, password })
      expect(setCookieOf(answer)).toBe('')
      answers.push({ status: answer.status, code: codeOf(answer) })
    }
    expect(answers).toEqual(people.map(() => ({ status: 401, code: 'STAFF_LOGIN_WRONG' })))
    // A customer or rider with the correct e-mail address and password is refused and delayed like someone with a wrong
    // one; otherwise the delay would show the difference.
    const { email } = people[0]!
    const ip = '203.0.113.70'
    const tries = []
    for (let tried = 0; tried < 6; tried++) {
      // Sets the time of the last guess to now, so that the duration of the test does not matter.
      await test.db.updateTable('secret_guesses').set({ last_at: new Date() }).execute()
      tries.push((await signIn({ email: email!, password }, ip)).answer.status)
    }
    // The test already used one of the five free guesses above.
    expect(tries).toEqual([401, 401, 401, 401, 429, 429])
  })

  it('[GAP-76] after five wrong tries strangers wait, while a client that the account knows can sign in', async () => {
    const staff = await member()
    const [ip, office] = ['203.0.113.71', '203.0.113.72']
    expect((await signIn(staff, office)).answer.status).toBe(200)
    for (let tried = 0; tried < 5; tried++) {
      const { answer } = await signIn({ ...staff, password: 'not-it-at-all' }, ip)
      expect(codeOf(answer)).toBe('STAFF_LOGIN_WRONG')
    }
    const { answer } = await signIn(staff, ip)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBe(1)
    expect((await signIn(staff, office)).answer.status).toBe(200)
    await sql`update secret_guesses set last_at = last_at - interval '1 second'
               where subject = ${`user:${staff.id}`}`.execute(test.db)
    expect((await signIn(staff, ip)).answer.status).toBe(200)
  })

  it('[GAP-76] an incomplete pair counts as a wrong one', async () => {
    for (const input of [{}, { email: 'a@example.test' }, { password: 'x' }])
      expect(codeOf(await ask('dashboard/login', input))).toBe('STAFF_LOGIN_WRONG')
  })
})

describe('a staff session', () => {
  it('[GAP-76] ends with the logout, which removes the cookie from the browser', async () => {
    const cookie = await cookieWith()
    const answer = await ask('dashboard/logout', {}, { cookie })
    expect(answer.body).toEqual({ success: true })
    expect(setCookieOf(answer)).toBe('__Host-nukkad-staff=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0')
    expect(codeOf(await ask('dashboard/me', {}, { cookie }))).toBe('SESSION_REVOKED')
  })

  it('[GAP-76] [INT-28] ends after half an hour without use and after twelve hours with use', async () => {
    const idle = await member()
    const { cookie: idleCookie } = await signIn(idle)
    const rest = (minutes: number) =>
      sql`update sessions set last_seen_at = now() - make_interval(mins => ${minutes}::int) where user_id = ${idle.id}`.execute(
        test.db,
      )
    await rest(29)
    expect((await ask('dashboard/me', {}, { cookie: idleCookie })).status).toBe(200)
    await rest(31)
    expect(codeOf(await ask('dashboard/me', {}, { cookie: idleCookie }))).toBe('SESSION_EXPIRED')
    const busy = await member()
    const { cookie } = await signIn(busy)
    const { rows } = await sql<{ minutes: number }>`
      select (extract(epoch from expires_at - created_at) / 60)::int as minutes from sessions where user_id = ${busy.id}`.execute(
      test.db,
    )
    expect(rows).toEqual([{ minutes: 12 * 60 }])
    await sql`update sessions set expires_at = now() where user_id = ${busy.id}`.execute(test.db)
    expect(codeOf(await ask('dashboard/me', {}, { cookie }))).toBe('SESSION_EXPIRED')
  })

  it('[T-10] a granted or removed permission applies from the next request on, and so does a removed role', async () => {
    const staff = await member()
    const { cookie } = await signIn(staff)
    const look = async () => (await ask('find-customers', { query: 'nobody' }, { cookie })).status
    expect(await look()).toBe(403)
    await give(staff.id, 'login_as_customer')
    expect(await look()).toBe(200)
    await test.db.deleteFrom('staff_permissions').where('user_id', '=', staff.id).execute()
    expect(await look()).toBe(403)
    await test.db.deleteFrom('user_roles').where('user_id', '=', staff.id).execute()
    expect(await look()).toBe(401)
    expect(codeOf(await ask('dashboard/me', {}, { cookie }))).toBe('SESSION_REVOKED')
  })

  it('[GAP-73] ends immediately for staff who are banned', async () => {
    const staff = await member('login_as_customer')
    const { cookie } = await signIn(staff)
    await test.db.updateTable('users').set({ is_active: false }).where('id', '=', staff.id).execute()
    expect(codeOf(await ask('dashboard/me', {}, { cookie }))).toBe('ACCOUNT_BANNED')
  })

  it('[GAP-75] requests that another site makes a browser send are refused and change nothing', async () => {
    const staff = await member('login_as_customer')
    const { cookie } = await signIn(staff)
    const before = await test.build.counts()
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
    ])
      expect(codeOf(await ask('dashboard/logout', {}, { cookie, headers }))).toBe('FOREIGN_ORIGIN')
    const plain = { cookie, origin: 'https://evil.test' }
    const sent = await test.send('/public/api/dashboard/logout', { payload: {}, headers: plain })
    expect(sent).toMatchObject({ status: 403, body: { error: { code: 'FOREIGN_ORIGIN' } } })
    // A request without a body has no content type. A browser can send such a request from any site.
    const bare = await test.send('/public/api/dashboard/logout', { headers: { cookie } })
    expect(codeOf(bare)).toBe('UNSUPPORTED_MEDIA_TYPE')
    const form = { cookie, 'content-type': 'text/plain' }
    expect((await test.send('/public/api/dashboard/logout', { payload: '{}', headers: form })).status).toBe(415)
    const login = await ask('dashboard/login', staff, { headers: { origin: 'https://evil.test' } })
    expect(codeOf(login)).toBe('FOREIGN_ORIGIN')
    expect(setCookieOf(login)).toBe('')
    expect(await test.build.counts()).toEqual(before)
    const own = await test.send('/public/api/dashboard/me', {
      payload: {},
      headers: { cookie, origin: 'https://shop.test' },
    })
    expect(own.status).toBe(200)
  })

  it('[GAP-03] the cookie is accepted only for calls of staff', async () => {
    const cookie = await cookieWith('login_as_customer')
    expect(codeOf(await ask('get-addresses', {}, { cookie }))).toBe('SESSION_MISSING')
    expect(codeOf(await ask('delivery/get-delivery-orders', {}, { cookie }))).toBe('SESSION_MISSING')
  })
})
