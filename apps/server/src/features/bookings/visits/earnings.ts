import { type Minor, sum } from '@nukkad/rules/money.ts'
import { type RefundedOrder, sharesOf, type Tip, takenBack } from '@nukkad/rules/visit-till.ts'
import type { Db, Tx } from '#db/connection.ts'
import type { Posting } from '#features/ledger/wallet/accounts.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import { AppError } from '#http/errors.ts'
import {
  type EarningRow,
  type EarningsOfStylist,
  insertEarnings,
  listEarnedOf,
  listEarnings,
  listEndedServices,
  setTip,
} from './earnings-queries.ts'
import type { VisitRow } from './queries.ts'

type EndedVisit = Pick<VisitRow, 'id' | 'store_id' | 'order_id' | 'terms'>

/**
 * Records what the salon owes its stylists for a visit that has just ended: commissions and the tip. Both sides of the
 * transfer are accounts of the salon, because the platform never has this money. The caller must call this function
 * once, in the transaction that ends the visit.
 * @throws AppError STYLIST_CANNOT for a tip for someone who did no service of the visit
 * @see docs/decisions/0118-till-and-earnings.md
 */
export async function recordEarnings(tx: Tx, visit: EndedVisit, tip: Tip): Promise<void> {
  const services = await listEndedServices(tx, { visitId: visit.id, orderId: visit.order_id })
  const shares = sharesOf(services, tip)
  if (!shares) throw new AppError('STYLIST_CANNOT')
  const rows = services.flatMap((service, index): EarningRow[] =>
    service.stylistId === null ? [] : [{ ...service, ...shares[index]!, stylistId: service.stylistId }],
  )
  const { currency } = visit.terms
  await insertEarnings(tx, { visitId: visit.id, storeId: visit.store_id, currency, refundedMinor: 0n }, rows)
  if (tip.minor > 0n) await setTip(tx, visit.id, tip.minor)
  await postEarnings(tx, visit.store_id, rows, {
    kind: 'visit_earnings',
    source: { type: 'visit', id: visit.id },
    currency,
    description: { key: 'visitEarnings' },
  })
}

type RefundedVisit = RefundedOrder & { orderId: number; storeId: number; currency: string }

/**
 * Takes back the part of the commissions that belongs to refunds of a visit's order, in the transaction of the refund.
 * Stylists keep their tips. The caller must have locked the order. A repeated call with the same refunds takes nothing
 * back a second time.
 */
export async function takeBackEarnings(tx: Tx, { orderId, storeId, currency, ...order }: RefundedVisit): Promise<void> {
  const earned = await listEarnedOf(tx, orderId)
  const [first] = earned
  if (!first) return
  const { refundedMinor } = order
  const rows = earned
    .map((row) => ({
      position: row.position,
      stylistId: row.stylist_id,
      basisPoints: row.basis_points,
      baseMinor: row.base_back_minor - takenBack(row.base_minor, order),
      commissionMinor: row.commission_back_minor - takenBack(row.commission_minor, order),
      tipMinor: 0n,
    }))
    .filter(({ baseMinor, commissionMinor }) => baseMinor < 0n || commissionMinor < 0n)
  await insertEarnings(tx, { visitId: first.visit_id, storeId, currency, refundedMinor }, rows)
  await postEarnings(tx, storeId, rows, {
    kind: 'visit_earnings_reversal',
    source: { type: 'visit', id: `${first.visit_id}:${refundedMinor}` },
    currency,
    description: { key: 'visitEarningsReversed' },
  })
}

type Transfer = Omit<Parameters<typeof postTransfer>[1], 'postings'>

async function postEarnings(tx: Tx, storeId: number, rows: readonly EarningRow[], transfer: Transfer): Promise<void> {
  const owed = new Map<number, Minor>()
  for (const { stylistId, commissionMinor, tipMinor } of rows)
    owed.set(stylistId, (owed.get(stylistId) ?? 0n) + commissionMinor + tipMinor)
  const totalMinor = sum(owed.values())
  if (totalMinor === 0n) return
  const postings = [...owed].map(
    ([stylistId, amountMinor]): Posting => ({ account: { kind: 'stylist_earnings', storeId, stylistId }, amountMinor }),
  )
  await postTransfer(tx, {
    ...transfer,
    postings: [...postings, { account: { kind: 'stylist_costs', storeId }, amountMinor: -totalMinor }],
  })
}

/** Reads the earnings of the stylists of a store in a range of dates; see `listEarnings`. */
export async function readEarningsOf(
  db: Db,
  of: { storeId: number; from: string; to: string; userId: number | null },
): Promise<EarningsOfStylist[]> {
  return listEarnings(db, of)
}
