import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { walletBalances } from '#features/ledger/wallet/ledger.ts'
import { createDashboard } from '#test/adjustments.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createCard, useTill } from '#test/payments.ts'
import { createSalons, startIn, type TestSalon } from '#test/salon.ts'
import { fundWallet } from '#test/wallet.ts'
import { payKeptShares } from './kept-share.ts'

const test = useTestApp()
useTill(test)
const card = createCard(test)
const dashboard = createDashboard(test)
const { salon } = createSalons(test)

/** A haircut costs 400.00. A visit can never be cancelled free of charge here, and late cancellation costs half. */
const cut = {
  deposit_kind: 'percent',
  deposit_value: 25n,
  free_cancel_hours: 720,
  late_cancel_percent: 50,
  no_show_percent: 100,
}
const DEPOSIT = 10_000n

let of: TestSalon
let minute = 0
beforeAll(async () => {
  of = await salon({ stylists: 2, chairs: 2, cut })
  await dashboard.set({ staffDailyAmount: '1000000', walletAdjustmentApprovalAmount: '1000' })
})
beforeEach(() => dashboard.set({ currencyId: 'INR' }))

type Booked = { customer: { id: number; token: string }; number: string; orderId: number }

/** Orders a visit whose deposit is paid from the wallet as far as it goes; the rest awaits a payment by card. */
async function order(walletMinor: bigint, startsAt?: string): Promise<Booked> {
  minute = (minute + 30) % 1_440
  const customer = await test.build.customer()
  if (walletMinor > 0n) await fundWallet(test.db, customer.id, { ownMinor: walletMinor })
  const as = { token: customer.token }
  const wanted = { store_id: of.store.id, services: [{ item_id: of.cut }], starts_at: startsAt ?? startIn(2, minute) }
  const held = await test.call('hold-visit', wanted, { ...as, key: randomUUID() })
  const number = held.body.visit.unique_visit_id
  const paying = { method: 'RAZORPAY', partial_wallet: true }
  const placed = await test.call(
    'place-order',
    { order: [], delivery_type: 4, unique_visit_id: number, ...paying },
    { ...as, key: randomUUID() },
  )
  if (!placed.body.success) throw new Error(JSON.stringify(placed.body))
  return { customer, number, orderId: placed.body.data.id }
}

/** Books a visit whose deposit is paid by card, less the part from the wallet. */
async function book(walletMinor: bigint, startsAt?: string): Promise<Booked & { payment: string }> {
  const booked = await order(walletMinor, startsAt)
  const { customer, orderId } = booked
  return { ...booked, payment: await card.pay({ userId: customer.id, orderId, amountMinor: DEPOSIT - walletMinor }) }
}

/** Books a visit whose payment by card staff reported. Returns the id of their request too. */
async function report(walletMinor: bigint): Promise<Booked & { requestId: number }> {
  const booked = await order(walletMinor)
  const clerk = await dashboard.clerk('order_actions', 'order_view')
  const asked = { order_id: booked.orderId, reason: 'Seen on the phone' }
  expect((await dashboard.ask('dashboard/orders/approve-payment', asked, clerk)).body.state).toBe('booked')
  const { id } = await test.db
    .selectFrom('money_proposals')
    .select('id')
    .where('order_id', '=', booked.orderId)
    .executeTakeFirstOrThrow()
  return { ...booked, requestId: id }
}

/** Returns a start in an hour or less later, on the grid of starts. */
function nextQuarter(): string {
  const quarter = 15 * 60_000
  return new Date((Math.ceil(Date.now() / quarter) + 4) * quarter).toISOString()
}
const cancel = ({ customer, number }: Booked) =>
  test.call('cancel-visit', { unique_visit_id: number }, { token: customer.token })
async function miss({ number }: Booked): Promise<void> {
  await sql`update visits set starts_at = now() - interval '1 hour', ends_at = now() + interval '1 hour'
    where unique_visit_id = ${number}`.execute(test.db)
  const about = { store_id: of.store.id, unique_visit_id: number }
  expect((await test.call('dashboard/bookings/no-show', about, of.owner)).status).toBe(200)
}
const waive = ({ number }: Booked) =>
  test.call('dashboard/bookings/waive-share', { store_id: of.store.id, unique_visit_id: number }, of.owner)
const ownOf = async ({ customer }: Booked) => (await walletBalances(test.db, customer.id)).ownMinor
const rowOf = ({ orderId }: Booked) =>
  test.db
    .selectFrom('orders')
    .select(['kept_own_minor', 'refund_due_minor'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
const stateOf = async ({ orderId }: Booked) =>
  (await test.db.selectFrom('visit_kept').select('state').where('order_id', '=', orderId).executeTakeFirstOrThrow())
    .state
async function endObjectionTime({ orderId }: Booked): Promise<void> {
  await test.db
    .updateTable('visit_kept')
    .set({ pays_at: new Date(0) })
    .where('order_id', '=', orderId)
    .execute()
  await test.db
    .updateTable('payments')
    .set({ held_until: new Date(0) })
    .where('order_id', '=', orderId)
    .execute()
  await payKeptShares(test.services)
}
const sound = async () => expect(await checkLedger(test.db)).toEqual([])

describe('a salon that gives back its share', () => {
  it('[V-08] returns the part that the wallet paid to the wallet if staff reported the rest', async () => {
    const booked = await report(6_000n)
    expect((await cancel(booked)).body).toMatchObject({ refunded: '50.00', kept: '50.00' })
    expect(await rowOf(booked)).toEqual({ kept_own_minor: 5_000n, refund_due_minor: 4_000n })
    expect(await ownOf(booked)).toBe(1_000n)
    expect((await waive(booked)).status).toBe(200)
    expect(await rowOf(booked)).toEqual({ kept_own_minor: 0n, refund_due_minor: 4_000n })
    expect(await ownOf(booked)).toBe(6_000n)
    await sound()
  })

  it('[V-08] returns to each source its part if the currency of the site has changed since', async () => {
    const booked = await book(3_000n)
    await dashboard.set({ currencyId: 'EUR' })
    expect((await cancel(booked)).body).toMatchObject({ refunded: '50.00', kept: '50.00' })
    expect((await waive(booked)).status).toBe(200)
    expect(await ownOf(booked)).toBe(3_000n)
    const payment = await test.db
      .selectFrom('payments')
      .select(['amount_minor', 'refunding_minor'])
      .where('order_id', '=', booked.orderId)
      .executeTakeFirstOrThrow()
    expect(payment).toEqual({ amount_minor: 7_000n, refunding_minor: 7_000n })
    await sound()
    await dashboard.set({ currencyId: 'INR' })
    const fromWallet = await order(DEPOSIT)
    await dashboard.set({ currencyId: 'EUR' })
    await cancel(fromWallet)
    expect((await waive(fromWallet)).status).toBe(200)
    expect(await ownOf(fromWallet)).toBe(DEPOSIT)
    await sound()
  })

  it('[V-08] is refused while the payer disputes the deposit at their bank', async () => {
    const booked = await book(0n)
    await cancel(booked)
    await card.rule(booked.payment, { status: 'open' })
    expect(codeOf(await waive(booked))).toBe('REFUND_IMPOSSIBLE')
    expect(await ownOf(booked)).toBe(5_000n)
    await card.rule(booked.payment, { status: 'won' })
    expect((await waive(booked)).status).toBe(200)
    expect(await ownOf(booked)).toBe(DEPOSIT)
    await sound()
  })

  it('[V-08] goes to the payer and to no wallet if the customer has deleted the account', async () => {
    const [byCard, inParts] = [await book(0n), await book(5_000n)]
    for (const booked of [byCard, inParts]) {
      await miss(booked)
      expect((await test.call('delete-my-account', {}, booked.customer)).status).toBe(200)
    }
    expect((await waive(byCard)).status).toBe(200)
    const refund = test.db.selectFrom('refunds').innerJoin('payments', 'payments.id', 'payment_row_id')
    expect(await refund.select('refunds.amount_minor').where('order_id', '=', byCard.orderId).execute()).toEqual([
      { amount_minor: DEPOSIT },
    ])
    expect(codeOf(await waive(inParts))).toBe('REFUND_IMPOSSIBLE')
    for (const booked of [byCard, inParts]) expect(await ownOf(booked)).toBe(0n)
    await sound()
  })
})

describe('a kept share of a payment that staff reported', () => {
  it('[V-08] is paid to the salon after a third person has confirmed the payment', async () => {
    const booked = await report(0n)
    await cancel(booked)
    await endObjectionTime(booked)
    expect(await stateOf(booked)).toBe('waiting')
    const third = await dashboard.clerk('order_actions')
    const statement = { id: booked.requestId, reference: 'Statement 12' }
    expect((await dashboard.ask('dashboard/payment-approvals/confirm', statement, third)).status).toBe(200)
    await endObjectionTime(booked)
    expect(await stateOf(booked)).toBe('paid')
    await sound()
  })
})

describe('a kept share whose payment was lost in part', () => {
  const paidToStore = async ({ orderId }: Booked) =>
    (
      await sql<{ minor: bigint }>`
        select coalesce(sum(p.amount_minor), 0)::bigint as minor from transfers t join postings p on p.transfer_id = t.id
          join ledger_accounts a on a.id = p.account_id and a.kind = 'store_payable'
         where t.kind = 'visit_kept_ended' and t.source_id = ${String(orderId)}`.execute(test.db)
    ).rows[0]!.minor

  it('[V-08] goes to the salon without the amount that the bank took', async () => {
    const booked = await book(0n)
    await miss(booked)
    await card.rule(booked.payment, { status: 'lost', amountMinor: 1_000n })
    await endObjectionTime(booked)
    expect(await stateOf(booked)).toBe('paid')
    expect(await paidToStore(booked)).toBe(9_000n)
    await sound()
  })

  it('[V-08] goes to the salon as a whole if the wallet that got the rest has returned the amount', async () => {
    const booked = await book(0n)
    await cancel(booked)
    await card.rule(booked.payment, { status: 'lost', amountMinor: 1_000n })
    expect(await ownOf(booked)).toBe(4_000n)
    await endObjectionTime(booked)
    expect(await paidToStore(booked)).toBe(5_000n)
    await sound()
  })

  it('[V-08] stays with the shop if the bank took all of the payment', async () => {
    const booked = await book(0n)
    await miss(booked)
    await card.rule(booked.payment, { status: 'lost' })
    await endObjectionTime(booked)
    expect(await stateOf(booked)).toBe('lost')
    expect(await paidToStore(booked)).toBe(0n)
    await sound()
  })
})

describe('an objection to a no-show', () => {
  it('[V-08] keeps the share waiting while a credit waits for its approver, and after they refused it', async () => {
    const booked = await book(0n)
    const { customer, orderId } = booked
    await miss(booked)
    const { body } = await test.call('open-case', { order_id: orderId, problem: 'no_show' }, customer)
    if (!body.success) throw new Error(JSON.stringify(body))
    const clerk = await dashboard.clerk('order_actions', 'order_view', 'all_users_wallet')
    const credit = { id: body.case.id, amount: '20000', pocket: 'own', reason: 'Was there', answer: 'Sorry' }
    const asked = await dashboard.ask('dashboard/cases/credit', credit, clerk)
    expect(asked.body.case).toMatchObject({ state: 'waiting' })
    await endObjectionTime(booked)
    expect(await stateOf(booked)).toBe('waiting')
    expect(codeOf(await waive(booked))).toBe('CASE_WAITS')
    const refusal = { id: asked.body.case.approval_id!, reason: 'Far too much' }
    const second = await dashboard.clerk('all_users_wallet')
    expect((await dashboard.ask('dashboard/wallet-adjustments/refuse', refusal, second)).status).toBe(200)
    await endObjectionTime(booked)
    expect(await stateOf(booked)).toBe('waiting')
    expect((await waive(booked)).status).toBe(200)
    expect((await test.call('get-cases', {}, customer)).body.cases).toMatchObject([{ state: 'settled' }])
    expect(await ownOf(booked)).toBe(DEPOSIT)
    await sound()
  })
})

describe('a visit that the salon moves to an earlier start', () => {
  const moved = async (startsAt: string): Promise<Booked> => {
    const booked = await book(0n, startIn(9, 0))
    const about = { store_id: of.store.id, unique_visit_id: booked.number, starts_at: startsAt }
    expect((await test.call('dashboard/bookings/move', about, of.owner)).status).toBe(200)
    return booked
  }
  const visitOf = async ({ customer, number }: Booked) =>
    (await test.call('visit', { unique_visit_id: number }, { token: customer.token })).body.visit
  beforeAll(() =>
    test.db.updateTable('services').set({ free_cancel_hours: 24 }).where('item_id', '=', of.cut).execute(),
  )

  it('[V-08] can be cancelled free of charge as long as before, at most until its new start', async () => {
    const soon = nextQuarter()
    const booked = await moved(soon)
    expect(await visitOf(booked)).toMatchObject({
      kept_if_cancelled: '0.00',
      can_move: true,
      terms: { free_until: soon },
    })
    expect((await cancel(booked)).body).toMatchObject({ refunded: '100.00', kept: '0.00' })
    await sound()
  })

  it('[V-08] cannot be missed at the cost of the customer', async () => {
    const booked = await moved(nextQuarter())
    await miss(booked)
    expect(await ownOf(booked)).toBe(DEPOSIT)
    await sound()
  })

  it('[V-08] has the usual terms again after its customer has moved it', async () => {
    const booked = await moved(nextQuarter())
    const { customer, number } = booked
    const starts_at = startIn(2, 30)
    const answer = await test.call('move-visit', { unique_visit_id: number, starts_at }, { token: customer.token })
    expect(answer.status).toBe(200)
    const free_until = new Date(Date.parse(starts_at) - 24 * 3_600_000).toISOString()
    expect(await visitOf(booked)).toMatchObject({ terms: { free_until } })
    await miss(booked)
    expect(await ownOf(booked)).toBe(0n)
    await sound()
  })
})
