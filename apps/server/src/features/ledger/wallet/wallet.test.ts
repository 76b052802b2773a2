import { en } from '@nukkad/contract/texts/en.ts'
import { hi } from '@nukkad/contract/texts/hi.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { fundWallet, payOrder } from '#test/wallet.ts'
import { postTransfer, walletBalances } from './ledger.ts'

const test = useTestApp()

async function spender() {
  const customer = await test.build.customer()
  const store = await test.build.store()
  await fundWallet(test.db, customer.id, { ownMinor: 20_000n, promotionMinor: 5_000n })
  const order = await test.build.order({
    user_id: customer.id,
    store_id: store.id,
    wallet_own_minor: 1_000n,
    wallet_promotion_minor: 2_000n,
  })
  await payOrder(test.db, order, { ownMinor: 1_000n, promotionMinor: 2_000n })
  return { customer, order }
}

describe('get-wallet-transactions', () => {
  it('[P-36] [I-01] [I-11] [GAP-05] answers balance and movements, newest first; the balance is their sum', async () => {
    const { customer, order } = await spender()
    const stranger = await test.build.customer()
    await fundWallet(test.db, stranger.id, { ownMinor: 999n })
    const { status, body } = await test.call('get-wallet-transactions', { user_id: stranger.id }, customer)
    expect(status).toBe(200)
    expect(body.balance).toBe(220)
    expect(body.transactions.map(({ type, amount }) => [type, amount])).toEqual([
      ['withdraw', 3_000],
      ['deposit', 20_000],
      ['deposit', 5_000],
    ])
    expect(body.transactions[0]).toEqual({
      id: expect.any(Number),
      payable_type: 'user',
      payable_id: customer.id,
      wallet_id: expect.any(Number),
      type: 'withdraw',
      amount: 3_000,
      confirmed: true,
      meta: { description: `${en.orderPaymentWalletComment} ${order.unique_order_id}` },
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      updated_at: expect.any(String),
    })
    const info = await test.call('update-user-info', {}, customer)
    expect(info.body.data.wallet_balance).toBe(220)
  })

  it('[P-36] describes a movement in the language of its reader', async () => {
    const { customer, order } = await spender()
    await test.db
      .insertInto('languages')
      .values({ code: 'hi', language_name: 'हिन्दी', is_default: false })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await test.services.settings.reload()
    const { body } = await test.call('get-wallet-transactions', {}, { ...customer, language: 'hi' })
    expect(body.transactions.map(({ meta }) => meta.description)).toEqual([
      `${hi.orderPaymentWalletComment} ${order.unique_order_id}`,
      hi.walletTransactionAdjustment,
      hi.walletTransactionSignup,
    ])
  })

  it('[P-36] shows a new wallet as empty, and at most 200 movements', async () => {
    const customer = await test.build.customer()
    const empty = await test.call('get-wallet-transactions', {}, customer)
    expect(empty.body).toEqual({ success: true, balance: 0, transactions: [] })
    for (let count = 0; count < 101; count++)
      await fundWallet(test.db, customer.id, { ownMinor: 1n, promotionMinor: 1n })
    const full = await test.call('get-wallet-transactions', {}, customer)
    expect(full.body.balance).toBe(2.02)
    expect(full.body.transactions).toHaveLength(200)
  })

  it('[T-02] requires a customer session', async () => {
    const guest = await test.call('get-wallet-transactions')
    expect(guest.status).toBe(401)
    expect(guest.body).toMatchObject({ message: 'Token not provided' })
    const rider = await test.build.rider()
    const refused = await test.call('get-wallet-transactions', {}, rider)
    expect(refused.status).toBe(401)
    expect(codeOf(refused)).toBe('WRONG_AUDIENCE')
  })
})

describe('the ledger', () => {
  const withdraw = (userId: number, id: string, amountMinor: bigint) =>
    inTransaction(test.db, (tx) =>
      postTransfer(tx, {
        kind: 'test_spending',
        source: { type: 'test', id },
        currency: 'INR',
        description: { key: 'walletTransactionAdjustment' },
        postings: [
          { account: { kind: 'wallet_own', userId }, amountMinor: -amountMinor },
          { account: { kind: 'adjustments' }, amountMinor },
        ],
      }),
    )

  it('[I-11] the ledger never overspends a wallet, however many orders spend in parallel', async () => {
    const { id } = await test.build.customer()
    await fundWallet(test.db, id, { ownMinor: 10_000n })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => withdraw(id, `race-${id}-${index}`, 3_000n)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'WALLET_TOO_LOW' })
    expect(await walletBalances(test.db, id)).toEqual({ ownMinor: 1_000n, promotionMinor: 0n })
  })

  it('moves money once per kind and source, however many requests try in parallel', async () => {
    const { id } = await test.build.customer()
    await fundWallet(test.db, id, { ownMinor: 10_000n })
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => withdraw(id, `once-${id}`, 100n)))
    expect(outcomes.filter((outcome) => outcome !== undefined)).toHaveLength(1)
    expect(await walletBalances(test.db, id)).toEqual({ ownMinor: 9_900n, promotionMinor: 0n })
  })

  it('creates a wallet once if its first postings arrive in parallel', async () => {
    const { id } = await test.build.customer()
    await Promise.all(Array.from({ length: 16 }, () => fundWallet(test.db, id, { promotionMinor: 10n })))
    expect(await walletBalances(test.db, id)).toEqual({ ownMinor: 0n, promotionMinor: 160n })
  })

  it('refuses postings that do not sum to zero, in code and in the database, and any change of them', async () => {
    const { id } = await test.build.customer()
    await fundWallet(test.db, id, { ownMinor: 10n })
    const before = await test.build.counts()
    await expect(
      inTransaction(test.db, (tx) =>
        postTransfer(tx, {
          kind: 'test_making',
          source: { type: 'test', id },
          currency: 'INR',
          description: { key: 'walletTransactionAdjustment' },
          postings: [{ account: { kind: 'wallet_own', userId: id }, amountMinor: 5n }],
        }),
      ),
    ).rejects.toThrow('do not sum to zero')
    await expect(
      sql`insert into postings (transfer_id, account_id, amount_minor) select t.id, a.id, 5 from transfers t, ledger_accounts a where a.user_id = ${id} limit 1`.execute(
        test.db,
      ),
    ).rejects.toThrow(/sum to/)
    await expect(sql`update postings set amount_minor = 1`.execute(test.db)).rejects.toThrow()
    await expect(sql`delete from transfers`.execute(test.db)).rejects.toThrow()
    expect(await test.build.counts()).toEqual(before)
    expect(await walletBalances(test.db, id)).toEqual({ ownMinor: 10n, promotionMinor: 0n })
  })
})
