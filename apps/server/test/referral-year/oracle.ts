import type { Scenario, Standing } from './scenario.ts'
import type { Account, Event, Order } from './world.ts'

/**
 * For each case against which the product's rules guard, the number of times that it occurred in the year. If one of
 * these cases never occurred, the test would prove nothing about its rule.
 */
export type Sights = Record<
  | 'ownCodes'
  | 'ownMailboxes'
  | 'ownBrowsers'
  | 'returners'
  | 'rewardsOverCap'
  | 'paidByPromotion'
  | 'samePerson'
  | 'reversals'
  | 'debts'
  | 'repaid'
  | 'bannedEarners'
  | 'cancelled',
  number
>

type Person = {
  account: Account
  own: number
  promo: number
  owes: number
  /** The number of a person's open orders. */
  busy: number
  boss: number
  state: 'in' | 'banned' | 'gone'
}
type Sale = {
  order: Order
  service: number
  total: number
  promo: number
  own: number
  helper: number
  state: 'open' | 'done' | 'off'
  back: number
  paid: { to: number; sum: number; undone: number }[]
}

const NOBODY = 0

/**
 * Calculates the expected result of the year from the specification alone, without code of the product: the function
 * uses plain numbers in paise, and the planner says which accounts belong to the same person.
 */
export function foresee(events: readonly Event[], scenario: Scenario): { standing: Standing; sights: Sights } {
  const rules = {
    onOrder: scenario.referralBonusType === 'order',
    onlyReferred: scenario.signupBonusScope === 'referred',
    bonus: paise(scenario.referralSuccessAmountReferredUser ?? '200'),
    reward: paise(scenario.referralSuccessAmountReferringUser ?? '200'),
    least: paise(scenario.minimumSuccessfulReferralOrderAmount ?? '0'),
    cap: Number(scenario.referralRewardsPerMonth ?? '20'),
    forBringing: paise(scenario.referralCommissionPercent ?? '5'),
    forSharing: paise(scenario.couponShareCommissionPercent ?? '5'),
    saves: paise(scenario.sharedCouponDiscountPercent ?? '0'),
  }
  const everybody = new Map<number, Person>()
  const sales = new Map<number, Sale>()
  const phones = new Set<string>()
  const welcomed: Record<string, true> = {}
  const rewardsIn: Record<string, number> = {}
  const bigOrders: Record<number, true> = {}
  const out = { bonuses: 0, commissions: 0 }
  const sights: Sights = {
    ownCodes: 0,
    ownMailboxes: 0,
    ownBrowsers: 0,
    returners: 0,
    rewardsOverCap: 0,
    paidByPromotion: 0,
    samePerson: 0,
    reversals: 0,
    debts: 0,
    repaid: 0,
    bannedEarners: 0,
    cancelled: 0,
  }

  /** Returns whether two accounts belong to the same person, as far as the product can find out. */
  const isOne = (a: Person, b: Person): boolean =>
    a === b ||
    (a.state !== 'gone' &&
      b.state !== 'gone' &&
      (a.account.mailbox === b.account.mailbox ||
        (a.account.browser !== null && a.account.browser === b.account.browser)))

  function welcome(someone: Person, boss: Person | undefined, month: number): void {
    if (rules.onlyReferred && !boss) return
    if (welcomed[someone.account.phone]) return
    welcomed[someone.account.phone] = true
    someone.promo += rules.bonus
    out.bonuses += rules.bonus
    if (boss?.state !== 'in') return
    const slot = `${month}/${boss.account.id}`
    rewardsIn[slot] ??= 0
    if (rewardsIn[slot] >= rules.cap) {
      sights.rewardsOverCap++
      return
    }
    rewardsIn[slot]++
    boss.promo += rules.reward
    out.bonuses += rules.reward
  }

  for (const event of events) {
    switch (event.kind) {
      case 'join': {
        const { account } = event
        if (phones.has(account.phone)) break
        const boss = account.refidOf === null ? undefined : everybody.get(account.refidOf)
        let brought = boss?.state === 'in'
        if (brought && boss!.account.mailbox === account.mailbox) {
          sights.ownMailboxes++
          brought = false
        }
        if (brought && welcomed[account.phone]) {
          sights.returners++
          brought = false
        }
        const someone: Person = {
          account,
          own: 0,
          promo: 0,
          owes: 0,
          boss: brought ? account.refidOf! : NOBODY,
          busy: 0,
          state: 'in',
        }
        everybody.set(account.id, someone)
        phones.add(account.phone)
        if (!rules.onOrder) welcome(someone, everybody.get(someone.boss), event.month)
        break
      }
      case 'ban':
      case 'unban': {
        const someone = everybody.get(event.account.id)
        if (someone && someone.state !== 'gone') someone.state = event.kind === 'ban' ? 'banned' : 'in'
        break
      }
      case 'delete': {
        const someone = everybody.get(event.account.id)
        if (someone?.state !== 'in' || someone.own > 0 || someone.busy > 0) break
        someone.state = 'gone'
        phones.delete(event.account.phone)
        someone.boss = NOBODY
        break
      }
      case 'place': {
        const { order } = event
        const buyer = everybody.get(order.buyer)
        if (buyer?.state !== 'in') break
        if (order.codeOf === order.buyer) sights.ownCodes++
        const helper =
          order.codeOf !== null && order.codeOf !== order.buyer && everybody.get(order.codeOf)?.state === 'in'
            ? order.codeOf
            : NOBODY
        const service = order.serviceMinor - (helper ? share(order.serviceMinor, rules.saves, 10_000) : 0)
        const total = service + order.chargesMinor
        const promo = order.usesWallet ? Math.min(buyer.promo, total) : 0
        const own = order.usesWallet ? Math.min(buyer.own, total - promo) : 0
        buyer.promo -= promo
        buyer.own -= own
        buyer.busy++
        sales.set(order.id, { order, service, total, promo, own, helper, state: 'open', back: 0, paid: [] })
        break
      }
      case 'cancel': {
        const sale = sales.get(event.order.id)
        if (sale?.state !== 'open') break
        sale.state = 'off'
        const buyer = everybody.get(event.order.buyer)!
        buyer.busy--
        buyer.promo += sale.promo
        buyer.own += sale.own
        sights.cancelled++
        break
      }
      case 'deliver': {
        const sale = sales.get(event.order.id)
        if (sale?.state !== 'open') break
        sale.state = 'done'
        const buyer = everybody.get(sale.order.buyer)!
        buyer.busy--
        if (sale.promo > 0) sights.paidByPromotion++
        const earns = (percent: number) => share(sale.service * (sale.total - sale.promo), percent, sale.total * 10_000)
        const boss = everybody.get(buyer.boss)
        const helper = everybody.get(sale.helper)
        const claims = [
          { to: buyer.boss, who: boss, sum: earns(rules.forBringing) },
          { to: sale.helper, who: helper, sum: earns(rules.forSharing) },
        ].filter(({ who, sum }) => {
          if (!who || sum === 0) return false
          if (who.state !== 'in') sights.bannedEarners++
          else if (isOne(who, buyer)) sights.ownBrowsers++
          return who.state === 'in' && !isOne(who, buyer)
        })
        if (claims.length === 2 && isOne(claims[0]!.who!, claims[1]!.who!)) {
          sights.samePerson++
          claims.splice(claims[0]!.sum >= claims[1]!.sum ? 1 : 0, 1)
        }
        for (const { to, who, sum } of claims) {
          out.commissions += sum
          const repays = Math.min(who!.owes, sum)
          if (repays > 0) sights.repaid++
          who!.owes -= repays
          who!.own += sum - repays
          sale.paid.push({ to, sum, undone: 0 })
        }
        if (sale.service < rules.least || bigOrders[sale.order.buyer]) break
        bigOrders[sale.order.buyer] = true
        if (rules.onOrder) welcome(buyer, boss && !isOne(boss, buyer) ? boss : undefined, event.month)
        break
      }
      case 'refund': {
        const sale = sales.get(event.order.id)
        if (sale?.state !== 'done') break
        const buyer = everybody.get(sale.order.buyer)!
        const back = share(sale.total, event.percent, 100)
        if (back <= sale.back) break
        const promoBack = share(sale.promo, back, sale.total) - share(sale.promo, sale.back, sale.total)
        buyer.promo += promoBack
        buyer.own += back - sale.back - promoBack
        sale.back = back
        for (const line of sale.paid) {
          const undo = line.sum - share(line.sum, sale.total - back, sale.total) - line.undone
          const who = everybody.get(line.to)!
          const taken = Math.min(who.own, undo)
          if (undo > 0) sights.reversals++
          if (undo > taken) sights.debts++
          who.own -= taken
          who.owes += undo - taken
          line.undone += undo
          out.commissions -= undo
        }
      }
    }
  }
  const open = [...sales.values()].filter(({ state }) => state === 'open')
  return {
    sights,
    standing: {
      people: Object.fromEntries(
        [...everybody.values()].map(({ account, own, promo, owes }) => [
          account.id,
          { own: BigInt(own), promotion: BigInt(promo), owed: BigInt(owes) },
        ]),
      ),
      bonuses: BigInt(out.bonuses),
      commissions: BigInt(out.commissions),
      waiting: BigInt(open.reduce((sum, { own, promo }) => sum + own + promo, 0)),
    },
  }
}

/** Parses a decimal string into hundredths. */
function paise(text: string): number {
  return Math.round(Number(text) * 100)
}

/** Returns the whole part of a × b ÷ c. The products stay below 2^53, where numbers are exact. */
function share(a: number, b: number, c: number): number {
  const product = a * b
  if (!Number.isSafeInteger(product)) throw new Error(`${a} × ${b} is not exact`)
  return (product - (product % c)) / c
}
