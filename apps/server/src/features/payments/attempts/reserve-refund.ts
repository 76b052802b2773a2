import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

type Reserved = { payment_row_id: bigint; amount_minor: bigint }

/** Returns the part of a SQL statement that reserves an amount of a payment for a refund, if that much is left. */
export function reserving({ payment_row_id, amount_minor }: Reserved): RawBuilder<unknown> {
  return sql`
    update payments set refunding_minor = refunding_minor + ${amount_minor}::bigint
     where id = ${payment_row_id} and refunding_minor + ${amount_minor}::bigint <= amount_minor`
}

/** Reserves the amount of a failed refund again; false when another refund has used that amount. */
export async function reserveRefund(tx: Tx, refund: Reserved): Promise<boolean> {
  const reserved = await reserving(refund).execute(tx)
  return reserved.numAffectedRows === 1n
}

/** Releases the amount that a failed refund had reserved, so that another refund can use this amount. */
export async function releaseRefund(tx: Tx, { payment_row_id, amount_minor }: Reserved): Promise<void> {
  await tx
    .updateTable('payments')
    .set((eb) => ({ refunding_minor: eb('refunding_minor', '-', amount_minor) }))
    .where('id', '=', payment_row_id)
    .execute()
}
