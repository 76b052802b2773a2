import type { WireInput } from '@nukkad/contract/contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { member, signIn, ask, auditOf, cookieWith } = createStaff(test)
let cookie = ''
let staffId = 0

beforeAll(async () => {
  const staff = await member('coupons_manage')
  staffId = staff.id
  cookie = (await signIn(staff)).cookie
})

let made = 0
const said = (more: Partial<WireInput<'dashboard/coupons/save'>> = {}): WireInput<'dashboard/coupons/save'> => ({
  code: `ADMIN${++made}`,
  name: 'Fifty off',
  discount_type: 'AMOUNT',
  discount: '50',
  user_type: 'ALL',
  is_active: 1,
  ...more,
})
const save = (more: Partial<WireInput<'dashboard/coupons/save'>> = {}) =>
  ask('dashboard/coupons/save', said(more), { cookie })
const fieldsOf = ({ body }: { body: unknown }) => (body as { error?: { fields?: object } }).error?.fields

async function apply(code: string, { store, subtotal = '300' }: { store?: { id: number }; subtotal?: string } = {}) {
  const [customer, at] = [await test.build.customer(), store ?? (await test.build.store())]
  return test.call('apply-coupon', { coupon: code, restaurant_id: at.id, subtotal }, { token: customer.token })
}

describe('coupons at the dashboard', () => {
  it('[U-14] a new coupon is accepted by apply-coupon, and refused when it is switched off', async () => {
    const { status, body } = await save({ min_subtotal: '200', max_count: 5, description: 'For the feast' })
    expect(status).toBe(200)
    expect(body.coupon).toMatchObject({ discount: '50.00', min_subtotal: '200.00', max_count: 5, count: 0, stores: [] })
    const { id, code } = body.coupon
    expect((await apply(code)).body).toMatchObject({ success: true, appliedAmount: '50.00' })
    expect(codeOf(await apply(code, { subtotal: '199' }))).toBe('COUPON_MINIMUM_NOT_MET')
    expect((await ask('dashboard/coupons/set-active', { ids: [id], is_active: 0 }, { cookie })).status).toBe(200)
    expect(codeOf(await apply(code))).toBe('COUPON_INVALID')
    expect((await ask('dashboard/coupons/show', { id }, { cookie })).body.coupon.is_active).toBe(false)
    await save({ id, code, discount: '60' })
    await ask('dashboard/coupons/set-active', { ids: [id], is_active: 1 }, { cookie })
    const audit = (await auditOf(staffId)).filter(({ object_id }) => object_id === String(id))
    expect(audit.map(({ action }) => action)).toEqual([
      'coupon.created',
      'coupons.deactivated',
      'coupon.updated',
      'coupons.activated',
    ])
  })

  it('[GAP-78] a description is cleaned when it is saved', async () => {
    const { body } = await save({ description: '<p>For <b onclick="alert(1)">all</b><script>alert(2)</script></p>' })
    expect(body.coupon.description).toBe('<p>For <b>all</b></p>')
    expect((await save({ description: 'Bread & cakes' })).body.coupon.description).toBe('Bread & cakes')
  })

  it('[U-14] saving A, then B, then A again within a moment ends with A', async () => {
    const { id, code } = (await save()).body.coupon
    const nameOf = async () => (await ask('dashboard/coupons/show', { id }, { cookie })).body.coupon.name
    for (const name of ['A', 'B', 'A', 'A']) expect((await save({ id, code, name })).status).toBe(200)
    expect(await nameOf()).toBe('A')
    for (const name of ['B', 'A', 'B']) await save({ id, code, name })
    expect(await nameOf()).toBe('B')
  })

  it('[U-14] a percentage has a cap, and a coupon of some stores is not valid elsewhere', async () => {
    const [here, there] = [await test.build.store({ name: 'Here' }), await test.build.store()]
    const { body } = await save({
      discount_type: 'PERCENTAGE',
      discount: '12.5',
      max_discount: '30',
      store_ids: [here.id, here.id],
    })
    expect(body.coupon).toMatchObject({
      discount: '12.50',
      max_discount: '30.00',
      stores: [{ id: here.id, name: 'Here' }],
    })
    expect((await apply(body.coupon.code, { store: here, subtotal: '200' })).body).toMatchObject({
      appliedAmount: '25.00',
    })
    expect((await apply(body.coupon.code, { store: here, subtotal: '900' })).body).toMatchObject({
      appliedAmount: '30.00',
    })
    expect(codeOf(await apply(body.coupon.code, { store: there }))).toBe('COUPON_INVALID')
  })

  it('[U-14] an expired coupon is refused, and parallel requests create one coupon for a code', async () => {
    const ended = await save({ expires_at: '2020-01-01T00:00:00Z' })
    expect(codeOf(await apply(ended.body.coupon.code))).toBe('COUPON_INVALID')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => save({ code: 'SAME-CODE', name: `Try ${n}` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(fieldsOf(answer)).toEqual({ code: 'This value is already taken. Choose another.' })
  })

  it('[U-14] the amounts of a used coupon change only after confirmation; earlier orders keep theirs', async () => {
    const { coupon } = (await save()).body
    const [customer, store] = [await test.build.customer(), await test.build.store()]
    const item = await test.build.item({ store_id: store.id, price_minor: 20_000n })
    const placed = await test.call(
      'place-order',
      { order: [{ id: item.id, quantity: 1 }], coupon: { code: coupon.code }, method: 'COD', delivery_type: 1 },
      { token: customer.token, key: crypto.randomUUID() },
    )
    expect(placed.body).toMatchObject({ success: true })
    const change = (more: object) => save({ id: coupon.id, code: coupon.code, ...more })
    expect((await change({ name: 'Another name' })).status).toBe(200)
    const refused = await change({ discount: '80' })
    expect([refused.status, codeOf(refused)]).toEqual([409, 'COUPON_IN_USE'])
    expect((await ask('dashboard/coupons/show', { id: coupon.id }, { cookie })).body.coupon.discount).toBe('50.00')
    expect((await change({ discount: '80', change_money: true })).body.coupon).toMatchObject({
      discount: '80.00',
      count: 1,
    })
    const order = await test.db
      .selectFrom('orders')
      .select('coupon_minor')
      .where('coupon_id', '=', coupon.id)
      .executeTakeFirstOrThrow()
    expect(order.coupon_minor).toBe(5000n)
    const listed = await ask('dashboard/table', { table: 'coupon_uses', filters: { coupon: coupon.code } }, { cookie })
    expect(listed.body.rows).toMatchObject([{ code: coupon.code, customer: 'Asha Menon', discount: '50.00' }])
    const table = await ask('dashboard/table', { table: 'coupons', q: coupon.code }, { cookie })
    expect(table.body.rows).toMatchObject([{ used: 1, given: '50.00', state: 'running' }])
    const remove = await ask('dashboard/coupons/delete', { id: coupon.id }, { cookie })
    expect([remove.status, codeOf(remove)]).toEqual([409, 'COUPON_HAS_ORDERS'])
  })

  it('[U-14] a coupon without orders can be deleted, and the audit log keeps its values', async () => {
    const { coupon } = (await save()).body
    expect((await ask('dashboard/coupons/delete', { id: coupon.id }, { cookie })).status).toBe(200)
    expect(codeOf(await apply(coupon.code))).toBe('COUPON_INVALID')
    expect(codeOf(await ask('dashboard/coupons/delete', { id: coupon.id }, { cookie }))).toBe('NOT_FOUND')
    const audit = await test.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'before'])
      .where('action', '=', 'coupon.deleted')
      .where('object_id', '=', String(coupon.id))
      .execute()
    expect(audit).toMatchObject([{ actor_id: staffId, before: { code: coupon.code, discount: '50.00' } }])
  })

  it.each([
    ['code', { code: 'a b' }],
    ['discount', { discount: '0' }],
    ['discount', { discount: '1.234' }],
    ['discount', { discount_type: 'PERCENTAGE', discount: '101' }],
    ['max_count_per_user', { user_type: 'CUSTOM' }],
    ['store_ids', { store_ids: [999_999] }],
  ] as const)('[U-14] shows the error at the field %s', async (field, more) => {
    const answer = await save(more as object)
    expect(answer.status).toBe(400)
    expect(Object.keys(fieldsOf(answer) ?? {})).toEqual([field])
  })

  it('[U-14] unknown coupons are not found, and another permission is not enough', async () => {
    for (const answer of [
      await save({ id: 999_999 }),
      await ask('dashboard/coupons/show', { id: 999_999 }, { cookie }),
      await ask('dashboard/coupons/set-active', { ids: [999_999], is_active: 1 }, { cookie }),
    ])
      expect(codeOf(answer)).toBe('NOT_FOUND')
    const other = await cookieWith('pages_manage')
    expect(codeOf(await ask('dashboard/coupons/save', said(), { cookie: other }))).toBe('PERMISSION_MISSING')
  })
})
