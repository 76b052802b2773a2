import type { CallShape } from '@nukkad/contract/call.ts'
import { type CallName, contract } from '@nukkad/contract/contract.ts'
import { allPermissions, type Permission } from '@nukkad/contract/permissions.ts'
import { tableNames, tables } from '@nukkad/contract/tables/shapes.ts'
import type { TableShape } from '@nukkad/contract/tables/table.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { refusals } from '#http/errors.ts'
import { startSession } from '#http/session.ts'
import { fingerprint } from './fingerprint.ts'
import { codeOf, useTestApp } from './harness.ts'

const test = useTestApp({ isNoted: false })
const audiences = ['customer', 'delivery', 'store-owner', 'staff'] as const
const rolesOf = { customer: ['customer'], delivery: ['rider'], 'store-owner': ['store_owner'], staff: ['admin'] }
const others = ['customer', 'rider', 'store_owner']
const names = Object.keys(contract) as CallName[]
const shapeOf = (name: CallName): CallShape => contract[name]
const baseOf = (name: CallName): string =>
  shapeOf(name).base === 'callandorder' ? '/public/callandorder' : '/public/api'
const urlOf = (name: CallName): string =>
  `${baseOf(name)}/${name}${(shapeOf(name).path ?? '').replace(/\{\w+\}/g, 'x')}`

/**
 * Tests the table of docs/reference/security.md#authorisation for every call of the contract: the server refuses a
 * person without the right, and changes nothing.
 */
describe('permissions of every call', () => {
  const tokens = {} as Record<(typeof audiences)[number], string>
  beforeAll(async () => {
    tokens.customer = (await test.build.customer()).token
    tokens.delivery = (await test.build.rider()).token
    tokens['store-owner'] = (await test.build.owner()).token
    // The token is that of staff with every permission, so that the server refuses them only because of the audience.
    tokens.staff = await staffToken(allPermissions)
  })

  async function staffToken(permissions: readonly Permission[], role = 'staff'): Promise<string> {
    const { id } = await test.build.user({}, role)
    for (const permission of permissions)
      await test.db.insertInto('staff_permissions').values({ user_id: id, permission }).execute()
    return test.build.token(id, 'staff')
  }

  const guarded = names.filter((name) => !['public', 'optional'].includes(shapeOf(name).auth))

  it.each(guarded)('[GAP-75, T-07, GAP-03, GAP-04] %s requires its own audience', async (name) => {
    const before = await test.build.counts()
    expect(await test.send(urlOf(name), { payload: {} })).toMatchObject({
      status: 401,
      body: { message: 'Token not provided', error: { code: 'SESSION_MISSING' } },
    })
    expect(codeOf(await test.send(urlOf(name), { payload: { token: 'x'.repeat(43) } }))).toBe('SESSION_REVOKED')
    for (const audience of audiences) {
      const { auth, staffMay, ownersToo } = shapeOf(name)
      if (audience === auth || (audience === 'staff' && staffMay) || (audience === 'store-owner' && ownersToo)) continue
      const answer = await test.send(urlOf(name), { payload: { token: tokens[audience] } })
      const usual = shapeOf(name).auth === 'staff' ? 'PERMISSION_MISSING' : 'WRONG_AUDIENCE'
      const code = shapeOf(name).refusals?.[audience] ?? usual
      expect(answer.status, `${name} by ${audience}`).toBe(refusals[code].status)
      expect(codeOf(answer), `${name} by ${audience}`).toBe(code)
    }
    expect(await test.build.counts()).toEqual(before)
  })

  it.each(guarded.filter((name) => shapeOf(name).auth === 'customer' && !shapeOf(name).answersBanned))(
    '[T-11, GAP-73] %s is closed to a banned customer',
    async (name) => {
      const banned = await test.build.customer({ is_active: false })
      expect(codeOf(await test.send(urlOf(name), { payload: { token: banned.token } }))).toBe('ACCOUNT_BANNED')
    },
  )

  it.each(names.filter((name) => ['customer', 'optional'].includes(shapeOf(name).auth)))(
    '[GAP-75] %s is open to a store owner in the name of a caller only if the contract says so',
    async (name) => {
      await test.build.setting('allowStoreOwnersPlaceLoginOrders', 'true')
      const owner = await test.build.owner({ stores: [await test.build.store()] })
      const { id } = await test.build.customer()
      const token = await inTransaction(test.db, (tx) =>
        startSession(tx, { userId: id, audience: 'customer', actingStaffId: owner.id }),
      )
      const before = await fingerprint(test.db)
      const code = codeOf(await test.send(urlOf(name), { payload: { token } }))
      if (shapeOf(name).forCallers) return expect(code).not.toBe('PERMISSION_MISSING')
      expect(code).toBe('PERMISSION_MISSING')
      expect(await fingerprint(test.db)).toBe(before)
    },
  )

  it.each(audiences)(
    '[GAP-75, T-07] a session of the audience %s ends with the role of its account',
    async (audience) => {
      const name = guarded.find((call) => shapeOf(call).auth === audience)!
      const { id } = await test.build.user({}, 'admin')
      await test.db
        .insertInto('user_roles')
        .values(others.map((role) => ({ user_id: id, role })))
        .execute()
      const token = await test.build.token(id, audience)
      expect(codeOf(await test.send(urlOf(name), { payload: { token } }))).not.toBe('SESSION_REVOKED')
      await test.db.deleteFrom('user_roles').where('role', 'in', rolesOf[audience]).where('user_id', '=', id).execute()
      expect(codeOf(await test.send(urlOf(name), { payload: { token } }))).toBe('SESSION_REVOKED')
    },
  )

  const permitted = guarded.flatMap((name) => {
    const shape = shapeOf(name)
    const permission = shape.auth === 'staff' ? shape.permission : shape.staffMay
    return permission && permission !== 'any' ? [{ name, permission }] : []
  })

  it.each(permitted)(
    '[GAP-75, T-10] $name requires the permission $permission, which an administrator has',
    async (cell) => {
      const { name, permission } = cell
      const without = await staffToken(allPermissions.filter((other) => other !== permission))
      const before = await fingerprint(test.db)
      const refused = await test.send(urlOf(name), { payload: { token: without } })
      expect({ status: refused.status, code: codeOf(refused) }).toEqual({ status: 403, code: 'PERMISSION_MISSING' })
      expect(await fingerprint(test.db)).toBe(before)
      const written = await test.db
        .selectFrom('audit_entries')
        .select('object_id')
        .orderBy('id', 'desc')
        .executeTakeFirst()
      expect(written).toEqual({ object_id: name })
      for (const token of [await staffToken([permission]), await staffToken([], 'admin')])
        expect([401, 403]).not.toContain((await test.send(urlOf(name), { payload: { token } })).status)
    },
  )

  it.each(tableNames)(
    '[GAP-75, T-10] the table %s requires its own permission, or an owner where it is open to them',
    async (name) => {
      const { permission, ownersToo } = tables[name] as TableShape
      const read = async (token: string) =>
        codeOf(await test.send('/public/api/dashboard/table', { payload: { token, table: name } }))
      expect(await read(await staffToken(allPermissions.filter((other) => other !== permission)))).toBe(
        'PERMISSION_MISSING',
      )
      expect(await read(await staffToken([permission]))).toBeUndefined()
      expect(await read(tokens['store-owner'])).toBe(ownersToo ? undefined : 'PERMISSION_MISSING')
    },
  )

  it.each(guarded.filter((name) => shapeOf(name).auth === 'staff'))(
    '[GAP-75, T-11] %s is closed to former staff and to banned staff',
    async (name) => {
      const banned = await test.build.user({ is_active: false }, 'admin')
      const former = await test.build.user({}, 'customer')
      const send = async (id: number) =>
        codeOf(await test.send(urlOf(name), { payload: { token: await test.build.token(id, 'staff') } }))
      expect([await send(banned.id), await send(former.id)]).toEqual(['ACCOUNT_BANNED', 'SESSION_REVOKED'])
    },
  )

  it('[GAP-75] a call that is open to everyone is listed as such', () => {
    const open = names.filter((name) => shapeOf(name).auth === 'public')
    const expected =
      /^(get-settings|get-all-languages|get-single-language|get-pages|get-single-page|popular-geo-locations|get-trending-searches|get-shared-order|promo-slider|all-sliders|get-(delivery|selfpickup|filtered)-restaurants|get-delivery-warehouses|get-medical-stores|get-all-restaurants-categories|get-restaurant-category-slides|get-restaurant-info(-by-id|-and-operational-status)?|check-restaurant-operation-service|get-(restaurant|warehouse)-items|get-single-item|check-cart-items-availability|get-store-coupons|get-store-reviews|salon-services|login|login\/second-factor|register|send-otp|verify-otp|generate-otp-for-login|login-with-otp|send-join-code|join|(delivery|store-owner|dashboard)\/login(\/second-factor)?|delivery\/login\/(send|with)-code|dashboard\/(setup|setup-state)|dashboard\/invitations\/(show|accept)|store-owner\/get-(all|single)-language|payment\/verify-khalti-payment|search-restaurants|search-category|coordinate-to-address|save-notification-token-no-user|send-password-reset-mail|verify-password-reset-otp|change-user-password)$/
    expect(open.filter((name) => !expected.test(name))).toEqual([])
  })
})
