import { publishedPasswords } from '@nukkad/demo/logins.ts'
import { describe, expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { slowHash } from './slow-hash.ts'

const shop = useTestApp({ config: { demo: false } })
const demo = useTestApp()

/** The calls that sign in with a password, each with the role of the people who use it. */
const ways = [
  ['login', 'customer'],
  ['store-owner/login', 'store_owner'],
  ['delivery/login', 'rider'],
  ['dashboard/login', 'admin'],
  ['dashboard/login', 'staff'],
  ['dashboard/login', 'store_owner'],
] as const

async function signIn(test: typeof shop, [call, role]: readonly [string, string], password: string) {
  const { id } = await test.build.user({ password_hash: await slowHash(password) })
  const email = `${role}-${id}@shop.test`
  await test.db.updateTable('users').set({ email }).where('id', '=', id).execute()
  await test.db
    .insertInto('user_roles')
    .values({ user_id: id, role })
    .onConflict((c) => c.doNothing())
    .execute()
  if (role === 'rider')
    await test.db
      .insertInto('riders')
      .values({ user_id: id })
      .onConflict((c) => c.doNothing())
      .execute()
  if (role === 'staff')
    await test.db.insertInto('staff_permissions').values({ user_id: id, permission: 'login_as_customer' }).execute()
  return test.send(`/public/api/${call}`, { payload: { email, password } })
}

const isIn = ({ body }: { body: unknown }) =>
  /"(token|auth_token)":"|"ticket"|"user"|"success":true/.test(JSON.stringify(body))

describe('the passwords of the demo city', () => {
  it.each(ways)('do not sign in at %s for a %s outside the demo', async (...way) => {
    expect(isIn(await signIn(shop, way, 'a password of their own'))).toBe(true)
    expect(isIn(await signIn(demo, way, publishedPasswords[0]!))).toBe(true)
    for (const password of publishedPasswords) expect(isIn(await signIn(shop, way, password))).toBe(false)
  })

  it('the passwords of the demo are refused as a new password, also with other capitals or added signs', async () => {
    for (const password of [...publishedPasswords, 'Asha-Demo-2026', 'xx-operator-demo-2026!']) {
      const answer = await shop.call('dashboard/setup', {
        secret: 'none',
        name: 'Asha Menon',
        email: 'asha@shop.test',
        password,
      })
      expect(codeOf(answer)).toBe('INVALID_INPUT')
      expect(answer.body).toMatchObject({ error: { fields: { password: expect.any(String) } } })
    }
  })
})
