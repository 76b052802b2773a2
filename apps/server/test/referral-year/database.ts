import { priceOrder, type Quote } from '@nukkad/rules/pricing.ts'
import { sql } from 'kysely'
import { inTransaction } from '#db/connection.ts'
import { deleteAccount } from '#features/identity/accounts/delete-account.ts'
import { signUp } from '#features/identity/accounts/sign-up.ts'
import { postTransfer, walletBalances } from '#features/ledger/wallet/ledger.ts'
import { cancelOrder } from '#features/ordering/orders/cancel-order.ts'
import { moveOrder } from '#features/ordering/orders/move-order.ts'
import { settleOrder } from '#features/ordering/orders/settle-order.ts'
import { clientOf } from '#http/client.ts'
import { AppError } from '#http/errors.ts'
import type { TestApp } from '#test/harness.ts'
import { payOrder } from '#test/wallet.ts'
import { reverseCommissions } from '../../src/features/ledger/referrals/reverse-commissions.ts'
import { findSharedCode } from '../../src/features/ledger/referrals/shared-code.ts'
import { pockets, refundPostings } from './ledger.ts'
import type { Standing } from './scenario.ts'
import type { Account, Event, Order } from './world.ts'

type Placed = { id: number; buyer: number; quote: Quote; isDelivered: boolean; refunded: bigint; refunds: number }

/**
 * Runs a year of events on the server's real functions and tables: sign-up, shared codes, orders, deliveries, refunds,
 * deleted accounts.
 */
export function openTown(test: TestApp, { storeId, riderId }: { storeId: number; riderId: number }) {
  const { db, services } = test
  const ids = new Map<number, { id: number; code: string }>()
  const placed = new Map<number, Placed>()
  const codeOf = (account: number): string => ids.get(account)?.code ?? `NOBODY${account}`

  async function join({ id, phone, email, browser, refidOf }: Account): Promise<void> {
    const code = await db
      .insertInto('one_time_codes')
      .values({ purpose: 'login', target: phone, code_hash: 'used', expires_at: new Date(Date.now() + 3_600_000) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const refid = refidOf === null ? null : codeOf(refidOf)
    const request = { id: 'year', client: clientOf({ ip: '203.0.113.1' }), userAgent: undefined }
    const stated = { name: 'Nila Rao', email, phone, refid, address: null }
    const guesser = { userId: undefined, subject: `phone:${phone}`, pool: 'strangers', isKnown: false }
    const person = { ...stated, passwordHash: null, code: { id: code.id, guesser }, request }
    const added = await signUp(services, person).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'EMAIL_PHONE_ALREADY_USED') return undefined
      throw error
    })
    if (!added) return
    const { referral_code } = await db
      .selectFrom('users')
      .select('referral_code')
      .where('id', '=', added.userId)
      .executeTakeFirstOrThrow()
    ids.set(id, { id: added.userId, code: referral_code })
    if (browser === null) return
    await sql`
      insert into push_subscriptions (session_id, user_id, audience, endpoint, p256dh, auth, public_key)
      select id, user_id, 'customer', ${`https://push.test/${browser}`}, '', '', '' from sessions where user_id = ${added.userId}
      on conflict on constraint push_subscriptions__endpoint_audience
      do update set user_id = excluded.user_id, session_id = excluded.session_id`.execute(db)
  }

  async function place(order: Order): Promise<void> {
    const buyer = ids.get(order.buyer)
    if (!buyer || !(await mayComeIn(buyer.id))) return
    const code = order.codeOf === null ? null : codeOf(order.codeOf)
    const shared = code === null ? undefined : await findSharedCode(db, services.settings, { code, userId: buyer.id })
    const quote = priceOrder({
      currency: 'INR',
      lines: [{ unitMinor: BigInt(order.serviceMinor), quantity: 1 }],
      coupon: shared?.terms ?? null,
      fulfilment: { type: 'SELFPICKUP' },
      storeChargeMinor: BigInt(order.chargesMinor),
      taxBasisPoints: 0,
      tipMinor: 0n,
      method: 'COD',
      usesWallet: order.usesWallet,
      wallet: await walletBalances(db, buyer.id),
    })
    const row = await test.build.order({
      user_id: buyer.id,
      store_id: storeId,
      status: 1,
      delivery_type: 1,
      rider_id: riderId,
      lines: [{ name: 'Haircut', quantity: 1, unit_price_minor: BigInt(order.serviceMinor) }],
      store_charge_minor: quote.storeChargeMinor,
      coupon_minor: quote.discountMinor,
      shared_by: shared?.ownerId ?? null,
      wallet_own_minor: quote.walletOwnMinor,
      wallet_promotion_minor: quote.walletPromotionMinor,
    })
    if (quote.walletMinor > 0n) await payOrder(db, row, pockets(quote))
    placed.set(order.id, { id: row.id, buyer: buyer.id, quote, isDelivered: false, refunded: 0n, refunds: 0 })
  }

  async function mayComeIn(userId: number): Promise<boolean> {
    const row = await db.selectFrom('users').select('is_active').where('id', '=', userId).executeTakeFirstOrThrow()
    return row.is_active
  }

  async function deliver(row: Placed): Promise<void> {
    row.isDelivered = true
    await inTransaction(db, async (tx) => {
      const move = { orderId: row.id, actor: 'rider' as const, kind: 'year' }
      await moveOrder(tx, { ...move, actor: 'store', from: 'placed', to: 'accepted' })
      await moveOrder(tx, { ...move, from: 'accepted', to: 'assigned' })
      await moveOrder(tx, { ...move, from: 'assigned', to: 'picked_up' })
      const order = await moveOrder(tx, { ...move, from: 'picked_up', to: 'delivered' })
      await settleOrder(tx, order!, services)
    })
  }

  async function refund(row: Placed, percent: number): Promise<void> {
    const { quote, buyer, refunded: before } = row
    const after = (quote.totalMinor * BigInt(percent)) / 100n
    if (after <= before) return
    row.refunded = after
    row.refunds++
    await inTransaction(db, async (tx) => {
      await postTransfer(tx, {
        kind: 'adjustment',
        source: { type: 'year', id: `${row.id}:${row.refunds}` },
        currency: 'INR',
        description: { key: 'walletTransactionAdjustment' },
        postings: refundPostings(buyer, quote, { before, after }),
      })
      await reverseCommissions(tx, row, { refundedMinor: after, ofMinor: quote.totalMinor })
    })
  }

  async function change({ id }: Account, kind: 'ban' | 'unban' | 'delete'): Promise<void> {
    const userId = ids.get(id)?.id
    if (userId === undefined) return
    if (kind !== 'delete') {
      const isActive = kind === 'unban'
      await sql`update users set is_active = ${isActive} where id = ${userId} and deleted_at is null`.execute(db)
    } else if (await mayComeIn(userId)) {
      await deleteAccount(services, { userId, request: { id: 'year', client: clientOf({ ip: '127.0.0.1' }) } }).catch(
        (error: unknown) => {
          const refusals = ['ACCOUNT_HAS_ORDERS', 'WALLET_NOT_EMPTY']
          if (!(error instanceof AppError) || !refusals.includes(error.code)) throw error
        },
      )
    }
  }

  async function live(event: Event): Promise<void> {
    if (event.kind === 'join') return join(event.account)
    if (event.kind === 'place') return place(event.order)
    if (event.kind === 'ban' || event.kind === 'unban' || event.kind === 'delete')
      return change(event.account, event.kind)
    const row = placed.get(event.order.id)
    if (!row) return
    if (event.kind === 'deliver') return deliver(row)
    if (event.kind === 'refund') return refund(row, event.percent)
    await inTransaction(db, (tx) =>
      cancelOrder(tx, services.settings, { orderId: row.id, actor: 'customer', actorId: row.buyer }),
    )
  }

  async function standing(): Promise<Standing> {
    const { rows } = await sql<{ kind: string; user_id: number | null; total: bigint }>`
      select a.kind, a.user_id, sum(p.amount_minor)::bigint as total
        from ledger_accounts a join postings p on p.account_id = a.id group by a.kind, a.user_id`.execute(db)
    const of = (kind: string, userId: number | null = null): bigint =>
      rows.find((row) => row.kind === kind && row.user_id === userId)?.total ?? 0n
    const people = [...ids].map(([account, { id }]) => [
      account,
      { own: of('wallet_own', id), promotion: of('wallet_promotion', id), owed: -of('commission_debt', id) },
    ])
    return {
      people: Object.fromEntries(people),
      bonuses: -of('promotion_expense'),
      commissions: -of('commission_expense'),
      waiting: of('order_clearing'),
    }
  }

  return { live, standing }
}
