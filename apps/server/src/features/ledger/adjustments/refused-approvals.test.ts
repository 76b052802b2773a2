import type { Need } from '@nukkad/contract/insight/needs-you.ts'
import type { Permission } from '@nukkad/contract/permissions.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { creditDueCommissions } from '#features/ledger/referrals/credit-commissions.ts'
import { storeBalance } from '#features/ledger/wallet/store-balance.ts'
import { createDashboard } from '#test/adjustments.ts'
import { fingerprint } from '#test/fingerprint.ts'
import { codeOf, type TestAnswer, useTestApp } from '#test/harness.ts'
import { useTill } from '#test/payments.ts'
import { createDeliveries } from '#test/referrals.ts'

const test = useTestApp()
const till = useTill(test)
const dashboard = createDashboard(test)
const deliveries = createDeliveries(test)
beforeEach(() =>
  dashboard.set({
    staffDailyAmount: '10000',
    walletAdjustmentApprovalAmount: '5000',
    enableReferAndEarn: 'true',
    commissionCapPair: '0',
    commissionHoldingDays: '0',
  }),
)

type Clerk = { id: number; token: string }
/** A request that waits for an approver. `userId` is the customer whose money it moves, if there is one. */
type Waiting = { id: number; clerk: Clerk; userId?: number; storeId?: number; orderId?: number; riderId?: number }
const UNKNOWN_ID = 2_000_000_000
/** The store commission that the store owes: 20 % of 50,000 that it took in cash at its counter. */
const OWED_MINOR = 1_000_000n

async function waitingOf(orderId: number) {
  return test.db
    .selectFrom('money_proposals')
    .select(['id', 'user_id'])
    .where('order_id', '=', orderId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
}

async function reportPayment(): Promise<Waiting> {
  const clerk = await dashboard.clerk('order_actions')
  const order = await till.order({ quantity: 30 })
  await dashboard.ask('dashboard/orders/approve-payment', { order_id: order.id, reason: 'seen at the bank' }, clerk)
  return { id: (await waitingOf(order.id)).id, clerk, userId: order.userId, orderId: order.id }
}

async function earnCommission(): Promise<Waiting> {
  const clerk = await dashboard.clerk('all_users_wallet')
  const referrer = await test.build.customer({ address: { latitude: 12.9101 } })
  const friend = await test.build.customer({ referred_by: referrer.id, address: { latitude: 12.9103 } })
  const order = await deliveries.deliver(friend, 100_000n)
  return { id: (await waitingOf(order.id)).id, clerk, userId: referrer.id, orderId: order.id }
}

/** Creates a store that took cash at its counter, so that it owes its commission. */
async function oweCommission(): Promise<number> {
  const store = await test.build.store({ commission_basis_points: 2_000 })
  const owner = await test.build.owner({ stores: [store] })
  const item = await test.build.item({ store_id: store.id, price_minor: 5_000_000n })
  const placed = await test.call(
    'place-order',
    { order: [{ id: item.id, quantity: 1 }], method: 'COD', delivery_type: 2 },
    await test.build.customer(),
  )
  const order_id = (placed.body as { data: { id: number } }).data.id
  for (const step of ['accept-order', 'mark-selfpickup-order-ready', 'mark-selfpickup-order-completed'] as const)
    await test.call(`store-owner/${step}`, { store_id: store.id, order_id }, owner)
  expect(await storeBalance(test.db, store.id, 'INR')).toBe(-OWED_MINOR)
  return store.id
}

const record = (clerk: Clerk, storeId: number, amount?: string) =>
  dashboard.ask('dashboard/store-settlements/record', { store_id: storeId, amount, reference: 'UTR 7' }, clerk)

async function recordSettlement(storeId?: number): Promise<Waiting> {
  const clerk = await dashboard.clerk('store_payouts_manage')
  const of = storeId ?? (await oweCommission())
  const { body } = await record(clerk, of)
  expect(body).toMatchObject({ data: { state: 'waiting' } })
  return { id: body.data.id, clerk, storeId: of }
}

/** Records that a rider handed in 6,000 of cash, which is above the daily limits. */
async function recordCash(): Promise<Waiting> {
  const clerk = await dashboard.clerk('delivery_collection_manage')
  const { order, rider } = await deliveries.carried(await test.build.customer(), 600_000n)
  await deliveries.handOver({ order, rider })
  const { rider_id: riderId } = await test.db
    .selectFrom('orders')
    .select('rider_id')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  const { body } = await dashboard.ask('dashboard/delivery-collections/collect', { rider_id: riderId }, clerk)
  expect(body).toMatchObject({ data: { state: 'waiting', amount: '6000.00' }, held: '6000.00' })
  return { id: body.data.id, clerk, userId: riderId!, riderId: riderId! }
}

const cashOf = async (riderId: number) =>
  (
    await test.db
      .selectFrom('ledger_accounts')
      .select('balance_minor')
      .where('kind', '=', 'rider_cash')
      .where('user_id', '=', riderId)
      .executeTakeFirstOrThrow()
  ).balance_minor

const kinds: { what: Kind; permission: Permission; ask: () => Promise<Waiting>; recorded: Recorded }[] = [
  {
    what: 'payment',
    permission: 'order_actions',
    ask: reportPayment,
    recorded: { asked: ['payment.reported'], approved: ['payment.approved'], refused: ['payment.refused'] },
  },
  {
    what: 'commission',
    permission: 'all_users_wallet',
    ask: earnCommission,
    // The server requests a commission when an order is delivered, so no person is the requester.
    recorded: { asked: [], approved: ['commission.approved'], refused: ['commission.refused'] },
  },
  {
    what: 'settlement',
    permission: 'store_payouts_manage',
    ask: recordSettlement,
    recorded: {
      asked: ['store_settlement.booked'],
      approved: ['store_settlement.booked'],
      refused: ['store_settlement.refused'],
    },
  },
  {
    what: 'cash',
    permission: 'delivery_collection_manage',
    ask: recordCash,
    recorded: {
      asked: ['cash_collection.reported'],
      approved: ['cash_collection.booked'],
      refused: ['cash_collection.refused'],
    },
  },
]
/** The audit actions that are recorded for the requester and for the approver. */
type Recorded = Record<'asked' | 'approved' | 'refused', string[]>
type Kind = 'payment' | 'commission' | 'settlement' | 'cash'
const folders = {
  payment: 'payment-approvals',
  commission: 'commission-approvals',
  settlement: 'store-settlements',
  cash: 'delivery-collections',
} as const

const needOf = {
  payment: 'payment_approvals',
  commission: 'commission_approvals',
  settlement: 'store_settlements',
  cash: 'cash_requests',
} as const satisfies Record<Kind, Need>

const decide = (kind: Kind, deed: 'approve' | 'refuse', id: number, clerk: Clerk) =>
  dashboard.ask(
    `dashboard/${folders[kind]}/${deed}`,
    { id, ...(deed === 'refuse' && { reason: 'no such payment' }) },
    clerk,
  )

/** Makes a call that must be refused, and asserts that it left every row of money and state unchanged. */
async function refusalOf(ask: () => Promise<TestAnswer<unknown>>): Promise<string | undefined> {
  const before = await fingerprint(test.db)
  const answer = await ask()
  expect(await fingerprint(test.db)).toBe(before)
  return codeOf(answer)
}

/** Gives a customer a staff account too, with the one permission that would let them decide about their own money. */
async function employ(userId: number, permission: Permission): Promise<Clerk> {
  await test.db.insertInto('user_roles').values({ user_id: userId, role: 'staff' }).execute()
  await test.db.insertInto('staff_permissions').values({ user_id: userId, permission }).execute()
  return { id: userId, token: await test.build.token(userId, 'staff') }
}

describe.each(kinds)('a decision about a $what', ({ what, permission, ask, recorded }) => {
  it('is recorded together with the request', async () => {
    const [approver, refuser] = [await dashboard.clerk(permission), await dashboard.clerk(permission)]
    const [first, second] = [await ask(), await ask()]
    await decide(what, 'approve', first.id, approver)
    await decide(what, 'refuse', second.id, refuser)
    const actionsOf = async ({ id }: Clerk) => (await dashboard.audit(id)).map(({ action }) => action)
    expect(await actionsOf(first.clerk)).toEqual(recorded.asked)
    expect(await actionsOf(approver)).toEqual(recorded.approved)
    expect(await actionsOf(refuser)).toEqual(recorded.refused)
  })

  it('needs a request of this kind', async () => {
    const clerk = await dashboard.clerk(permission)
    const other = await kinds.find((kind) => kind.what !== what)!.ask()
    for (const id of [UNKNOWN_ID, other.id])
      for (const deed of ['approve', 'refuse'] as const)
        expect(await refusalOf(() => decide(what, deed, id, clerk))).toBe('NOT_FOUND')
  })

  it('is made once: an approved request cannot be refused', async () => {
    const { id } = await ask()
    const [first, second] = [await dashboard.clerk(permission), await dashboard.clerk(permission)]
    expect((await decide(what, 'approve', id, first)).body).toMatchObject({ data: { state: 'booked' } })
    for (const clerk of [first, second])
      expect(await refusalOf(() => decide(what, 'refuse', id, clerk))).toBe('ALREADY_DECIDED')
    expect(await refusalOf(() => decide(what, 'approve', id, second))).toBe('ALREADY_DECIDED')
  })

  it('is made once: a refused request moves no money and cannot be approved', async () => {
    const { id, userId, storeId, riderId } = await ask()
    const [first, second] = [await dashboard.clerk(permission), await dashboard.clerk(permission)]
    const refused = await decide(what, 'refuse', id, first)
    expect(refused.body).toMatchObject({ data: { state: 'refused', decision_reason: 'no such payment' } })
    for (const clerk of [first, second])
      expect(await refusalOf(() => decide(what, 'approve', id, clerk))).toBe('ALREADY_DECIDED')
    expect(await refusalOf(() => decide(what, 'refuse', id, second))).toBe('ALREADY_DECIDED')
    await creditDueCommissions(test.services)
    if (riderId !== undefined) expect(await cashOf(riderId)).toBe(-600_000n)
    if (userId !== undefined) expect(await dashboard.wallet(userId)).toEqual({ own: 0n, promotion: 0n })
    if (storeId !== undefined) expect(await storeBalance(test.db, storeId, 'INR')).toBe(-OWED_MINOR)
  })
})

describe.each(kinds.filter(({ what }) => what !== 'settlement'))(
  'a $what that awaits approval',
  ({ what, permission, ask }) => {
    it('is neither approved nor refused by the owner of the money', async () => {
      const { id, userId } = await ask()
      const self = await employ(userId!, permission)
      for (const deed of ['approve', 'refuse'] as const)
        expect(await refusalOf(() => decide(what, deed, id, self))).toBe('SECOND_PERSON_NEEDED')
    })
  },
)

describe.each(kinds)('a $what that waits', ({ what, permission, ask }) => {
  it('is neither approved nor refused by accounts tied to it, and withdrawn by the person who requested it', async () => {
    const { id, clerk, userId, storeId, orderId } = await ask()
    const stores = [
      storeId,
      ...(orderId === undefined
        ? []
        : [
            (await test.db.selectFrom('orders').select('store_id').where('id', '=', orderId).executeTakeFirstOrThrow())
              .store_id,
          ]),
    ].filter((one) => one !== undefined)
    for (const store_id of stores) {
      const member = await dashboard.clerk(permission)
      await test.db.insertInto('store_members').values({ store_id, user_id: member.id, role: 'owner' }).execute()
      for (const deed of ['approve', 'refuse'] as const)
        expect(await refusalOf(() => decide(what, deed, id, member)), deed).toBe('SECOND_PERSON_NEEDED')
    }
    if (userId !== undefined) {
      const maker = await dashboard.clerk(permission)
      await test.db.updateTable('users').set({ created_by_staff_id: maker.id }).where('id', '=', userId).execute()
      for (const deed of ['approve', 'refuse'] as const)
        expect(await refusalOf(() => decide(what, deed, id, maker)), deed).toBe('SECOND_PERSON_NEEDED')
    }
    if (what === 'commission') return // The referral programme, not a member of staff, requests commissions.
    expect(await refusalOf(() => decide(what, 'approve', id, clerk))).toBe('SECOND_PERSON_NEEDED')
    expect((await decide(what, 'refuse', id, clerk)).body).toMatchObject({ data: { state: 'refused' } })
  })

  it('counts on the home page of people who may decide it, but not for the person who requested it', async () => {
    const approver = await dashboard.clerk(permission)
    const countFor = async ({ token }: Clerk) => {
      const { body } = await test.call('dashboard/needs-you', {}, { token })
      return body.waiting.find(({ need }) => need === needOf[what])?.count ?? 0
    }
    const before = await countFor(approver)
    const { id, clerk } = await ask()
    expect(await countFor(approver)).toBe(before + 1)
    // The check is left out for commissions, because no member of staff requests them.
    if (what !== 'commission') expect(await countFor(clerk)).toBe(before)
    await decide(what, 'refuse', id, approver)
    expect(await countFor(approver)).toBe(before)
  })

  it('is decided once by two approvals and one refusal in parallel', async () => {
    const { id, riderId, storeId } = await ask()
    const [one, two, three] = [
      await dashboard.clerk(permission),
      await dashboard.clerk(permission),
      await dashboard.clerk(permission),
    ]
    const answers = await Promise.all([
      decide(what, 'approve', id, one),
      decide(what, 'refuse', id, three),
      decide(what, 'approve', id, two),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const isRefused = answers[1]!.status === 200
    if (riderId !== undefined) expect(await cashOf(riderId)).toBe(isRefused ? -600_000n : 0n)
    if (storeId !== undefined) expect(await storeBalance(test.db, storeId, 'INR')).toBe(isRefused ? -OWED_MINOR : 0n)
  })
})

describe('a reported payment', () => {
  it('can be reported again after a refusal, and only once while it waits', async () => {
    const { id, clerk, orderId } = await reportPayment()
    const report = (by: Clerk) =>
      dashboard.ask('dashboard/orders/approve-payment', { order_id: orderId!, reason: 'seen at the bank' }, by)
    const other = await dashboard.clerk('order_actions')
    expect((await report(other)).status).toBe(200)
    expect((await waitingOf(orderId!)).id).toBe(id)
    expect((await decide('payment', 'refuse', id, other)).status).toBe(200)
    expect((await report(clerk)).status).toBe(200)
    expect((await waitingOf(orderId!)).id).not.toBe(id)
  })

  it('is not approved if the order was cancelled in the meantime', async () => {
    const { id, clerk, orderId } = await reportPayment()
    const cancelled = { order_id: orderId, refund: 'full', reason: 'changed their mind' }
    expect((await dashboard.ask('dashboard/orders/cancel', cancelled, clerk)).body).toMatchObject({ refunded: '0.00' })
    const approver = await dashboard.clerk('order_actions')
    expect(await refusalOf(() => decide('payment', 'approve', id, approver))).toBe('TRANSITION_REFUSED')
    expect(await till.statusOf(orderId!)).toBe(6)
    expect((await decide('payment', 'refuse', id, approver)).body).toMatchObject({ data: { state: 'refused' } })
  })
})

describe('a settlement of what a store owes', () => {
  it('requires a store', async () => {
    const clerk = await dashboard.clerk('store_payouts_manage')
    expect(await refusalOf(() => record(clerk, UNKNOWN_ID, '1'))).toBe('NOT_FOUND')
  })

  it.each(['0', '-1', '0.001', '1e3', '1,000', 'all'])('requires a valid amount: %s', async (amount) => {
    const [clerk, storeId] = [await dashboard.clerk('store_payouts_manage'), await oweCommission()]
    expect(await refusalOf(() => record(clerk, storeId, amount))).toBe('AMOUNT_INVALID')
  })

  it('is not approved if the store owes less by now: recorded twice, it is booked once', async () => {
    const first = await recordSettlement()
    const second = await recordSettlement(first.storeId)
    const approver = await dashboard.clerk('store_payouts_manage')
    expect((await decide('settlement', 'approve', first.id, approver)).body).toMatchObject({
      data: { state: 'booked' },
    })
    expect(await refusalOf(() => decide('settlement', 'approve', second.id, approver))).toBe('SETTLEMENT_TOO_HIGH')
    expect(await storeBalance(test.db, first.storeId!, 'INR')).toBe(0n)
    expect((await decide('settlement', 'refuse', second.id, approver)).status).toBe(200)
  })
})

describe('cash of a rider', () => {
  const collect = (clerk: Clerk, riderId: number, amount?: string) =>
    dashboard.ask('dashboard/delivery-collections/collect', { rider_id: riderId, amount }, clerk)

  it('recorded twice, it is booked once, also if both are approved in parallel', async () => {
    const first = await recordCash()
    const second = (await collect(await dashboard.clerk('delivery_collection_manage'), first.riderId!)).body.data.id
    const approvers = await Promise.all([0, 1].map(() => dashboard.clerk('delivery_collection_manage')))
    const answers = await Promise.all([first.id, second].map((id, at) => decide('cash', 'approve', id, approvers[at]!)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(answers.map(codeOf)).toContain('COLLECTION_TOO_HIGH')
    expect(await cashOf(first.riderId!)).toBe(0n)
    const left = answers[0]!.status === 200 ? second : first.id
    expect(await refusalOf(() => decide('cash', 'approve', left, approvers[0]!))).toBe('COLLECTION_TOO_HIGH')
    expect((await decide('cash', 'refuse', left, approvers[0]!)).status).toBe(200)
  })

  it('within the daily limit is booked by one person, for one rider by all staff together', async () => {
    const { riderId, id, clerk } = await recordCash()
    await decide('cash', 'refuse', id, clerk)
    const [one, two] = [
      await dashboard.clerk('delivery_collection_manage'),
      await dashboard.clerk('delivery_collection_manage'),
    ]
    const answers = await Promise.all([collect(one, riderId!, '3000'), collect(two, riderId!, '2500')])
    expect(answers.map(({ body }) => body.data.state).toSorted()).toEqual(['booked', 'waiting'])
  })

  it('counts towards the daily limit of a clerk together with wallets', async () => {
    const { riderId, id, clerk } = await recordCash()
    await decide('cash', 'refuse', id, clerk)
    const both = await dashboard.clerk('delivery_collection_manage', 'all_users_wallet')
    for (const amount of ['4000', '4000']) {
      const customer = await test.build.customer()
      const credit = { customer_id: customer.id, direction: 'credit', amount, reason: 'late' }
      const { body } = await dashboard.ask('dashboard/wallet-adjustments/propose', credit, both)
      expect(body.data.state).toBe('booked')
    }
    expect((await collect(both, riderId!, '2000')).body.data.state).toBe('booked')
    expect((await collect(both, riderId!, '0.01')).body.data.state).toBe('waiting')
    const last = await test.build.customer()
    const credit = { customer_id: last.id, direction: 'credit', amount: '1', reason: 'late' }
    expect((await dashboard.ask('dashboard/wallet-adjustments/propose', credit, both)).body.data.state).toBe('waiting')
  })
})
