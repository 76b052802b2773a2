import type { CallName } from '@nukkad/contract/contract.ts'
import type { GatewayName } from '@nukkad/contract/payments/attempts.ts'
import type { SettingKey } from '@nukkad/contract/settings/registry.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fingerprint } from '#test/fingerprint.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { useTill } from '#test/payments.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const till = useTill(test)
const { member, ask, signIn, auditOf } = createStaff(test)

async function settingIs(key: SettingKey, value: string): Promise<void> {
  await test.build.setting(key, value)
  await test.services.settings.reload()
}
beforeEach(() => settingIs('allowPaymentGatewaySelection', 'true'))
afterEach(() => settingIs('allowPaymentGatewaySelection', 'false'))

/** Creates a store with its owner, an item and a customer, and returns their calls. */
async function settle() {
  const store = await test.build.store()
  const item = await test.build.item({ store_id: store.id, price_minor: 25_000n })
  const owner = await test.build.owner({ stores: [store] })
  const customer = await test.build.customer()
  const store_id = store.id
  return {
    store,
    owner,
    customer,
    read: async () => (await test.call('store-owner/get-payment-gateways', { store_id }, owner)).body,
    choose: async (...gateways: GatewayName[]) =>
      (await test.call('store-owner/save-payment-gateways', { store_id, gateways }, owner)).body,
    offered: async () =>
      (await test.call('get-payment-gateways', { restaurant_id: store_id }, customer)).body.map(({ name }) => name),
    order: (method: string) =>
      test.call('place-order', { order: [{ id: item.id, quantity: 1 }], method, delivery_type: 2 }, customer),
  }
}
const whole = ['COD', 'Razorpay', 'Paytm', 'Stripe']

describe('the payment methods of a store', () => {
  it('[P-59] [GAP-33] the payment methods are its own choice if it has one, otherwise all that the shop offers; with the choice switched off, all stores offer the same', async () => {
    const { offered, choose, read } = await settle()
    expect(await offered()).toEqual(whole)
    expect(await read()).toEqual({ success: true, may_choose: 1, offered: whole, chosen: [] })
    expect(await choose('Stripe', 'COD')).toMatchObject({ offered: whole, chosen: ['COD', 'Stripe'] })
    expect(await offered()).toEqual(['COD', 'Stripe'])
    await settingIs('allowPaymentGatewaySelection', 'false')
    expect(await offered()).toEqual(whole)
    expect(await read()).toMatchObject({ may_choose: 0, chosen: ['COD', 'Stripe'] })
    await settingIs('allowPaymentGatewaySelection', 'true')
    await choose()
    expect(await offered()).toEqual(whole)
  })

  it('[U-22] [INT-22] leave out gateways that are switched off for the shop or take another currency', async () => {
    const { offered, choose, read } = await settle()
    await choose('Razorpay', 'Stripe', 'Khalti')
    expect(await offered()).toEqual(['Razorpay', 'Stripe'])
    await settingIs('offersRazorpay', 'false')
    expect(await offered()).toEqual(['Stripe'])
    await settingIs('offersStripe', 'false')
    expect(await offered()).toEqual([])
    expect(await read()).toMatchObject({ offered: ['COD', 'Paytm'], chosen: ['Razorpay', 'Stripe', 'Khalti'] })
    for (const key of ['offersRazorpay', 'offersStripe'] as const) await settingIs(key, 'true')
    expect(await offered()).toEqual(['Razorpay', 'Stripe'])
  })

  it('[P-59] an order by a method that the store does not accept is refused and changes nothing; the wallet always pays', async () => {
    const { choose, order, customer } = await settle()
    await choose('Razorpay')
    const before = await fingerprint(test.db)
    for (const method of ['COD', 'STRIPE', 'PAYTM']) expect(codeOf(await order(method))).toBe('METHOD_NOT_AVAILABLE')
    expect(await fingerprint(test.db)).toBe(before)
    expect((await order('RAZORPAY')).body).toMatchObject({ data: { orderstatus_id: 8, payment_mode: 'RAZORPAY' } })
    // The wallet is not a gateway, so an order may be paid from it at this store. The error comes only from the low
    // balance.
    expect(codeOf(await order('WALLET'))).toBe('WALLET_TOO_LOW')
    await choose('COD')
    expect((await order('COD')).body).toMatchObject({ data: { payment_mode: 'COD', user_id: customer.id } })
  })

  it('[GAP-79] [GAP-36] a payment cannot start by a method that the store does not accept, not by the older calls either', async () => {
    const order = await till.order()
    const { store_id } = await test.db
      .selectFrom('orders')
      .select('store_id')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    const owner = await test.build.owner({ stores: [{ id: store_id }] })
    await test.call('store-owner/save-payment-gateways', { store_id, gateways: ['Razorpay'] }, owner)
    const attempts = () =>
      test.db.selectFrom('payment_attempts').select('id').where('order_id', '=', order.id).execute()
    const start = (gateway: string) =>
      test.call('payment/start', { order_id: order.id, gateway }, { token: order.token })
    expect(codeOf(await start('Stripe'))).toBe('GATEWAY_NOT_CONFIGURED')
    expect(codeOf(await test.call('accept-stripe-payment', { order_id: order.id }, { token: order.token }))).toBe(
      'GATEWAY_NOT_CONFIGURED',
    )
    expect(await attempts()).toEqual([])
    expect((await start('Razorpay')).body).toMatchObject({ success: true })
    await settingIs('allowPaymentGatewaySelection', 'false')
    expect((await start('Stripe')).body).toMatchObject({ success: true })
  })
})

describe('permissions for the choice', () => {
  it('[GAP-75] the owner of the store, and no other, may choose; the same choice again changes nothing, and each change is recorded', async () => {
    const { store, owner, choose, offered } = await settle()
    const stranger = await test.build.owner({ stores: [await test.build.store()] })
    const input = { store_id: store.id, gateways: ['COD' as const] }
    for (const name of ['store-owner/get-payment-gateways', 'store-owner/save-payment-gateways'] as const)
      expect(codeOf(await test.call(name, input, stranger))).toBe('ORDER_NOT_YOURS')
    expect(await offered()).toEqual(whole)
    await choose('COD', 'Paytm')
    await choose('Paytm', 'COD')
    await choose('Paytm')
    const entries = await test.db
      .selectFrom('audit_entries')
      .select(['action', 'object_id', 'before', 'after'])
      .where('actor_id', '=', owner.id)
      .orderBy('id')
      .execute()
    const of = { action: 'store_payment_methods.set', object_id: String(store.id) }
    expect(entries).toEqual([
      { ...of, before: { gateways: [] }, after: { gateways: ['COD', 'Paytm'] } },
      { ...of, before: { gateways: ['COD', 'Paytm'] }, after: { gateways: ['Paytm'] } },
    ])
  })

  it('[U-09] staff who may change stores may choose; staff who may only view them may read, and the store must exist', async () => {
    const { store, offered } = await settle()
    const dashboard = async (...permissions: ('stores_view' | 'stores_edit')[]) => {
      const person = await member(...permissions)
      const { cookie } = await signIn(person)
      return { person, ask: (name: CallName, input: object) => ask(name, input, { cookie }) }
    }
    const [viewer, editor] = [await dashboard('stores_view'), await dashboard('stores_view', 'stores_edit')]
    const input = { store_id: store.id, gateways: ['Stripe'] }
    expect((await viewer.ask('store-owner/get-payment-gateways', input)).body).toMatchObject({ chosen: [] })
    expect(codeOf(await viewer.ask('store-owner/save-payment-gateways', input))).toBe('PERMISSION_MISSING')
    expect((await editor.ask('store-owner/save-payment-gateways', input)).body).toMatchObject({ chosen: ['Stripe'] })
    expect(await offered()).toEqual(['Stripe'])
    expect((await auditOf(editor.person.id)).map(({ action }) => action)).toContain('store_payment_methods.set')
    for (const name of ['store-owner/get-payment-gateways', 'store-owner/save-payment-gateways'] as const)
      expect(codeOf(await editor.ask(name, { ...input, store_id: 2_000_000_000 }))).toBe('NOT_FOUND')
  })

  it('refuses an unknown gateway, and a repeated one', async () => {
    const { store, owner } = await settle()
    for (const gateways of [['WALLET'], ['COD', 'COD'], 'COD', undefined]) {
      const input = { store_id: store.id, gateways } as never
      expect(codeOf(await test.call('store-owner/save-payment-gateways', input, owner))).toBe('INVALID_INPUT')
    }
  })
})
