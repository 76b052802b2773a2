import { Secret, TOTP } from 'otpauth'
import { expect, test as it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { prepareEnrolment, prepareFirstAdmin } from './first-admin.ts'
import { createStaff, setCookieOf } from './testing.ts'

const test = useTestApp({ config: { mode: 'production', demo: false } })
const { admin, member, ask, signIn } = createStaff(test)

const start = (cookie: string, secret?: string) =>
  ask('dashboard/second-factor/start', secret === undefined ? {} : { operator_secret: secret }, { cookie })

async function confirm(cookie: string, secret: string) {
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  return ask('dashboard/second-factor/confirm', { code }, { cookie })
}

it('the administrator whom the operator has just made needs no second secret', async () => {
  const secret = await prepareFirstAdmin(test.db)
  const typed = { name: 'Meera Rao', email: 'meera@example.test', password: 'a-long-word-for-her' }
  const cookie = setCookieOf(await ask('dashboard/setup', { ...typed, secret: secret! })).split(';')[0]!
  const begun = await start(cookie)
  expect(begun.status).toBe(200)
  expect((await confirm(cookie, begun.body.secret)).status).toBe(200)
})

it('whoever has the password of an administrator without a second factor cannot set up one of their own', async () => {
  const { cookie } = await signIn(await admin())
  for (const secret of [undefined, '', 'wrong'])
    expect(codeOf(await start(cookie, secret))).toBe('OPERATOR_SECRET_NEEDED')
  expect(codeOf(await ask('dashboard/second-factor/confirm', { code: '000000' }, { cookie }))).toBe('NOT_FOUND')
  expect(codeOf(await ask('dashboard/settings', {}, { cookie }))).toBe('SECOND_FACTOR_NEEDED')
  const printed = await prepareEnrolment(test.db)
  const begun = await start(cookie, ` ${printed} `)
  expect(begun.status).toBe(200)
  // Loading the page again in the same session asks for nothing more.
  const again = await start(cookie)
  expect((await confirm(cookie, again.body.secret)).status).toBe(200)
  expect((await ask('dashboard/settings', {}, { cookie })).status).toBe(200)
})

it('the printed secret works once, also for two in parallel, and a newer one ends it', async () => {
  const [one, other] = [await signIn(await admin()), await signIn(await admin())]
  const old = await prepareEnrolment(test.db)
  const printed = await prepareEnrolment(test.db)
  expect(codeOf(await start(one.cookie, old))).toBe('OPERATOR_SECRET_NEEDED')
  const both = await Promise.all([start(one.cookie, printed), start(other.cookie, printed)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403])
})

it('guesses at it run out, and staff without all rights need none', async () => {
  const { cookie } = await signIn(await admin())
  const ip = '203.0.113.90'
  let last: string | undefined
  for (let tried = 0; tried < 11; tried++)
    last = codeOf(await ask('dashboard/second-factor/start', { operator_secret: `guess ${tried}` }, { cookie, ip }))
  expect(last).toBe('TOO_MANY_REQUESTS')
  expect((await start((await signIn(await member('order_view'))).cookie)).status).toBe(200)
})

it('none is printed when every administrator has a second factor', async () => {
  await test.db.deleteFrom('user_roles').where('role', '=', 'admin').execute()
  expect(await prepareEnrolment(test.db)).toBeUndefined()
})
