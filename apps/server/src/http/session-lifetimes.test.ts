import { sql } from 'kysely'
import { describe, expect, test as it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { member, signIn, ask, actFor } = createStaff(test)

/**
 * Idle and absolute lifetime of each kind of session in minutes, as docs/reference/security.md#sessions states them.
 */
const lifetimes = [
  ['customer', 'customer', 'get-addresses', 30 * 24 * 60, 90 * 24 * 60],
  ['delivery', 'rider', 'delivery/get-delivery-orders', 12 * 60, 7 * 24 * 60],
  ['store-owner', 'store_owner', 'dashboard/me', 12 * 60, 7 * 24 * 60],
] as const

describe.each(lifetimes)('[INT-28] a session of the app %s', (audience, role, call, idleMinutes, absoluteMinutes) => {
  async function session() {
    const { id } = role === 'rider' ? ((await test.build.rider({})) as { id: number }) : await test.build.user({}, role)
    return { id, token: await test.build.token(id, audience) }
  }

  it('is valid until its last idle minute and not longer', async () => {
    const { id, token } = await session()
    const rest = (minutes: number) =>
      sql`update sessions set last_seen_at = now() - make_interval(mins => ${minutes}::int) where user_id = ${id}`.execute(
        test.db,
      )
    await rest(idleMinutes - 1)
    expect((await test.call(call, {}, { token })).status).toBe(200)
    await rest(idleMinutes + 1)
    expect(codeOf(await test.call(call, {}, { token }))).toBe('SESSION_EXPIRED')
  })

  it('restarts its idle time when it is used after five minutes', async () => {
    const { id, token } = await session()
    const restedAfter = async (minutes: number) => {
      await sql`update sessions set last_seen_at = now() - make_interval(mins => ${minutes}::int)
                 where user_id = ${id}`.execute(test.db)
      await test.call(call, {}, { token })
      const { rows } = await sql<{ minutes: number }>`
        select min(round(extract(epoch from now() - last_seen_at) / 60))::int as minutes
          from sessions where user_id = ${id}`.execute(test.db)
      return rows[0]!.minutes
    }
    expect([await restedAfter(4), await restedAfter(6)]).toEqual([4, 0])
  })

  it('ends after its absolute life, however much it is used', async () => {
    const { id, token } = await session()
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from expires_at - created_at) / 60)::int as minutes
        from sessions where user_id = ${id} order by id desc limit 1`.execute(test.db)
    expect(rows[0]!.minutes).toBe(absoluteMinutes)
    await sql`update sessions set expires_at = now() where user_id = ${id}`.execute(test.db)
    expect(codeOf(await test.call(call, {}, { token }))).toBe('SESSION_EXPIRED')
  })
})

describe('[GAP-74] a session in which staff act', () => {
  it('a session for a customer ends after 30 minutes, however much it is used', async () => {
    const { staff, token } = await actFor(await test.build.customer())
    const pass = (minutes: number) =>
      sql`update sessions set expires_at = expires_at - make_interval(mins => ${minutes}::int),
                 last_seen_at = now() where acting_staff_id = ${staff.id}`.execute(test.db)
    await pass(29)
    expect((await test.call('get-addresses', {}, { token })).status).toBe(200)
    await pass(1)
    expect(codeOf(await test.call('get-addresses', {}, { token }))).toBe('SESSION_EXPIRED')
  })

  it('a session for a store owner becomes the session of staff again after 30 minutes', async () => {
    const owner = await test.build.owner({ stores: [await test.build.store()] })
    const staff = await member('login_as_store_owner')
    const { cookie } = await signIn(staff)
    await ask('dashboard/owners/act', { id: owner.id, reason: 'Asked by telephone' }, { cookie })
    const pass = (minutes: number) =>
      sql`update sessions set as_owner_until = as_owner_until - make_interval(mins => ${minutes}::int)
           where user_id = ${staff.id}`.execute(test.db)
    const person = async () => (await ask('dashboard/me', {}, { cookie })).body.data.id
    await pass(29)
    expect(await person()).toBe(owner.id)
    await pass(1)
    expect(await person()).toBe(staff.id)
  })
})
