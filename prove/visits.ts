import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { newShoppers, type Person } from './cluster/people.ts'
import { startProduct } from './product.ts'
import { findDifferences, killRepeatedly, liftLimits, postUntilAnswered } from './shoppers.ts'

const CONNECTIONS = 4
const CUSTOMERS = 60
const TRIES = 400
/**
 * Milliseconds after which the last hold must be gone: a hold lasts two minutes, and the job that deletes it runs every
 * minute.
 */
const HOLDS_GONE_WITHIN_MS = 3 * 60_000 + 15_000

type Service = { storeId: number; itemId: number }
type Answer = {
  success?: boolean
  error?: { code: string }
  visit?: { unique_visit_id: string; terms: { deposit: string } }
  days?: { starts: { starts_at: string }[] }[]
}
type Booked = { number: string; startsAt: string }

/**
 * Books visits, with their deposits from the wallet, while server and database are killed with -9. The test leaves
 * every fifth hold without an order. Returns problems unless each confirmed visit exists with its time and its claims,
 * nothing else is booked, no claims overlap, each hold is deleted within a minute after its end, and the ledger check
 * passes.
 * @param waitsForHolds whether to wait until the last hold has ended, which takes three minutes
 */
export async function proveVisits({
  visits,
  kills,
  waitsForHolds,
}: {
  visits: number
  kills: number
  waitsForHolds: boolean
}): Promise<string[]> {
  const product = await startProduct()
  try {
    const client = await product.connect()
    await liftLimits(client)
    const customers = await newShoppers(product.url, client, CUSTOMERS)
    const services = await listServices(client)
    const before = await countBooked(client)
    await client.end()

    const killing = killRepeatedly(product, { kills, victim: 'both' })
    const booked = await bookAll(product.url, { visits, customers, services })
    await killing

    const after = await product.connect()
    const problems = await findProblems(after, { booked, before })
    if (waitsForHolds) problems.push(...(await waitForHolds(after)))
    problems.push(...(await findDifferences(after)))
    await after.end()
    console.log(`  ${booked.length} visits of ${services.length} services booked, ${kills} kills`)
    return problems
  } finally {
    await product.stop()
  }
}

/** Lists the services of all salons that customers can book without choosing add-ons. */
async function listServices(client: pg.Client): Promise<Service[]> {
  const { rows } = await client.query<Service>(`
    select s.store_id as "storeId", s.item_id as "itemId"
      from services s join items i on i.id = s.item_id join stores t on t.id = s.store_id
     where i.is_active and t.is_active and t.is_accepted
       and not exists (select from item_addon_categories a where a.item_id = i.id)
       and exists (select from stylist_services o where o.item_id = s.item_id)
     order by s.item_id`)
  return rows
}

async function bookAll(
  url: string,
  { visits, customers, services }: { visits: number; customers: readonly Person[]; services: readonly Service[] },
): Promise<Booked[]> {
  const booked: Booked[] = []
  let next = 0
  // Each connection books for its own customers, because a customer can have only one hold at a time.
  const work = async (connection: number): Promise<void> => {
    const own = customers.filter((_, index) => index % CONNECTIONS === connection)
    while (next < visits) {
      const index = next++
      const asking = { url, token: own[index % own.length]!.token, service: services[(index * 7) % services.length]! }
      if (index % 5 === 4) await hold(asking)
      booked.push(await book(asking))
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => work(connection)))
  return booked
}

type Asking = { url: string; token: string; service: Service }

/** Holds free times until one of the holds could be booked. */
async function book(asking: Asking): Promise<Booked> {
  for (let tries = 0; tries < TRIES; tries++) {
    const held = await hold(asking)
    if (!held) continue
    const { number, startsAt, hasDeposit } = held
    const { error } = await sendUntilAnswered(asking, 'place-order', {
      order: [],
      delivery_type: 4,
      unique_visit_id: number,
      method: hasDeposit ? 'WALLET' : 'COD',
    })
    if (!error) return { number, startsAt }
    if (error.code !== 'HOLD_EXPIRED') throw new Error(`the order of a visit was refused: ${error.code}`)
  }
  throw new Error('no visit could be booked')
}

/** Holds one of the free times of the next two weeks; undefined when another customer was faster. */
async function hold(asking: Asking): Promise<(Booked & { hasDeposit: boolean }) | undefined> {
  const { storeId, itemId } = asking.service
  const wanted = { store_id: storeId, services: [{ item_id: itemId }] }
  const from = new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10)
  const { days } = await sendUntilAnswered(asking, 'free-times', { ...wanted, from, days: 14 })
  const starts = (days ?? []).flatMap((day) => day.starts)
  const start = starts[Math.floor(Math.random() * starts.length)]
  if (!start) throw new Error(`service ${itemId} has no free times`)
  const held = await sendUntilAnswered(asking, 'hold-visit', {
    ...wanted,
    starts_at: start.starts_at,
    replaces: true,
  })
  const { visit, error } = held
  if (visit)
    return {
      number: visit.unique_visit_id,
      startsAt: start.starts_at,
      hasDeposit: Number(visit.terms.deposit) > 0,
    }
  if (error?.code !== 'SLOT_TAKEN') throw new Error(`a free time was refused: ${JSON.stringify(held)}`)
  return undefined
}

function sendUntilAnswered({ url, token }: Asking, call: string, input: object): Promise<Answer> {
  return postUntilAnswered(url, call, { token, ...input }, randomUUID()) as Promise<Answer>
}

async function countBooked(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from visits where status <> 'held' or order_id is not null`,
  )
  return rows[0]!.n
}

async function findProblems(
  client: pg.Client,
  { booked, before }: { booked: readonly Booked[]; before: number },
): Promise<string[]> {
  const problems: string[] = []
  const { rows } = await client.query<Booked>(
    `select v.unique_visit_id as number, v.starts_at as "startsAt" from visits v
      where v.unique_visit_id = any ($1) and v.status = 'booked' and v.order_id is not null
        and exists (select from visit_claims c where c.visit_id = v.id)`,
    [booked.map(({ number }) => number)],
  )
  const found = new Map(rows.map(({ number, startsAt }) => [number, new Date(startsAt).toISOString()]))
  for (const { number, startsAt } of booked)
    if (found.get(number) !== new Date(startsAt).toISOString())
      problems.push(`the confirmed visit ${number} at ${startsAt} is ${found.get(number) ?? 'gone'}`)
  const extra = (await countBooked(client)) - before - booked.length
  if (extra !== 0) problems.push(`${extra} visits more than were confirmed`)
  const overlaps = await client.query(
    `select from visit_claims a join visit_claims b
         on a.thing = b.thing and a.thing_id = b.thing_id and a.during && b.during and a.ctid < b.ctid limit 1`,
  )
  if (overlaps.rowCount! > 0) problems.push('two claims of one thing overlap')
  return problems
}

/** Waits until the job has deleted all holds; a hold that still exists a minute after its end is a problem. */
async function waitForHolds(client: pg.Client): Promise<string[]> {
  const deadline = performance.now() + HOLDS_GONE_WITHIN_MS
  for (;;) {
    const { rows } = await client.query<{ open: number; old: number }>(
      `select count(*)::int as open,
              count(*) filter (where held_until < now() - interval '75 seconds')::int as old
         from visits where status = 'held' and order_id is null`,
    )
    const { open, old } = rows[0]!
    if (old > 0) return [`${old} holds are there more than a minute after their time`]
    if (open === 0) return []
    if (performance.now() > deadline) return [`${open} holds did not end`]
    await sleep(1000)
  }
}
