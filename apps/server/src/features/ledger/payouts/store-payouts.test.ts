import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { runLedgerCheck } from '#features/ledger/wallet/run-ledger-check.ts'
import { createDashboard } from '#test/adjustments.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { fundWallet } from '#test/wallet.ts'

const harness = useTestApp()
const dashboard = createDashboard(harness)
const call: typeof harness.call = (...args) => harness.call(...args)

/**
 * Creates a store with its owner and a collected order that was paid with the wallet, so that the store has earnings.
 */
async function storeWithEarnings(subtotal = 100_000n, row: Record<string, unknown> = {}) {
  const store = await harness.build.store({ commission_basis_points: 1250, ...row })
  const [owner, customer] = await Promise.all([harness.build.owner({ stores: [store] }), harness.build.customer()])
  const sell = async (minor: bigint) => {
    const order = await harness.build.order({
      user_id: customer.id,
      store_id: store.id,
      status: 7,
      delivery_type: 2,
      payment_mode: 'WALLET',
      wallet_own_minor: minor,
      lines: [{ name: 'Masala Dosa', quantity: 1, unit_price_minor: minor }],
    })
    await payIntoClearing(minor)
    const sent = { store_id: store.id, order_id: order.id }
    await call('store-owner/mark-selfpickup-order-completed', sent, { token: owner.token })
  }
  if (subtotal > 0n) await sell(subtotal)
  return { store, owner, sell, token: owner.token, input: { store_id: store.id } }
}

/** Moves money into clearing, as a payment from a wallet does. */
async function payIntoClearing(amountMinor: bigint) {
  await inTransaction(harness.db, (tx) =>
    postTransfer(tx, {
      kind: 'test_clearing',
      source: { type: 'test', id: crypto.randomUUID() },
      currency: 'INR',
      description: { key: 'walletTransactionCommission' },
      postings: [
        { account: { kind: 'order_clearing' }, amountMinor },
        { account: { kind: 'adjustments' }, amountMinor: -amountMinor },
      ],
    }),
  )
}

const balances = async (storeId: number) => {
  const rows = await harness.db
    .selectFrom('ledger_accounts as a')
    .innerJoin('postings as p', 'p.account_id', 'a.id')
    .select((eb) => ['a.kind', 'a.provider', eb.fn.sum<bigint>('p.amount_minor').as('total')])
    .where('a.store_id', '=', storeId)
    .groupBy(['a.kind', 'a.provider'])
    .orderBy('a.kind')
    .orderBy('a.provider')
    .execute()
  return rows.map(({ kind, provider, total }) => [kind, provider, BigInt(total)])
}

test('an owner whose payout details have just changed cannot request a payout yet', async () => {
  const { token, input, store } = await storeWithEarnings(100_001n)
  const details = {
    account_holder: 'Mallory',
    bank_name: '',
    account_number: '1',
    branch_code: '',
    upi_id: '',
    note: '',
  }
  await harness.db
    .insertInto('store_payout_details')
    .values({ store_id: store.id, ...details })
    .execute()
  expect(codeOf(await call('store-owner/send-payout-request', input, { token }))).toBe('PAYOUT_HELD')
  const asked = await harness.db.selectFrom('store_payouts').select('id').where('store_id', '=', store.id).execute()
  expect(asked).toEqual([])
})

test('[GAP-75] an owner sees the balance after commission, requests it once, and later requests new earnings', async () => {
  const { store, owner, token, input, sell } = await storeWithEarnings(100_001n)
  const before = await call('store-owner/get-earnings', input, { token })
  expect(before.body).toMatchObject({
    restaurant: { id: store.id },
    totalEarning: '1000.01',
    balanceBeforeCommission: '1000.01',
    // The store pays 12.5 % commission on its sales, rounded down: 125.00.
    balanceAfterCommission: '875.01',
    payoutRequests: [],
    canRequestForPayout: true,
    minPayout: '150.00',
  })
  expect((await call('store-owner/send-payout-request', input, { token })).body).toEqual({ success: true })
  expect(await balances(store.id)).toEqual([
    ['delivery_margin', null, 12_500n],
    ['store_payable', 'payout', 87_501n],
    ['store_payable', null, 0n],
  ])
  expect(await dashboard.audit(owner.id)).toMatchObject([
    { action: 'payout.requested', object_id: String(store.id), after: { amount: '875.01' } },
  ])
  await sell(40_000n)
  const after = await call('store-owner/get-earnings', input, { token })
  expect(after.body).toMatchObject({
    totalEarning: '1400.01',
    balanceBeforeCommission: '400.00',
    balanceAfterCommission: '350.00',
    payoutRequests: [{ amount: '875.01', status: 'PENDING' }],
    canRequestForPayout: false,
  })
  expect(codeOf(await call('store-owner/send-payout-request', input, { token }))).toBe('PAYOUT_PENDING')
  await harness.db.updateTable('store_payouts').set({ status: 'COMPLETED' }).where('store_id', '=', store.id).execute()
  expect((await call('store-owner/send-payout-request', input, { token })).body).toEqual({ success: true })
  expect((await balances(store.id))[1]).toEqual(['store_payable', 'payout', 87_501n + 35_000n])
  expect((await checkLedger(harness.db)).filter(({ subject }) => !subject.startsWith('order '))).toEqual([])
})

test('[GAP-75] of twenty parallel requests, one is created and the money moves once', async () => {
  const { store, token, input } = await storeWithEarnings()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call('store-owner/send-payout-request', input, { token })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect([answer.status, codeOf(answer)]).toEqual([409, 'PAYOUT_PENDING'])
  expect(await balances(store.id)).toContainEqual(['store_payable', null, 0n])
  const rows = await harness.db.selectFrom('store_payouts').select('id').where('store_id', '=', store.id).execute()
  expect(rows).toHaveLength(1)
})

test('[GAP-75] the database refuses a second open request', async () => {
  const { store, owner, token, input } = await storeWithEarnings()
  await call('store-owner/send-payout-request', input, { token })
  const twin = {
    store_id: store.id,
    requested_by: owner.id,
    currency: 'INR',
    gross_minor: 2n,
    commission_minor: 1n,
    amount_minor: 1n,
  }
  await expect(harness.db.insertInto('store_payouts').values(twin).execute()).rejects.toThrow('store_payouts__one_open')
})

test.each([
  ['nothing', 0n, 1250],
  ['just the least payout', 15_000n, 0],
  ['less than it after commission', 17_000n, 1250],
])(
  '[GAP-75] %s is below the minimum of a request, and nothing moves',
  async (_what, subtotal, commission_basis_points) => {
    const { store, token, input } = await storeWithEarnings(subtotal, { commission_basis_points })
    const before = await balances(store.id)
    const answer = await call('store-owner/send-payout-request', input, { token })
    expect([answer.status, codeOf(answer)]).toEqual([422, 'PAYOUT_TOO_LOW'])
    expect(answer.body).toMatchObject({ message: expect.stringContaining('150.00') })
    expect((await call('store-owner/get-earnings', input, { token })).body.canRequestForPayout).toBe(false)
    expect(await balances(store.id)).toEqual(before)
  },
)

test('[GAP-75] only the owner of a store sees and requests its money', async () => {
  const { store, input } = await storeWithEarnings()
  const stranger = await storeWithEarnings()
  const before = await balances(store.id)
  for (const name of ['store-owner/get-earnings', 'store-owner/send-payout-request'] as const) {
    for (const store_id of [input.store_id, 2_000_000_000])
      expect(codeOf(await call(name, { store_id }, { token: stranger.token }))).toBe('ORDER_NOT_YOURS')
    expect(codeOf(await call(name, {}, { token: stranger.token }))).toBe('INVALID_INPUT')
  }
  expect(await balances(store.id)).toEqual(before)
})

/** Requests a payout of 875.00 and creates a member of staff who can settle it. */
async function waitingPayout() {
  const asked = await storeWithEarnings()
  await call('store-owner/send-payout-request', asked.input, { token: asked.token })
  const { id } = await harness.db
    .selectFrom('store_payouts')
    .select('id')
    .where('store_id', '=', asked.store.id)
    .executeTakeFirstOrThrow()
  return { ...asked, id, clerk: await clerk() }
}

async function clerk(id?: number) {
  const staffId = id ?? (await harness.build.user({ name: 'Farah Khan' }, 'staff')).id
  await harness.db
    .insertInto('staff_permissions')
    .values({ user_id: staffId, permission: 'store_payouts_manage' })
    .execute()
  return { id: staffId, token: await harness.build.token(staffId, 'staff') }
}

const paidBy = (id: number) => ({ id, transaction_mode: 'NEFT', transaction_id: 'UTR 4711' })

test('staff pay a payout under a reference: the money leaves the platform, the store sees it, and it is recorded', async () => {
  const { store, id, clerk, token, input } = await waitingPayout()
  const listed = await call('dashboard/store-payouts', { status: 'PENDING' }, clerk)
  expect(listed.body.data.find((payout) => payout.id === id)).toMatchObject({
    restaurant: { id: store.id },
    gross: '1000.00',
    commission: '125.00',
    amount: '875.00',
    requested_by: { name: 'Meena Rao' },
    decided_by: null,
  })
  const { body } = await call('dashboard/store-payouts/pay', paidBy(id), clerk)
  expect(body.data).toMatchObject({ status: 'COMPLETED', transaction_id: 'UTR 4711', decided_by: { id: clerk.id } })
  expect(await balances(store.id)).toEqual([
    ['delivery_margin', null, 12_500n],
    ['store_payable', 'payout', 0n],
    ['store_payable', null, 0n],
  ])
  const earnings = await call('store-owner/get-earnings', input, { token })
  expect(earnings.body.payoutRequests).toMatchObject([{ status: 'COMPLETED', transaction_mode: 'NEFT' }])
  const audit = await harness.db
    .selectFrom('audit_entries')
    .select(['action', 'before', 'after'])
    .where('actor_id', '=', clerk.id)
    .execute()
  expect(audit).toEqual([
    {
      action: 'payout.paid',
      before: { status: 'PENDING', amount: '875.00' },
      after: { status: 'COMPLETED', transaction_mode: 'NEFT', transaction_id: 'UTR 4711', message: null },
    },
  ])
})

test('the amount of a rejected payout is due to the store again; the commission of its orders stays booked', async () => {
  const { store, id, clerk, token, input } = await waitingPayout()
  expect(codeOf(await call('dashboard/store-payouts/reject', { id }, clerk))).toBe('INVALID_INPUT')
  const { body } = await call('dashboard/store-payouts/reject', { id, message: 'no bank details' }, clerk)
  expect(body.data).toMatchObject({ status: 'REJECTED', message: 'no bank details' })
  expect(await dashboard.audit(clerk.id)).toMatchObject([
    { action: 'payout.rejected', object_id: String(id), reason: 'no bank details' },
  ])
  expect(await balances(store.id)).toEqual([
    ['delivery_margin', null, 12_500n],
    ['store_payable', 'payout', 0n],
    ['store_payable', null, 87_500n],
  ])
  expect((await call('store-owner/send-payout-request', input, { token })).body).toEqual({ success: true })
  const again = await call('dashboard/store-payouts', { status: 'PENDING' }, clerk)
  expect(again.body.data.find((payout) => payout.restaurant.id === store.id)).toMatchObject({
    gross: '1000.00',
    commission: '125.00',
    amount: '875.00',
  })
})

test('a payout is settled once, also by several requests in parallel; the same person may repeat the request', async () => {
  const { store, id } = await waitingPayout()
  const clerks = await Promise.all(Array.from({ length: 6 }, () => clerk()))
  const answers = await Promise.all(
    clerks.map((one, turn) =>
      turn % 2 === 0
        ? call('dashboard/store-payouts/pay', paidBy(id), one)
        : call('dashboard/store-payouts/reject', { id, message: 'no' }, one),
    ),
  )
  const winner = answers.findIndex(({ status }) => status === 200)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  for (const answer of answers.filter(({ status }) => status === 409)) expect(codeOf(answer)).toBe('ALREADY_DECIDED')
  expect((await balances(store.id))[1]).toEqual(['store_payable', 'payout', 0n])
  const again =
    winner % 2 === 0
      ? await call('dashboard/store-payouts/pay', paidBy(id), { ...clerks[winner], key: 'another-key-of-mine' })
      : await call(
          'dashboard/store-payouts/reject',
          { id, message: 'no' },
          { ...clerks[winner], key: 'another-key-of-mine' },
        )
  expect(again.status).toBe(200)
  const other = winner % 2 === 0 ? 'dashboard/store-payouts/reject' : 'dashboard/store-payouts/pay'
  expect(codeOf(await call(other, { ...paidBy(id), message: 'no' }, clerks[winner]!))).toBe('ALREADY_DECIDED')
  expect((await checkLedger(harness.db)).filter(({ subject }) => !subject.startsWith('order '))).toEqual([])
})

test('no member of staff settles a payout that they requested, and an unknown one is not found', async () => {
  const { id, owner } = await waitingPayout()
  await harness.db.insertInto('user_roles').values({ user_id: owner.id, role: 'staff' }).execute()
  const self = await clerk(owner.id)
  for (const [name, more] of [
    ['dashboard/store-payouts/pay', paidBy(id)],
    ['dashboard/store-payouts/reject', { id, message: 'no' }],
  ] as const) {
    expect(codeOf(await call(name, more, self))).toBe('SECOND_PERSON_NEEDED')
    expect(codeOf(await call(name, { ...more, id: 2_000_000_000 }, self))).toBe('NOT_FOUND')
  }
  const paid = { status: 'COMPLETED', decided_by: owner.id, transaction_mode: 'UPI', transaction_id: '1' }
  await expect(harness.db.updateTable('store_payouts').set(paid).where('id', '=', id).execute()).rejects.toThrow(
    'store_payouts__not_own',
  )
})

test('a difference in the ledger stops payouts until a check finds none; a requested payout waits or is rejected', async () => {
  const [{ store, id, clerk }, other] = [await waitingPayout(), await waitingPayout()]
  const { id: customerId } = await harness.build.customer()
  await fundWallet(harness.db, customerId, { ownMinor: 100n })
  const setBalance = (balance_minor: bigint) =>
    harness.db.updateTable('ledger_accounts').set({ balance_minor }).where('user_id', '=', customerId).execute()
  await setBalance(90n)
  expect(await runLedgerCheck(harness.db)).toMatchObject([{ check: 'balances' }])
  const before = await balances(store.id)
  const refused = await call('dashboard/store-payouts/pay', paidBy(id), clerk)
  expect([refused.status, codeOf(refused)]).toEqual([409, 'BOOKS_DIFFER'])
  expect(await balances(store.id)).toEqual(before)
  const rejected = await call('dashboard/store-payouts/reject', { id: other.id, message: 'no' }, other.clerk)
  expect(rejected.status).toBe(200)

  await setBalance(100n)
  expect(await runLedgerCheck(harness.db)).toEqual([])
  const paid = await call('dashboard/store-payouts/pay', paidBy(id), { ...clerk, key: 'another-key-of-mine' })
  expect(paid.body.data).toMatchObject({ status: 'COMPLETED' })
})
