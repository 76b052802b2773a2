import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '#db/connection.ts'

const DELIVERED = 5

export type OrderToInvoice = NonNullable<Awaited<ReturnType<typeof findOrderToInvoice>>>

/** Finds a completed order with its lines, store and customer; with `userId`, only an order of that customer. */
export async function findOrderToInvoice(db: Db, { orderId, userId }: { orderId: number; userId?: number }) {
  return db
    .selectFrom('orders')
    .select(['id', 'unique_order_id', 'placed_at', 'delivered_at', 'delivery_type', 'payment_mode', 'currency'])
    .select(['address', 'coupon_name', 'coupon_minor', 'subtotal_minor', 'store_charge_minor', 'delivery_charge_minor'])
    .select(['tax_basis_points', 'tax_minor', 'tip_minor', 'total_minor', 'payable_minor', 'at_store_minor'])
    .select(['wallet_own_minor', 'wallet_promotion_minor'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('order_lines')
          .select(['order_lines.id', 'name', 'quantity', 'unit_price_minor'])
          .select((line) =>
            jsonArrayFrom(
              line
                .selectFrom('order_line_addons')
                .select(['name'])
                .whereRef('order_line_id', '=', 'order_lines.id')
                .orderBy('id'),
            ).as('addons'),
          )
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('order_lines.id'),
      ).as('lines'),
      jsonObjectFrom(
        eb
          .selectFrom('stores')
          .select(['name', 'address', 'phone', 'certificate'])
          .whereRef('stores.id', '=', 'orders.store_id'),
      )
        .$notNull()
        .as('store'),
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .select(['name', 'phone', 'email', 'tax_number', 'created_by_staff_id', 'language'])
          .whereRef('users.id', '=', 'orders.user_id'),
      )
        .$notNull()
        .as('customer'),
    ])
    .where('id', '=', orderId)
    .where('status', '=', DELIVERED)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .executeTakeFirst()
}
