import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import { type ApprovalRequest, approvalColumns } from './approval-requests.ts'

/** Stores how many pieces of each order line a refund covers. */
export async function insertRefundedItems(
  tx: Tx,
  approvalId: number,
  items: readonly { id: number; quantity: number }[],
): Promise<void> {
  await tx
    .insertInto('money_proposal_items')
    .values(items.map(({ id, quantity }) => ({ approval_id: approvalId, order_line_id: id, quantity })))
    .execute()
}

/**
 * Finds the lines of an order, with the number of pieces that were refunded before or are in a waiting request, and the
 * charges that share the order's tax. Amounts are in minor units. The caller must have checked that the order exists.
 */
export async function findOrderOfItems(tx: Tx, orderId: number) {
  const order = await tx
    .selectFrom('orders')
    .select(['delivery_charge_minor', 'store_charge_minor', 'tax_minor'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const lines = await tx
    .selectFrom('order_lines as l')
    .select(['l.id', 'l.quantity', 'l.unit_price_minor as unitMinor', 'l.discount_minor as discountMinor'])
    .select(
      sql<number>`coalesce((select sum(i.quantity) from money_proposal_items i join money_proposals m on m.id = i.approval_id
        where i.order_line_id = l.id and m.state <> 'refused'), 0)::int`.as('refundedBefore'),
    )
    .where('l.order_id', '=', orderId)
    .orderBy('l.id')
    .execute()
  return {
    lines,
    deliveryMinor: order.delivery_charge_minor,
    storeChargeMinor: order.store_charge_minor,
    taxMinor: order.tax_minor,
  }
}

/** Locks a customer, so that parallel transactions count towards the customer's daily total one after the other. */
export async function lockCustomer(tx: Tx, userId: number): Promise<{ id: number } | undefined> {
  return customers(tx, userId).forNoKeyUpdate().executeTakeFirst()
}

/**
 * Locks a customer against deletion only, with a weaker lock, because a refund later locks the people who earned the
 * order's commissions, and the customer may be one of them.
 */
export async function holdCustomer(tx: Tx, userId: number): Promise<{ id: number } | undefined> {
  return customers(tx, userId).forKeyShare().executeTakeFirst()
}

function customers(tx: Tx, userId: number) {
  return tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('user_roles')
          .select('role')
          .whereRef('user_roles.user_id', '=', 'users.id')
          .where('role', '=', 'customer'),
      ),
    )
}

/** Lists the people who reported or approved the payment of an order. */
export async function listPaymentApprovers(db: Db, orderId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('money_proposals')
    .select(['proposed_by', 'decided_by'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'payment')
    .where('state', '=', 'booked')
    .execute()
  return rows.flatMap(({ proposed_by, decided_by }) => [proposed_by, decided_by]).filter((id) => id !== null)
}

/** Finds the request about an order's payment that waits for an approver. */
export async function findWaitingPayment(db: Db, orderId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('money_proposals')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'payment')
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row?.id
}

type OrderPeople = { user_id: number; store_id: number; acting_staff_id: number | null }

/** Finds the customer and the store of an order, and the member of staff who placed it for the customer. */
export async function findPeopleOfOrder(db: Db, orderId: number): Promise<OrderPeople> {
  return db
    .selectFrom('orders')
    .select(['user_id', 'store_id', 'acting_staff_id'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
}

/**
 * Locks a store until the transaction ends, so that its payouts and settlements run one after the other, and returns
 * its currency.
 */
export async function lockStoreCurrency(tx: Tx, storeId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('stores')
    .select('currency')
    .where('id', '=', storeId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.currency
}

type NewSettlement = { storeId: number; currency: string; amountMinor: bigint; reference: string; staffId: number }

/**
 * Records a store's payment of its commission debt, in minor units, and returns its id. The caller must book the same
 * amount.
 */
export async function insertSettlement(tx: Tx, settlement: NewSettlement): Promise<number> {
  const { id } = await tx
    .insertInto('store_settlements')
    .values({
      store_id: settlement.storeId,
      currency: settlement.currency,
      amount_minor: settlement.amountMinor,
      reference: settlement.reference,
      received_by: settlement.staffId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An approval request with the names of its customer, store, rider and staff. */
export type RequestToPresent = Pick<
  ApprovalRequest,
  | 'id'
  | 'state'
  | 'currency'
  | 'amount_minor'
  | 'reason'
  | 'needs_approval'
  | 'decision_reason'
  | 'created_at'
  | 'decided_at'
> & {
  customer_id: number | null
  customer_name: string | null
  order_id: number | null
  unique_order_id: string | null
  store_id: number | null
  store_name: string | null
  rider_id: number | null
  rider_name: string | null
  note: string | null
  proposed_by: number | null
  proposer_name: string | null
  decided_by: number | null
  decider_name: string | null
}

/** Reads an approval request of any kind with the names of its people, for the dashboard; the id must exist. */
export async function getRequest(db: Db, id: number): Promise<RequestToPresent> {
  return db
    .selectFrom('money_proposals as m')
    .leftJoin('users as customer', 'customer.id', 'm.user_id')
    .leftJoin('users as proposer', 'proposer.id', 'm.proposed_by')
    .leftJoin('users as decider', 'decider.id', 'm.decided_by')
    .leftJoin('users as rider', 'rider.id', 'm.rider_id')
    .leftJoin('orders as o', 'o.id', 'm.order_id')
    .leftJoin('stores as s', (join) => join.on(sql<SqlBool>`s.id = coalesce(m.store_id, o.store_id)`))
    .select(['m.id', 'm.state', 'm.currency', 'm.amount_minor', 'm.reason', 'm.needs_approval', 'm.decision_reason'])
    .select(['m.created_at', 'm.decided_at', 'm.order_id', 'm.proposed_by', 'm.decided_by', 'm.note'])
    .select(['rider.id as rider_id', 'rider.name as rider_name'])
    .select(['customer.id as customer_id', 'customer.name as customer_name', 'o.unique_order_id'])
    .select(['s.id as store_id', 's.name as store_name'])
    .select(['proposer.name as proposer_name', 'decider.name as decider_name'])
    .where('m.id', '=', id)
    .executeTakeFirstOrThrow() as Promise<RequestToPresent>
}

/** A correction or refund with the names that staff read, and the provider's status of the refund. */
export type ApprovalRequestToPresent = Omit<ApprovalRequest, 'user_id' | 'proposed_by'> & {
  user_id: number
  proposed_by: number
  customer_name: string
  proposer_name: string
  decider_name: string | null
  unique_order_id: string | null
  refund_status: 'pending' | 'done' | 'failed' | null
}

type CustomerKind = 'adjustment' | 'refund'
type Wanted = { kind: CustomerKind } & ({ id: number } | ListWanted)
type ListWanted = {
  state: ApprovalRequest['state'] | undefined
  userId: number | undefined
  page: number
  perPage: number
}

/**
 * Reads a request about a customer's money, a correction or a refund, in the form that the dashboard shows; the id must
 * exist.
 */
export async function getApprovalRequest(db: Db, kind: CustomerKind, id: number): Promise<ApprovalRequestToPresent> {
  const row = await requestsToPresent({ kind, id }, db)
  return row[0]!
}

/** Lists one page of the requests of a kind, newest first. */
export async function listApprovalRequests(
  db: Db,
  kind: CustomerKind,
  wanted: ListWanted,
): Promise<{ rows: ApprovalRequestToPresent[]; total: number }> {
  const { state, userId } = wanted
  const counted = await db
    .selectFrom('money_proposals')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .where('kind', '=', kind)
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .executeTakeFirstOrThrow()
  return { rows: await requestsToPresent({ kind, ...wanted }, db), total: Number(counted.total) }
}

async function requestsToPresent(wanted: Wanted, db: Db): Promise<ApprovalRequestToPresent[]> {
  const query = db
    .selectFrom('money_proposals as m')
    .innerJoin('users as customer', 'customer.id', 'm.user_id')
    .innerJoin('users as proposer', 'proposer.id', 'm.proposed_by')
    .leftJoin('users as decider', 'decider.id', 'm.decided_by')
    .leftJoin('orders as o', 'o.id', 'm.order_id')
    .leftJoin('refunds as r', (join) => join.onRef('r.id', '=', 'm.refund_id').on('r.destination', '=', 'provider'))
    .select(approvalColumns.map((column) => `m.${column}` as const))
    .select(['customer.name as customer_name', 'proposer.name as proposer_name', 'decider.name as decider_name'])
    .select(['o.unique_order_id', 'r.status as refund_status'])
    .where('m.kind', '=', wanted.kind)
    .orderBy('m.id', 'desc')
  if ('id' in wanted) return query.where('m.id', '=', wanted.id).execute() as Promise<ApprovalRequestToPresent[]>
  const { state, userId, page, perPage } = wanted
  return query
    .$if(state !== undefined, (some) => some.where('m.state', '=', state!))
    .$if(userId !== undefined, (some) => some.where('m.user_id', '=', userId!))
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute() as Promise<ApprovalRequestToPresent[]>
}
