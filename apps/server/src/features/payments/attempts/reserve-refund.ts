import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#db/connection.ts'

type Reserved = { payment_row_id: bigint; amount_minor: bigint }

/** The update that sets so much of a payment aside for going back where that much is left, for use in a statement. */
export function reserving({ payment_row_id, amount_minor }: Reserved): RawBuilder<unknown> {
  return sql`
    update payments set refunding_minor = refunding_minor + ${amount_minor}::bigint
     where id = ${payment_row_id} and refunding_minor + ${amount_minor}::bigint <= amount_minor`
}

/** Sets the amount of a failed refund aside once more; false when another has given it back. */
export async function reserveRefund(tx: Tx, refund: Reserved): Promise<boolean> {
  const reserved = await reserving(refund).execute(tx)
  return reserved.numAffectedRows === 1n
}

/** Lets another refund give back what a failed one had set aside. */
export async function releaseRefund(tx: Tx, { payment_row_id, amount_minor }: Reserved): Promise<void> {
  await tx
    .updateTable('payments')
    .set((eb) => ({ refunding_minor: eb('refunding_minor', '-', amount_minor) }))
    .where('id', '=', payment_row_id)
    .execute()
}
