import type { City } from '../types.ts'
import type { PeopleIds } from './load-city.ts'
import type { Movement } from './load-money.ts'

const DAY_MS = 86_400_000
/** Age in days above which the demo's stores have been paid their earnings. */
const PAID_AFTER_DAYS = 14
const ADMIN = 1
const CALLER = 2

/** Returns one payout for each store, of the amount that was due two weeks ago: the rows and the transfers. */
export function pastPayouts(
  settlements: readonly Movement[],
  { stores, ownerStores }: City,
  people: PeopleIds,
): { rows: object[]; movements: Movement[] } {
  const newest = Math.max(...settlements.map(({ created_at }) => created_at.getTime()))
  const until = newest - PAID_AFTER_DAYS * DAY_MS
  const sumOf = (storeId: number, kind: 'store_payable' | 'delivery_margin'): bigint =>
    settlements
      .filter(({ created_at }) => created_at.getTime() <= until)
      .flatMap(({ postings }) => postings)
      .filter(({ account }) => account.kind === kind && account.storeId === storeId)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const payouts = stores.flatMap(({ id: storeId }) => {
    const amountMinor = sumOf(storeId, 'store_payable')
    const commissionMinor = sumOf(storeId, 'delivery_margin')
    const grossMinor = amountMinor + commissionMinor
    return amountMinor > 0n ? [{ storeId, grossMinor, commissionMinor, amountMinor }] : []
  })
  const [asked, paid] = [new Date(until + DAY_MS), new Date(until + 2 * DAY_MS)]
  const ownerOf = new Map(ownerStores.map(({ storeId, ownerId }) => [storeId, people.owner(ownerId)]))
  const rows = payouts.map(({ storeId, grossMinor, commissionMinor, amountMinor }, at) => ({
    store_id: storeId,
    currency: 'INR',
    status: 'COMPLETED',
    gross_minor: grossMinor,
    commission_minor: commissionMinor,
    amount_minor: amountMinor,
    requested_by: ownerOf.get(storeId) ?? people.staff(CALLER),
    decided_by: people.staff(ADMIN),
    transaction_mode: 'NEFT',
    transaction_id: `NEFT-${String(at + 1).padStart(5, '0')}`,
    created_at: asked,
    updated_at: paid,
    decided_at: paid,
  }))
  const movements = payouts.flatMap(({ storeId, amountMinor }, at): Movement[] => {
    const waiting = { kind: 'store_payable' as const, storeId, provider: 'payout' }
    const source = {
      source_type: 'payout',
      source_id: String(at + 1),
      description_key: 'storePayoutRequested',
      description_params: {},
    }
    return [
      {
        ...source,
        kind: 'payout_request',
        created_at: asked,
        postings: [
          { account: { kind: 'store_payable', storeId }, amountMinor: -amountMinor },
          { account: waiting, amountMinor },
        ],
      },
      {
        ...source,
        kind: 'payout',
        created_at: paid,
        postings: [
          { account: waiting, amountMinor: -amountMinor },
          { account: { kind: 'house_cash' }, amountMinor },
        ],
      },
    ]
  })
  return { rows, movements }
}
