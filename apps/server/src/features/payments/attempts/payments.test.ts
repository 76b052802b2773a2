import { en } from '@nukkad/contract/texts/en.ts'
import { describe, expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { fundWallet } from '#test/wallet.ts'

const test = useTestApp()

describe('get-payment-gateways', () => {
  it('[P-59] [GAP-33] answers cash for a store that delivers, as a full gateway row', async () => {
    const customer = await test.build.customer()
    const { id } = await test.build.store()
    const { status, body } = await test.call('get-payment-gateways', { restaurant_id: String(id) }, customer)
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        id: 1,
        name: 'COD',
        description: en.checkoutCodSubText,
        logo: null,
        is_active: 1,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        updated_at: expect.any(String),
      },
    ])
  })

  it('[GAP-33] a provider is offered as soon as it has its keys, and not before; the wallet depends on its balance', async () => {
    const store = await test.build.store()
    const customer = await test.build.customer()
    const offered = async () => {
      const { body } = await test.call('get-payment-gateways', { restaurant_id: store.id }, customer)
      return body.map(({ name }) => name)
    }
    const balance = async () => (await test.call('update-user-info', {}, customer)).body.data.wallet_balance
    expect([await offered(), await balance()]).toEqual([['COD'], 0])
    const keys = { razorpayKeyId: 'rzp_test_1', razorpayKeySecret: 'secret', razorpayWebhookSecret: 'another secret' }
    for (const [key, value] of Object.entries(keys)) await test.build.setting(key, value)
    await test.services.settings.reload()
    await fundWallet(test.db, customer.id, { ownMinor: 1_000n })
    expect([await offered(), await balance()]).toEqual([['COD', 'Razorpay'], 10])
    for (const key of Object.keys(keys)) await test.build.setting(key, '')
    await test.services.settings.reload()
    expect(await offered()).toEqual(['COD'])
  })

  it('[GAP-33] leaves out cash for self-pickup only if the counter accepts none', async () => {
    const customer = await test.build.customer()
    const { id } = await test.build.store({ delivery_type: 2 })
    const names = async () => {
      await test.services.settings.reload()
      const { body } = await test.call('get-payment-gateways', { restaurant_id: id }, customer)
      return body.map(({ name }) => name)
    }
    expect(await names()).toEqual(['COD'])
    await test.build.setting('enCODonSF', 'false')
    expect(await names()).toEqual([])
  })

  it('[P-59] answers an empty list for a store that is unknown or not accepted', async () => {
    const customer = await test.build.customer()
    const { id } = await test.build.store({ is_accepted: false })
    for (const restaurant_id of [id, 2_000_000_000])
      expect((await test.call('get-payment-gateways', { restaurant_id }, customer)).body).toEqual([])
  })

  it('[T-02] requires a customer session and an id', async () => {
    const guest = await test.call('get-payment-gateways', { restaurant_id: 1 })
    expect(guest.status).toBe(401)
    expect(guest.body).toMatchObject({ message: 'Token not provided' })
    const customer = await test.build.customer()
    const rider = await test.build.rider()
    expect(codeOf(await test.call('get-payment-gateways', { restaurant_id: 1 }, rider))).toBe('WRONG_AUDIENCE')
    for (const restaurant_id of [undefined, 0, 'x', [1], 1.5])
      expect(
        (await test.call('get-payment-gateways', { restaurant_id: restaurant_id as never }, customer)).status,
      ).toBe(400)
  })
})
