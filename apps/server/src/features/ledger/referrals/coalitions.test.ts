import { simulatedKeys } from '@nukkad/simulators/payments/all.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { bookCash } from '#features/delivery/cash-collections/book-cash.ts'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { storeFunds } from '#features/ledger/wallet/store-balance.ts'
import { createPeople } from '#test/accounts.ts'
import { createDashboard } from '#test/adjustments.ts'
import { useTestApp } from '#test/harness.ts'
import { createCard } from '#test/payments.ts'
import { createDeliveries } from '#test/referrals.ts'
import { payOrder } from '#test/wallet.ts'
import { paySignUpBonus } from './bonus.ts'
import { creditDueCommissions } from './credit-commissions.ts'

const STEPS = Number(process.env.COALITION_STEPS ?? 40)
const SEED = Number(process.env.YEAR_SEED ?? 20_261_122)
const PATIENCE_MS = 240_000 + STEPS * 2_000

type Person = { id: number; token: string; referral_code: string; phone: string | null }

/**
 * A group of accomplices works together for a year: a store owner, a referrer, the owner of a code, a rider and buyers.
 * The accomplices place fictitious cash orders, at the counter and for delivery, buy from themselves, settle as little
 * as they can, request payouts, let their banks take card payments back, and spend their money at an honest store. The
 * test counts the money that passes between the group and everyone else.
 */
describe.each([
  { storePoints: 2_000, tied: false, bonus: '0' },
  { storePoints: 500, tied: false, bonus: '0' },
  { storePoints: 0, tied: false, bonus: '0' },
  { storePoints: 2_000, tied: true, bonus: '200' },
  { storePoints: 2_000, tied: false, bonus: '200' },
  { storePoints: 0, tied: false, bonus: '5000' },
  { storePoints: 500, tied: false, bonus: '5000' },
  { storePoints: 0, tied: false, bonus: '0', cards: 'alone' },
  { storePoints: 2_000, tied: false, bonus: '200', cards: 'alone' },
])('a coalition at $storePoints, tied $tied, bonus $bonus, cards $cards', ({ storePoints, tied, bonus, cards }) => {
  const test = useTestApp()

  it(
    `takes out no more than it put in, in ${STEPS} steps, with any welcome credit`,
    async () => {
      const deliveries = createDeliveries(test)
      const dashboard = createDashboard(test)
      const card = createCard(test)
      for (const [key, value] of Object.entries(simulatedKeys)) await test.build.setting(key, value)
      await createPeople(test).set({
        limitOrdersPerCustomer: '100000',
        limitPaymentsPerCustomer: '100000',
        minPayout: '0',
        referralSuccessAmountReferredUser: bonus,
        referralSuccessAmountReferringUser: bonus,
        commissionCapPerson: '100000000',
        commissionCapPair: '100000000',
        commissionCapDay: '100000000',
        walletAdjustmentApprovalAmount: '100000000',
        staffDailyAmount: '100000000',
        commissionHoldingDays: '1',
        enableDeliveryGuyEarning: 'true',
        deliveryGuyCommissionFrom: storePoints === 500 ? 'DELIVERYCHARGE' : 'FULLORDER',
      })
      const draw = drawFrom(SEED + storePoints + (tied ? 1 : 0) + Number(bonus))
      const store = await test.build.store({ commission_basis_points: storePoints })
      const owner = await test.build.owner({ stores: [store] })
      const honest = await test.build.store({ commission_basis_points: 1_500 })
      const merchant = await test.build.owner({ stores: [honest] })
      const clerk = await dashboard.clerk('store_payouts_manage', 'order_actions')
      const rider = await test.build.rider({ commission_basis_points: 10_000, tip_basis_points: 10_000 })
      let spot = 0
      const person = (row: object = {}) =>
        test.build.customer({ address: { latitude: 12.93 + ++spot / 1_000 }, ...row })
      const referrer = await person()
      const sharer = await person()
      const buyers = [await person({ referred_by: referrer.id }), await person({ referred_by: referrer.id })]
      // These accomplices pay by card and later dispute the payment, and order nothing for the rider to deliver
      // (decision 0050).
      const payers = [await person({ referred_by: referrer.id }), await person({ referred_by: referrer.id })]
      const everybody: Person[] = [referrer, sharer, ...buyers, ...payers]
      const payments: CardPayment[] = []
      if (tied)
        await test.db
          .insertInto('store_members')
          .values(everybody.map(({ id }) => ({ store_id: store.id, user_id: id, role: 'owner' })))
          .execute()
      let putIn = 0n
      let takenOut = 0n
      for (const buyer of [...buyers, ...payers])
        await inTransaction(test.db, (tx) =>
          paySignUpBonus(tx, test.services, { userId: buyer.id, phone: buyer.phone!, referredBy: referrer.id }),
        )
      const given = await sumOf(['wallet_promotion'])
      const item = await test.build.item({ store_id: store.id, price_minor: 10_000_000n })
      const small = await test.build.item({ store_id: store.id, price_minor: 3_333n })
      const bread = await test.build.item({ store_id: honest.id, price_minor: 1_000n })

      async function sumOf(kinds: string[], ids = everybody.map(({ id }) => id)): Promise<bigint> {
        const rows = await test.db
          .selectFrom('ledger_accounts')
          .select('balance_minor')
          .where('kind', 'in', kinds)
          .where('user_id', 'in', ids)
          .execute()
        return rows.reduce((sum, { balance_minor }) => sum + (balance_minor ?? 0n), 0n)
      }
      async function owedTo(storeId: number, provider: 'payout' | null): Promise<bigint> {
        const { rows } = await sql<{ total: bigint }>`
          select coalesce(sum(p.amount_minor), 0)::bigint as total from ledger_accounts a join postings p on p.account_id = a.id
           where a.kind = 'store_payable' and a.store_id = ${storeId} and a.provider is not distinct from ${provider}::text`.execute(
          test.db,
        )
        return rows[0]!.total
      }
      /** Ends the holding time of all held commissions. */
      async function creditDue(): Promise<void> {
        await test.db
          .updateTable('commissions')
          .set({ due_at: new Date(0) })
          .where('status', '=', 'held')
          .execute()
        await creditDueCommissions(test.services)
      }
      const least = (a: bigint, b: bigint) => (a < b ? a : b)
      const pick = <One>(list: readonly One[]): One => list[draw(list.length)]!
      async function order(by: Person, what: { id: number }, method: 'COD' | 'WALLET' | 'RAZORPAY', quantity = 1) {
        const cart = {
          order: [{ id: what.id, quantity }],
          method,
          delivery_type: 2,
          coupon: { code: sharer.referral_code },
        }
        const { coupon, ...bare } = cart
        const answer = await test.call('place-order', (by.id === sharer.id ? bare : cart) as never, {
          ...by,
          key: crypto.randomUUID(),
        })
        return (answer.body as { success: boolean; data?: { id: number } }).data?.id
      }
      async function collect(at: { id: number }, as: { token: string }, order_id: number | undefined): Promise<void> {
        if (order_id === undefined) return
        for (const step of ['accept-order', 'mark-selfpickup-order-ready', 'mark-selfpickup-order-completed'] as const)
          await test.call(`store-owner/${step}`, { store_id: at.id, order_id }, as)
      }

      const open: (() => Promise<void>)[] = []
      async function payByCard(by: Person, topUpMinor?: bigint, orderId?: number): Promise<void> {
        const amountMinor = topUpMinor ?? (await payableOf(orderId!))
        if (amountMinor <= 0n) return
        const id = await card.pay({ userId: by.id, amountMinor, ...(orderId !== undefined && { orderId }) })
        payments.push({ id, amountMinor, lostMinor: 0n, state: 'paid' })
        putIn += amountMinor
      }
      async function dispute(): Promise<void> {
        const payment = pick(payments.filter(({ state }) => state !== 'over'))
        if (!payment) return
        const status = pick((['open', 'lost', 'lost', 'won'] as const).filter((next) => canRule(payment, next)))
        const amountMinor = draw(3) === 0 ? payment.amountMinor / 3n + 1n : payment.amountMinor
        await card.rule(payment.id, { status, ...(payment.state === 'paid' && { amountMinor }) })
        if (payment.state === 'paid') payment.disputedMinor = amountMinor
        if (status !== 'open') putIn += payment.lostMinor
        payment.lostMinor = status === 'lost' ? payment.disputedMinor! : 0n
        putIn -= payment.lostMinor
        payment.state = status
      }
      async function payableOf(orderId: number): Promise<bigint> {
        const row = await test.db
          .selectFrom('orders')
          .select('payable_minor')
          .where('id', '=', orderId)
          .executeTakeFirst()
        return row!.payable_minor
      }

      /** Requests a payout and has staff pay it. */
      async function askPayout(): Promise<void> {
        const asked = await test.call('store-owner/send-payout-request', { store_id: store.id }, owner)
        if (asked.status !== 200) return
        const { id, amount_minor } = await test.db
          .selectFrom('store_payouts')
          .select(['id', 'amount_minor'])
          .where('store_id', '=', store.id)
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow()
        await dashboard.ask(
          'dashboard/store-payouts/pay',
          { id, transaction_mode: 'NEFT', transaction_id: `${id}` },
          clerk,
        )
        takenOut += amount_minor
      }

      const byCard: (() => Promise<void>)[] = [
        async () => collect(store, owner, await order(pick(payers), small, 'WALLET', 1 + draw(9))),
        // The group pays by card: a top-up, or an order that is collected now, later or never.
        async () => payByCard(pick(payers), BigInt(1_000 + draw(90_000))),
        async () => {
          const by = pick(payers)
          const at =
            draw(3) === 0 ? { id: honest.id, as: merchant, item: bread } : { id: store.id, as: owner, item: small }
          const id = await order(by, at.item, 'RAZORPAY', 1 + draw(9))
          if (id === undefined) return
          await payByCard(by, undefined, id)
          const end = draw(4)
          if (end < 2) await collect(at, at.as, id)
          if (end === 2) await test.call('cancel-order', { order_id: id }, by)
          if (end === 3) open.push(() => collect(at, at.as, id))
        },
        async () => open.shift()?.(),
        // Within the holding time, the bank opens a dispute, takes all or a part of the payment, or returns it.
        async () => dispute(),
        async () => dispute(),
        // The holding time of payments without a dispute ends.
        async () => {
          const over = payments.filter(({ state }) => state === 'paid').slice(0, 1 + draw(3))
          await card.letHoldEnd(over.map(({ id }) => id))
          for (const payment of over) payment.state = 'over'
        },
      ]

      const schemes: (() => Promise<void>)[] = [
        // The group places fictitious cash sales at the counter, large and small.
        async () => collect(store, owner, await order(pick(buyers), item, 'COD', 1 + draw(9))),
        async () => collect(store, owner, await order(pick(buyers), small, 'COD', 1 + draw(5))),
        // Real money is paid into a wallet of the group.
        async () => {
          const amountMinor = BigInt(1_000 + draw(90_000))
          const userId = pick(everybody).id
          await inTransaction(test.db, (tx) =>
            postTransfer(tx, {
              kind: 'top_up',
              source: { type: 'test', id: crypto.randomUUID() },
              currency: 'INR',
              description: { key: 'walletTransactionTopUp' },
              postings: [
                { account: { kind: 'provider_clearing', provider: 'razorpay' }, amountMinor: -amountMinor },
                { account: { kind: 'wallet_own', userId }, amountMinor },
              ],
            }),
          )
          putIn += amountMinor
        },
        // The group pays from the wallet at its own store, and collects or cancels the order.
        async () => collect(store, owner, await order(pick(buyers), small, 'WALLET', 1 + draw(9))),
        async () => {
          const by = pick([...buyers, ...payers])
          const id = await order(by, small, 'WALLET')
          if (id) await test.call('cancel-order', { order_id: id }, by)
        },
        // The group's rider delivers, with or without a delivery charge and tip; a wallet pays as much as it can.
        async () => {
          const by = pick(buyers)
          const serviceMinor = BigInt(5_000 + draw(200_000))
          const chargeMinor = BigInt(draw(3) === 0 ? 90_000_000 : draw(50_000))
          const paidChargeMinor = draw(2) === 0 ? 0n : chargeMinor
          const tipMinor = BigInt(draw(3) * draw(30_000))
          const totalMinor = serviceMinor + paidChargeMinor + tipMinor
          const promotionMinor = least(await sumOf(['wallet_promotion'], [by.id]), totalMinor)
          const ownMinor = least(await sumOf(['wallet_own'], [by.id]), totalMinor - promotionMinor)
          const payableMinor = totalMinor - promotionMinor - ownMinor
          const made = await test.build.order({
            user_id: by.id,
            store_id: store.id,
            rider_id: rider.id,
            status: 4,
            shared_by: sharer.id,
            delivery_charge_minor: paidChargeMinor,
            actual_delivery_charge_minor: chargeMinor,
            tip_minor: tipMinor,
            wallet_own_minor: ownMinor,
            wallet_promotion_minor: promotionMinor,
            payable_minor: payableMinor,
            payment_mode: payableMinor > 0n ? 'COD' : 'WALLET',
            lines: [{ name: 'Dosa', quantity: 1, unit_price_minor: serviceMinor }],
          })
          if (ownMinor + promotionMinor > 0n) await payOrder(test.db, made, { ownMinor, promotionMinor })
          expect((await deliveries.handOver({ order: made, rider })).status).toBe(200)
        },
        // The rider hands in all or a part of the cash. Only cash that is handed in is real money.
        async () => {
          const heldMinor = -(await sumOf(['rider_cash'], [rider.id]))
          if (heldMinor <= 0n) return
          const amountMinor = draw(3) === 0 ? heldMinor / 2n + 1n : heldMinor
          await inTransaction(test.db, (tx) =>
            bookCash(tx, { riderId: rider.id, currency: 'INR', amountMinor, note: null, staffId: clerk.id }),
          )
          putIn += amountMinor
        },
        // The group spends its money at an honest store that has no other customers, so the platform owes that store
        // the price of its goods.
        async () => {
          const by = pick(everybody)
          const own = await sumOf(['wallet_own'], [by.id])
          const quantity = Math.min(99, Number(own / 1_000n))
          if (quantity < 1) return
          await collect(honest, merchant, await order(by, bread, 'WALLET', quantity))
        },
        // The store settles a part of its debt, or all of it.
        async () => {
          const owed = -(await owedTo(store.id, null))
          // The store seldom pays its debt, so commissions of unsettled orders add up. The group must not receive these
          // commissions.
          if (owed <= 0n || draw(4) > 0) return
          const part = draw(3) === 0 ? owed : owed / 2n + 1n
          const amount = `${part / 100n}.${String(part % 100n).padStart(2, '0')}`
          const answer = await dashboard.ask(
            'dashboard/store-settlements/record',
            { store_id: store.id, amount, reference: 'UTR' },
            clerk,
          )
          if (answer.status === 200) putIn += part
        },
        askPayout,
        // The group requests refunds of its fictitious cash.
        async () => {
          const row = await test.db
            .selectFrom('orders')
            .select('id')
            .where('store_id', '=', store.id)
            .where('status', '=', 5)
            .where('payment_mode', '=', 'COD')
            .where('delivery_type', '=', 2)
            .orderBy('id', 'desc')
            .executeTakeFirst()
          if (row)
            await dashboard.ask('dashboard/refunds/propose', { order_id: row.id, to: 'wallet', reason: 'cold' }, clerk)
        },
        creditDue,
      ]

      // Card schemes are also tested alone, because the losses of other schemes would hide their gains.
      const moves = cards === 'alone' ? [...byCard, askPayout, creditDue] : [...byCard, ...schemes]

      /**
       * Returns the amount that a payout of a store would take now. A payout of the honest store counts as the group's
       * money too, because that store sold only to the group.
       */
      const payable = async (storeId: number) => {
        const { freeMinor } = await storeFunds(test.db, storeId, 'INR')
        return freeMinor > 0n ? freeMinor : 0n
      }
      const counted = async () => {
        await creditDue()
        // The rider's earnings are offset against the cash that the rider holds.
        const ofRider = await sumOf(['rider_earnings', 'rider_cash'], [rider.id])
        const theirs =
          (ofRider > 0n ? ofRider : 0n) +
          (await sumOf(['wallet_own'])) +
          (await payable(store.id)) +
          (await owedTo(store.id, 'payout'))
        return takenOut + theirs + (await payable(honest.id))
      }
      // The group first spends the welcome credit at its own store.
      if (given > 0n) {
        for (const buyer of buyers) await collect(store, owner, await order(buyer, small, 'WALLET', 5))
        expect(await sumOf(['wallet_promotion'])).toBeLessThan(given)
        expect(await counted(), 'of welcome credit').toBe(0n)
      }
      for (let step = 1; step <= STEPS; step++) {
        await pick(moves)()
        expect(await counted(), `after ${step} steps`).toBeLessThanOrEqual(putIn)
      }
      expect(putIn).toBeGreaterThan(0n)
      const problems = await checkLedger(test.db)
      const ofBuilder = ['orderSubtotals', 'orderDiscounts', 'clearing', 'orderPayments', 'captures']
      expect(problems.filter(({ check }) => !ofBuilder.includes(check))).toEqual([])
    },
    PATIENCE_MS,
  )
})

type CardPayment = {
  id: string
  amountMinor: bigint
  disputedMinor?: bigint
  lostMinor: bigint
  /** `over` means that the bank can no longer take back any of the payment. */
  state: 'paid' | 'open' | 'lost' | 'won' | 'over'
}

/** Returns whether a dispute can move to this state; a decided dispute is not opened again. */
const canRule = ({ state }: CardPayment, next: 'open' | 'lost' | 'won') =>
  next === 'open' ? state === 'paid' : next === 'lost' ? state !== 'lost' : state !== 'won'

/** Generates repeatable random numbers (mulberry32), so that a year that failed can be run again. */
function drawFrom(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound)
  }
}
