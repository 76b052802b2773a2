import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import { type Selectable, sql } from 'kysely'
import { type Db, type Tx, violatedConstraint } from '#db/connection.ts'
import type { Orders } from '#db/schema.ts'
import { AppError } from '#http/errors.ts'

/** Finds the shares that a rider gets of an order; undefined for a person who is no longer a rider. */
export async function findRiderTerms(
  db: Db,
  riderId: number,
): Promise<{ commission_basis_points: number; tip_basis_points: number } | undefined> {
  return db
    .selectFrom('riders')
    .select(['commission_basis_points', 'tip_basis_points'])
    .where('user_id', '=', riderId)
    .executeTakeFirst()
}

/** Records the amount that the rider earned by this order, in minor units. */
export async function setRiderShare(
  tx: Tx,
  orderId: number,
  { commissionMinor, tipMinor }: { commissionMinor: bigint; tipMinor: bigint },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ rider_commission_minor: commissionMinor, rider_tip_minor: tipMinor })
    .where('id', '=', orderId)
    .execute()
}

/** Returns the store commission of a store's orders, hundredths of a percent. */
export async function getStoreCommission(db: Db, storeId: number): Promise<number> {
  const { commission_basis_points } = await db
    .selectFrom('stores')
    .select('commission_basis_points')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  return commission_basis_points
}

/** Records the amount that the platform earned by a delivered order, in minor units. */
export async function setPlatformIncome(
  tx: Tx,
  orderId: number,
  { commissionMinor, incomeMinor, withheldMinor }: Record<'commissionMinor' | 'incomeMinor' | 'withheldMinor', bigint>,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      store_commission_minor: commissionMinor,
      platform_income_minor: incomeMinor,
      promotion_withheld_minor: withheldMinor,
    })
    .where('id', '=', orderId)
    .execute()
}

/** Records the retained payment of a cancelled order in minor units. */
export async function setKept(
  tx: Tx,
  id: number,
  { ownMinor, promotionMinor }: { ownMinor: bigint; promotionMinor: bigint },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ kept_own_minor: ownMinor, kept_promotion_minor: promotionMinor })
    .where('id', '=', id)
    .execute()
}

type KeptOrder = Pick<
  Selectable<Orders>,
  | 'id'
  | 'unique_order_id'
  | 'user_id'
  | 'wallet_own_minor'
  | 'paid_online_minor'
  | 'kept_own_minor'
  | 'kept_promotion_minor'
  | 'refund_due_minor'
  | 'payment_approved_at'
  | 'payment_confirmed_at'
>

/** Locks a cancelled order and returns it with the part of its payment that was retained. */
export async function lockKept(tx: Tx, id: number): Promise<KeptOrder | undefined> {
  return tx
    .selectFrom('orders')
    .select(['id', 'unique_order_id', 'user_id', 'wallet_own_minor', 'paid_online_minor', 'kept_own_minor'])
    .select(['kept_promotion_minor', 'refund_due_minor', 'payment_approved_at', 'payment_confirmed_at'])
    .where('id', '=', id)
    .where('status', '=', orderStatusIds.cancelled)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The columns of an order that a refund needs; amounts in minor units. */
export type RefundableOrder = Pick<
  Selectable<Orders>,
  | 'id'
  | 'unique_order_id'
  | 'user_id'
  | 'shared_by'
  | 'status'
  | 'payment_mode'
  | 'currency'
  | 'total_minor'
  | 'payable_minor'
  | 'at_store_minor'
  | 'paid_online_minor'
  | 'wallet_own_minor'
  | 'wallet_promotion_minor'
  | 'refunded_own_minor'
  | 'refunded_promotion_minor'
  | 'kept_own_minor'
  | 'store_id'
  | 'delivery_type'
  | 'store_commission_minor'
  | 'refund_due_minor'
> & {
  /** The part of the order's payments that was lost in disputes, in minor units. */
  lost_minor: bigint
  /** Whether staff reported the payment and neither provider nor bank statement has confirmed it. */
  is_unseen: boolean
}

/** Locks an order until the transaction ends, so that its refunds run one after another. */
export async function lockRefundable(tx: Tx, id: number): Promise<RefundableOrder | undefined> {
  return tx
    .selectFrom('orders')
    .select(['id', 'unique_order_id', 'user_id', 'shared_by', 'status', 'payment_mode', 'currency', 'total_minor'])
    .select(['payable_minor', 'at_store_minor', 'paid_online_minor', 'wallet_own_minor', 'wallet_promotion_minor'])
    .select(['refunded_own_minor', 'refunded_promotion_minor', 'kept_own_minor', 'store_id', 'delivery_type'])
    .select(['store_commission_minor', 'refund_due_minor'])
    .select(sql<boolean>`is_payment_unseen(orders)`.as('is_unseen'))
    .select(sql<bigint>`order_lost_minor(orders)`.as('lost_minor'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Locks a store until the transaction ends, so that deductions from its balance and its payouts run one after another.
 */
export async function lockStore(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('stores').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/**
 * Adds a refund to the refunded amounts of an order.
 * @throws AppError REFUND_TOO_HIGH when the total of the order's refunds would exceed the payment
 */
export async function addRefunded(
  tx: Tx,
  id: number,
  { ownMinor, promotionMinor }: { ownMinor: bigint; promotionMinor: bigint },
): Promise<void> {
  try {
    await tx
      .updateTable('orders')
      .set((eb) => ({
        refunded_own_minor: eb('refunded_own_minor', '+', ownMinor),
        refunded_promotion_minor: eb('refunded_promotion_minor', '+', promotionMinor),
      }))
      .where('id', '=', id)
      .execute()
  } catch (error) {
    if (violatedConstraint(error)?.startsWith('orders__refunded'))
      throw new AppError('REFUND_TOO_HIGH', { cause: error })
    throw error
  }
}
