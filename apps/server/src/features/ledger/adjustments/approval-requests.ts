import { type Selectable, sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { MoneyProposals } from '#db/schema.ts'

export type ApprovalKind = 'adjustment' | 'refund' | 'payment' | 'commission' | 'store_settlement' | 'cash_collection'

/**
 * An approval request, with the values that the constraints of the table allow. A person requests every kind except
 * commissions, which the referral programme requests.
 */
export type ApprovalRequest = Omit<Selectable<MoneyProposals>, 'kind' | 'state' | 'destination'> & {
  kind: ApprovalKind
  state: 'waiting' | 'booked' | 'refused'
  destination: 'wallet' | 'provider' | null
}

export const approvalColumns = [
  'id',
  'kind',
  'user_id',
  'currency',
  'amount_minor',
  'promotion_minor',
  'order_id',
  'payment_row_id',
  'store_id',
  'rider_id',
  'commission_id',
  'destination',
  'reason',
  'note',
  'needs_approval',
  'state',
  'proposed_by',
  'decided_by',
  'decision_reason',
  'refund_id',
  'created_at',
  'decided_at',
] as const satisfies (keyof MoneyProposals)[]

type NewApprovalRequest = Pick<
  ApprovalRequest,
  'kind' | 'currency' | 'amount_minor' | 'reason' | 'needs_approval' | 'proposed_by'
> &
  Partial<
    Pick<
      ApprovalRequest,
      | 'user_id'
      | 'promotion_minor'
      | 'order_id'
      | 'payment_row_id'
      | 'store_id'
      | 'rider_id'
      | 'commission_id'
      | 'destination'
      | 'note'
    >
  >

/**
 * Stores an approval request, with amounts in minor units. Constraints of the table refuse a request about the
 * requester's own money.
 */
export async function insertApprovalRequest(tx: Tx, approval: NewApprovalRequest): Promise<ApprovalRequest> {
  return tx
    .insertInto('money_proposals')
    .values(approval)
    .returning(approvalColumns)
    .executeTakeFirstOrThrow() as Promise<ApprovalRequest>
}

/**
 * Locks the approval request of this kind until the transaction ends, so that two decisions on it run one after the
 * other.
 */
export async function lockApprovalRequest(
  tx: Tx,
  { id, kind }: { id: number; kind: ApprovalKind },
): Promise<ApprovalRequest | undefined> {
  return tx
    .selectFrom('money_proposals')
    .select(approvalColumns)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst() as Promise<ApprovalRequest | undefined>
}

type Decision = Pick<ApprovalRequest, 'state' | 'decided_by'> &
  Partial<Pick<ApprovalRequest, 'decision_reason' | 'promotion_minor' | 'refund_id'>>

/** Records the decision on a waiting approval request; the table accepts only one decision. */
export async function setDecision(tx: Tx, id: number, decision: Decision): Promise<void> {
  await tx
    .updateTable('money_proposals')
    .set({ ...decision, decided_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** The person, store or order whose movements without an approval are summed for a day. */
type DayOf =
  | { kind: 'adjustment' | 'payment'; userId: number }
  | { kind: 'store_settlement'; storeId: number }
  | { kind: 'cash_collection'; riderId: number }

/**
 * Sums the movements of the last 24 hours without an approval for one person, store or order, incoming and outgoing
 * alike, in minor units.
 */
export async function sumBookedAlone(tx: Tx, about: DayOf, currency: string): Promise<bigint> {
  const subject =
    'userId' in about
      ? sql`user_id = ${about.userId}`
      : 'storeId' in about
        ? sql`store_id = ${about.storeId}`
        : sql`rider_id = ${about.riderId}`
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(abs(amount_minor)), 0)::bigint as total
      from money_proposals
     where ${subject} and kind = ${about.kind} and currency = ${currency}
       and state = 'booked' and not needs_approval and decided_at > now() - interval '24 hours'`.execute(tx)
  return rows[0]!.total
}

/**
 * Sums the movements by one member of staff in the last 24 hours without an approval, over all wallets, refunds,
 * payments and receipts, in minor units. Until the transaction ends, other requests by the same member of staff wait,
 * so the caller must call this function before locking a row.
 */
export async function sumOfClerk(
  tx: Tx,
  { staffId, currency }: { staffId: number; currency: string },
): Promise<bigint> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`money-of-clerk:${staffId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(abs(amount_minor)), 0)::bigint as total
      from money_proposals
     where proposed_by = ${staffId} and currency = ${currency}
       and state = 'booked' and not needs_approval and decided_at > now() - interval '24 hours'`.execute(tx)
  return rows[0]!.total
}
