import type { City } from '@nukkad/demo/types.ts'
import { shareOf } from '#features/store-payouts/request-payout.ts'
import type { PeopleIds } from './load-city.ts'
import type { Movement } from './load-money.ts'

const DAY_MS = 86_400_000
/** What is older than this has been paid out to stores. */
const PAID_AFTER_DAYS = 14
const ADMIN = 1
const CALLER = 2

/** One payout to each store of what it had earned until two weeks ago: the rows, and what they moved. */
export function pastPayouts(
  settlements: readonly Movement[],
  { stores, ownerStores }: City,
  people: PeopleIds,
): { rows: object[]; movements: Movement[] } {
  const newest = Math.max(...settlements.map(({ created_at }) => created_at.getTime()))
  const until = newest - PAID_AFTER_DAYS * DAY_MS
  const earned = new Map<number, bigint>()
  for (const { created_at, postings } of settlements)
    for (const { account, amountMinor } of postings)
      if (account.kind === 'store_payable' && created_at.getTime() <= until)
        earned.set(account.storeId!, (earned.get(account.storeId!) ?? 0n) + amountMinor)
  const payouts = stores.flatMap(({ id, commissionPercent }) => {
    const grossMinor = earned.get(id) ?? 0n
    return grossMinor > 0n ? [{ storeId: id, grossMinor, ...shareOf(grossMinor, commissionPercent * 100) }] : []
  })
  const [asked, paid] = [new Date(until + DAY_MS), new Date(until + 2 * DAY_MS)]
  const ownerOf = new Map(ownerStores.map(({ storeId, ownerId }) => [storeId, people.owner(ownerId)]))
  const rows = payouts.map(({ storeId, grossMinor, commissionMinor, amountMinor }, at) => ({
    ...{ store_id: storeId, currency: 'INR', status: 'COMPLETED' },
    ...{ gross_minor: grossMinor, commission_minor: commissionMinor, amount_minor: amountMinor },
    requested_by: ownerOf.get(storeId) ?? people.staff(CALLER),
    decided_by: people.staff(ADMIN),
    ...{ transaction_mode: 'NEFT', transaction_id: `NEFT-${String(at + 1).padStart(5, '0')}` },
    ...{ created_at: asked, updated_at: paid, decided_at: paid },
  }))
  const movements = payouts.flatMap(({ storeId, grossMinor, commissionMinor, amountMinor }, at): Movement[] => {
    const waiting = { kind: 'store_payable' as const, storeId, provider: 'payout' }
    const source = {
      ...{ source_type: 'payout', source_id: String(at + 1) },
      ...{ description_key: 'storePayoutRequested', description_params: {} },
    }
    return [
      {
        ...{ ...source, kind: 'payout_request', created_at: asked },
        postings: [
          { account: { kind: 'store_payable', storeId }, amountMinor: -grossMinor },
          { account: waiting, amountMinor },
          { account: { kind: 'delivery_margin', storeId }, amountMinor: commissionMinor },
        ],
      },
      {
        ...{ ...source, kind: 'payout', created_at: paid },
        postings: [
          { account: waiting, amountMinor: -amountMinor },
          { account: { kind: 'house_cash' }, amountMinor },
        ],
      },
    ]
  })
  return { rows, movements }
}
