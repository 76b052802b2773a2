import type { Minor } from '@nukkad/rules/money.ts'
import { priceOrder, type Quote } from '@nukkad/rules/pricing.ts'
import {
  type BonusOccasion,
  commissionsOf,
  type Earner,
  isSamePerson,
  keptCommission,
  mailboxOf,
  paysBonus,
  withinIncome,
} from '@nukkad/rules/referral.ts'
import type { AccountRef, Posting } from '#features/ledger/wallet/accounts.ts'
import { givingBackPostings, payingPostings } from '#features/ledger/wallet/clearing.ts'
import { earningsOf, settlementPostings } from '#features/ordering/orders/settle-order.ts'
import {
  commissionPostings,
  promotionPostings,
  reversalPostings,
} from '../../src/features/ledger/referrals/postings.ts'
import { amount, bonusTerms, commissionRates, sharedCodeDiscount } from '../../src/features/ledger/referrals/terms.ts'
import { readerOf, type Scenario, STORE_BASIS_POINTS, type Standing } from './scenario.ts'
import type { Account, Event, Order } from './world.ts'

type Member = Account & { isBanned: boolean; isDeleted: boolean; referredBy: number | null; hasEarned: boolean }
type Placed = {
  order: Order
  quote: Quote
  sharedBy: number | null
  isOpen: boolean
  isDelivered: boolean
  refunded: Minor
}
type Earned = { userId: number; amountMinor: Minor; reversedMinor: Minor }

/**
 * The shares of an order's money in the simulated year: riders earn nothing, and the platform keeps a fifth, which
 * covers every commission.
 */
const CUTS = { share: { commissionMinor: 0n, tipMinor: 0n }, storeBasisPoints: STORE_BASIS_POINTS }
const RIDER = -1

/**
 * Runs a year of events with the product's own rules and postings on a ledger in memory: maps replace the server's
 * tables, locks and queries. The server's functions calculate prices, commissions, bonuses, reversals and all postings.
 */
export function openYear(scenario: Scenario) {
  const settings = readerOf(scenario)
  const terms = bonusTerms(settings)
  const rates = commissionRates(settings)
  const bonusMinor = amount(settings, 'referralSuccessAmountReferredUser')
  const rewardMinor = amount(settings, 'referralSuccessAmountReferringUser')
  const members = new Map<number, Member>()
  const phones = new Map<string, number>()
  const phonesWithBonus = new Set<string>()
  const rewards = new Map<string, number>()
  const placed = new Map<number, Placed>()
  const earned = new Map<number, Earned[]>()
  const openOrders = new Map<number, number>()
  const ledger = openLedger()

  const mayEarn = (member: Member | undefined): member is Member =>
    member !== undefined && !member.isBanned && !member.isDeleted
  const personOf = (member: Member): Earner => ({
    userId: member.id,
    phone: member.isDeleted ? null : member.phone,
    email: member.isDeleted ? null : member.email,
    devices: member.browser === null || member.isDeleted ? [] : [`browser ${member.browser}`],
    mayEarn: mayEarn(member),
  })

  function join(account: Account, month: number): void {
    if (phones.has(account.phone)) return
    const owner = account.refidOf === null ? undefined : members.get(account.refidOf)
    const isNew = !phonesWithBonus.has(account.phone) && owner && mailboxOf(owner.email) !== mailboxOf(account.email)
    const referredBy = isNew && mayEarn(owner) ? owner.id : null
    const member = { ...account, isBanned: false, isDeleted: false, referredBy, hasEarned: false }
    members.set(account.id, member)
    phones.set(account.phone, account.id)
    payBonus(member, referredBy, { kind: 'registration' }, month)
  }

  function payBonus(member: Member, referredBy: number | null, occasion: BonusOccasion, month: number): void {
    if (!paysBonus(terms, occasion, referredBy !== null) || phonesWithBonus.has(member.phone)) return
    phonesWithBonus.add(member.phone)
    ledger.post(promotionPostings(member.id, bonusMinor))
    if (referredBy === null || !mayEarn(members.get(referredBy))) return
    const key = `${referredBy} in ${month}`
    const had = rewards.get(key) ?? 0
    if (had >= settings.number('referralRewardsPerMonth')) return
    rewards.set(key, had + 1)
    ledger.post(promotionPostings(referredBy, rewardMinor))
  }

  function place(order: Order): void {
    const buyer = members.get(order.buyer)
    if (!mayEarn(buyer)) return
    const owner = order.codeOf === null || order.codeOf === buyer.id ? undefined : members.get(order.codeOf)
    const sharedBy = mayEarn(owner) ? owner.id : null
    const quote = priceOrder({
      currency: 'INR',
      lines: [{ unitMinor: BigInt(order.serviceMinor), quantity: 1 }],
      coupon: sharedBy === null ? null : { kind: 'PERCENTAGE', basisPoints: sharedCodeDiscount(settings) },
      fulfilment: { type: 'SELFPICKUP' },
      storeChargeMinor: BigInt(order.chargesMinor),
      taxBasisPoints: 0,
      tipMinor: 0n,
      method: 'COD',
      usesWallet: order.usesWallet,
      wallet: {
        ownMinor: ledger.balance({ kind: 'wallet_own', userId: buyer.id }),
        promotionMinor: ledger.balance({ kind: 'wallet_promotion', userId: buyer.id }),
      },
    })
    placed.set(order.id, { order, quote, sharedBy, isOpen: true, isDelivered: false, refunded: 0n })
    openOrders.set(buyer.id, (openOrders.get(buyer.id) ?? 0) + 1)
    ledger.post(payingPostings(buyer.id, pockets(quote)))
  }

  function close(row: Placed): void {
    row.isOpen = false
    openOrders.set(row.order.buyer, openOrders.get(row.order.buyer)! - 1)
  }

  function deliver(row: Placed, month: number): void {
    close(row)
    row.isDelivered = true
    const { order, quote, sharedBy } = row
    ledger.post(settlementPostings(settledOrder(quote), CUTS))
    const buyer = members.get(order.buyer)!
    const serviceMinor = quote.subtotalMinor - quote.discountMinor
    const referrer = buyer.referredBy === null ? undefined : members.get(buyer.referredBy)
    const sharer = sharedBy === null ? undefined : members.get(sharedBy)
    const people = {
      buyer: personOf(buyer),
      actingStaffId: null,
      referrer: referrer && personOf(referrer),
      sharer: sharer && personOf(sharer),
    }
    const rests = { serviceMinor, totalMinor: quote.totalMinor, promotionMinor: quote.walletPromotionMinor }
    const { incomeMinor } = earningsOf(settledOrder(quote), CUTS)
    const commissions = withinIncome(commissionsOf(rests, people, rates), rests, incomeMinor)
    earned.set(
      order.id,
      commissions.map(({ userId, amountMinor }) => ({ userId, amountMinor, reversedMinor: 0n })),
    )
    for (const { userId, amountMinor } of commissions)
      ledger.post(commissionPostings(userId, amountMinor, -ledger.balance({ kind: 'commission_debt', userId })))
    if (serviceMinor >= terms.minimumOrderMinor) {
      const isFirst = !buyer.hasEarned
      buyer.hasEarned = true
      const referredBy = people.referrer && !isSamePerson(people.referrer, people.buyer) ? buyer.referredBy : null
      if (isFirst) payBonus(buyer, referredBy, { kind: 'order', serviceMinor }, month)
    }
  }

  function refund(row: Placed, percent: number): void {
    const { order, quote } = row
    const refunded = (quote.totalMinor * BigInt(percent)) / 100n
    if (refunded > row.refunded) {
      ledger.post(refundPostings(order.buyer, quote, { before: row.refunded, after: refunded }))
      row.refunded = refunded
    }
    for (const commission of earned.get(order.id) ?? []) {
      const { userId, amountMinor } = commission
      const kept = keptCommission(amountMinor, { refundedMinor: row.refunded, ofMinor: quote.totalMinor })
      const more = amountMinor - kept - commission.reversedMinor
      if (more <= 0n) continue
      ledger.post(reversalPostings(userId, more, ledger.balance({ kind: 'wallet_own', userId })))
      commission.reversedMinor += more
    }
  }

  function leave(member: Member): void {
    const ownMinor = ledger.balance({ kind: 'wallet_own', userId: member.id })
    if (member.isBanned || (openOrders.get(member.id) ?? 0) > 0 || ownMinor > 0n) return
    member.isDeleted = true
    member.referredBy = null
    phones.delete(member.phone)
  }

  function live(event: Event): void {
    switch (event.kind) {
      case 'join':
        join(event.account, event.month)
        break
      case 'ban':
      case 'unban':
      case 'delete':
        change(members.get(event.account.id), event.kind)
        break
      case 'place':
        place(event.order)
        break
      default:
        finish(placed.get(event.order.id), event)
    }
  }

  function change(member: Member | undefined, kind: 'ban' | 'unban' | 'delete'): void {
    if (!member || member.isDeleted) return
    if (kind === 'delete') leave(member)
    else member.isBanned = kind === 'ban'
  }

  function finish(row: Placed | undefined, event: Extract<Event, { kind: 'deliver' | 'cancel' | 'refund' }>): void {
    if (row?.isDelivered && event.kind === 'refund') refund(row, event.percent)
    if (!row?.isOpen || event.kind === 'refund') return
    if (event.kind === 'deliver') deliver(row, event.month)
    else cancel(row)
  }

  function cancel(row: Placed): void {
    close(row)
    ledger.post(givingBackPostings(row.order.buyer, pockets(row.quote)))
  }

  function standing(): Standing {
    const people = [...members.keys()].map((id) => {
      const of = (kind: AccountRef['kind']) => ledger.balance({ kind, userId: id })
      return [id, { own: of('wallet_own'), promotion: of('wallet_promotion'), owed: -of('commission_debt') }] as const
    })
    return {
      people: Object.fromEntries(people),
      bonuses: -ledger.balance({ kind: 'promotion_expense' }),
      commissions: -ledger.balance({ kind: 'commission_expense' }),
      waiting: ledger.balance({ kind: 'order_clearing' }),
    }
  }

  return { live, standing, total: ledger.total }
}

export function pockets({ walletOwnMinor, walletPromotionMinor }: Quote) {
  return { ownMinor: walletOwnMinor, promotionMinor: walletPromotionMinor }
}

/**
 * Returns the postings of a refund by staff: own money returns as own money, promotion credit as promotion credit, and
 * cash as own money. The test does not cover who bears the refund, so the refunded money comes from the account of
 * corrections.
 */
export function refundPostings(
  userId: number,
  quote: Quote,
  { before, after }: { before: Minor; after: Minor },
): Posting[] {
  const promotionBy = (refunded: Minor) => (quote.walletPromotionMinor * refunded) / quote.totalMinor
  const promotionMinor = promotionBy(after) - promotionBy(before)
  return [
    { account: { kind: 'adjustments' }, amountMinor: before - after },
    { account: { kind: 'wallet_promotion', userId }, amountMinor: promotionMinor },
    { account: { kind: 'wallet_own', userId }, amountMinor: after - before - promotionMinor },
  ]
}

function settledOrder(quote: Quote) {
  return {
    store_id: 1,
    rider_id: RIDER,
    delivery_type: 1,
    payment_mode: 'COD',
    total_minor: quote.totalMinor,
    delivery_charge_minor: 0n,
    actual_delivery_charge_minor: 0n,
    tip_minor: 0n,
    payable_minor: quote.payableMinor,
    at_store_minor: 0n,
    wallet_own_minor: quote.walletOwnMinor,
    wallet_promotion_minor: quote.walletPromotionMinor,
    paid_online_minor: 0n,
  }
}

/**
 * Creates a ledger in memory. The ledger keeps the balances of accounts, and refuses the postings that the database
 * would refuse.
 */
function openLedger() {
  const balances = new Map<string, Minor>()
  const nameOf = ({ kind, userId, storeId }: AccountRef): string => `${kind} ${userId ?? ''} ${storeId ?? ''}`
  const balance = (account: AccountRef): Minor => balances.get(nameOf(account)) ?? 0n

  function post(postings: readonly Posting[]): void {
    if (postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0n) !== 0n)
      throw new Error('postings do not sum to zero')
    for (const { account, amountMinor } of postings) {
      const after = balance(account) + amountMinor
      const isOverdrawn =
        account.kind === 'commission_debt' ? after > 0n : account.kind.startsWith('wallet_') && after < 0n
      if (isOverdrawn) throw new Error(`${nameOf(account)} would stand at ${after}`)
      balances.set(nameOf(account), after)
    }
  }

  const total = (): Minor => [...balances.values()].reduce((sum, amountMinor) => sum + amountMinor, 0n)
  return { post, balance, total }
}
