/**
 * Plans a year in a town of people who refer others, share codes, order, cancel, are refunded, and try to cheat. This
 * file contains only what people try to do; `ledger.ts` and `oracle.ts` each calculate the result independently.
 */

/**
 * The data of a registration in the simulated year. `mailbox` and `browser` identify the real person; the other fields
 * are those that the person enters.
 */
export type Account = {
  id: number
  phone: string
  email: string
  mailbox: number
  /** The browser that gets the person's push messages; null if the server does not know it. */
  browser: number | null
  /** The owner of the referral code with which the person signed up, whether or not that account exists yet. */
  refidOf: number | null
}

export type Order = {
  id: number
  buyer: number
  serviceMinor: number
  chargesMinor: number
  usesWallet: boolean
  /**
   * The owner of the referral code that the buyer types. If the server refuses the code, the buyer orders without it.
   */
  codeOf: number | null
}

export type Happening =
  | { kind: 'join'; account: Account }
  | { kind: 'place'; order: Order }
  | { kind: 'deliver'; order: Order }
  | { kind: 'cancel'; order: Order }
  /** A refund: after this event, `percent` of the order's price is refunded in total. */
  | { kind: 'refund'; order: Order; percent: number }
  | { kind: 'ban'; account: Account }
  | { kind: 'unban'; account: Account }
  | { kind: 'delete'; account: Account }
export type Event = Happening & { at: number; month: number }

type Draw = { upTo: (bound: number) => number; chance: (share: number) => boolean }
type Planned = Omit<Account, 'id' | 'refidOf'> & { at: number; brings: Planned | null; id?: number }

const DAYS = 360
/** The share of new people who sign up with a referral code. */
const COME_WITH_CODE = 0.6
/** Number of people whose referral codes are used more often than those of others. */
const FAMOUS = 5

/** Returns the events of a simulated year in order. The same seed always gives the same year. */
export function planYear({ people, seed, months }: { people: number; seed: number; months: number }): Event[] {
  const draw = drawFrom(seed)
  const accounts = planAccounts(draw, people)
  const events = accounts.flatMap((account) => planLife(draw, account, accounts))
  const ordered = events.toSorted((a, b) => a.at - b.at)
  return ordered.map((event) => ({ ...event, month: Math.floor((event.at / DAYS) * months) }))
}

type Life = { account: Account; at: number; until: number }

function planAccounts(draw: Draw, people: number): Life[] {
  const planned: (Planned & { until: number })[] = []
  for (let human = 0; human < people; human++) {
    const at = draw.upTo(DAYS * 0.8)
    const first = {
      at,
      until: DAYS,
      phone: `+91900${String(human).padStart(7, '0')}`,
      email: `p.${human}@gmail.com`,
      mailbox: human,
      browser: draw.chance(0.7) ? human : null,
      brings: null,
    }
    planned.push(first)
    const later = at + 1 + draw.upTo(DAYS * 0.2)
    // Plans a second account of the same person, whom the first account refers. The second account has an alias of the
    // same mailbox, the same browser, or nothing in common with the first.
    if (draw.chance(0.06)) planned.push({ ...first, ...second(human, draw.upTo(3)), at: later, brings: first })
    // Plans that the person deletes the account, and registers again with the same phone and another person's code.
    if (draw.chance(0.12)) {
      first.until = later
      planned.push({
        ...first,
        at: later + 1,
        until: DAYS,
        email: `back.${human}@gmail.com`,
        mailbox: 2_000_000 + human,
      })
    }
  }
  const ordered = planned.toSorted((a, b) => a.at - b.at).map((row, index) => ({ ...row, id: index + 1 }))
  return ordered.map(({ brings, at, until, ...row }) => {
    const known = brings && ordered.find((other) => other.phone === brings.phone)?.id
    const stranger = 1 + draw.upTo(draw.chance(0.2) ? FAMOUS : ordered.length)
    const refidOf = known ?? (draw.chance(COME_WITH_CODE) ? stranger : null)
    return { account: { ...row, refidOf }, at, until }
  })
}

function second(human: number, way: number): Pick<Account, 'phone' | 'email' | 'mailbox' | 'browser'> {
  const phone = `+91911${String(human).padStart(7, '0')}`
  const hidden = { phone, email: `other.${human}@example.test`, mailbox: 1_000_000 + human, browser: null }
  if (way === 0) return { ...hidden, email: `P${human}+second@GoogleMail.com`, mailbox: human }
  if (way === 1) return { ...hidden, browser: human }
  return hidden
}

function planLife(
  draw: Draw,
  { account, at, until }: Life,
  everybody: readonly Life[],
): (Happening & { at: number })[] {
  const events: (Happening & { at: number })[] = [{ kind: 'join', account, at }]
  const others = everybody.length
  // The owner of the referral code that the person usually types: the person's referrer or someone else.
  const usual = draw.chance(0.4) ? account.refidOf : 1 + draw.upTo(others)
  for (let count = draw.upTo(12); count > 0; count--) {
    const placedAt = at + 0.1 + draw.upTo(Math.max(1, until - at - 4)) + draw.upTo(100) / 200
    // The buyer types a referral code in some orders: rarely their own code, more often the usual one.
    const codeOf = draw.chance(0.05) ? account.id : draw.chance(0.35) ? usual : null
    const order = {
      id: account.id * 100 + count,
      buyer: account.id,
      serviceMinor: 2_000 + draw.upTo(120_000),
      chargesMinor: draw.upTo(9_000),
      usesWallet: draw.chance(0.6),
      codeOf,
    }
    events.push({ kind: 'place', order, at: placedAt })
    const doneAt = placedAt + 0.02 + draw.upTo(100) / 1000
    if (draw.chance(0.12)) {
      events.push({ kind: 'cancel', order, at: doneAt })
      continue
    }
    events.push({ kind: 'deliver', order, at: doneAt })
    const percents = draw.chance(0.12) ? [draw.upTo(100), 1 + draw.upTo(100)] : draw.chance(0.06) ? [100, 100] : []
    for (const [index, percent] of percents.entries())
      events.push({ kind: 'refund', order, percent, at: doneAt + 1 + index * (1 + draw.upTo(20)) })
  }
  if (draw.chance(0.03)) {
    const from = at + draw.upTo(60)
    events.push({ kind: 'ban', account, at: from }, { kind: 'unban', account, at: from + 20 })
  }
  if (until < DAYS) events.push({ kind: 'delete', account, at: until })
  return events
}

/** Returns a small generator of random numbers (mulberry32) with a seed, so that a year can be repeated. */
function drawFrom(seed: number): Draw {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { upTo: (bound) => Math.floor(next() * bound), chance: (share) => next() < share }
}
