import { describe, expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { admin, member, ask, signIn, auditOf } = createStaff(test)
const next = 'monsoon-lantern-42'

describe('a person’s own password on the dashboard', () => {
  it('[U-01] can be changed by a person who knows it: other sessions end, and the new password signs in', async () => {
    const staff = await member()
    const [here, elsewhere] = [await signIn(staff), await signIn(staff)]
    const change = (current_password: string, password: string) =>
      ask('dashboard/change-password', { current_password, password }, here)
    expect((await change('not-it-at-all', next)).body).toMatchObject({
      error: { code: 'INVALID_INPUT', fields: { current_password: 'Wrong password' } },
    })
    expect((await change(staff.password, 'short')).body).toMatchObject({
      error: { fields: { password: expect.any(String) as string } },
    })
    expect((await change(staff.password, next)).body).toEqual({ success: true })
    expect((await ask('dashboard/me', {}, here)).status).toBe(200)
    expect(codeOf(await ask('dashboard/me', {}, elsewhere))).toBe('SESSION_REVOKED')
    expect(codeOf((await signIn(staff)).answer)).toBe('STAFF_LOGIN_WRONG')
    expect((await signIn({ ...staff, password: next })).answer.status).toBe(200)
    expect((await auditOf(staff.id)).map(({ action }) => action)).toContain('own_password.updated')
  })

  it('[U-01] is changed once by two parallel requests that know the old one', async () => {
    const staff = await member()
    const here = await signIn(staff)
    const answers = await Promise.all(
      ['first', 'second'].map((word) =>
        ask('dashboard/change-password', { current_password: staff.password, password: `${next}-${word}` }, here),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('[GAP-75] cannot be changed while acting for a store owner, and guesses are limited', async () => {
    const boss = await admin()
    const here = await signIn(boss)
    const owner = await test.build.owner({ stores: [await test.build.store()] })
    await ask('dashboard/owners/act', { id: owner.id, reason: 'He asked for help' }, here)
    const input = { current_password: boss.password, password: next }
    expect(codeOf(await ask('dashboard/change-password', input, here))).toBe('PERMISSION_MISSING')
    const staff = await member()
    const own = await signIn(staff)
    for (let at = 0; at < 10; at++) await ask('dashboard/change-password', { ...input, current_password: 'x' }, own)
    // Sets the time of the last guess to now, so that the duration of the test does not matter.
    await test.db.updateTable('secret_guesses').set({ last_at: new Date() }).execute()
    const last = await ask('dashboard/change-password', { ...input, current_password: staff.password }, own)
    expect(codeOf(last)).toBe('TOO_MANY_REQUESTS')
  })
})
