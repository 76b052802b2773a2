import { paidForLines, type RefundedLine, refundOfItems } from '@nukkad/rules/item-refund.ts'
import type { Minor } from '@nukkad/rules/money.ts'
import { areItemsOf, type ChosenItem } from '@nukkad/rules/order-case.ts'
import type { Tx } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { findOrderOfItems } from './queries.ts'

/**
 * Returns the refund for these pieces of an order's lines, in minor units: the amount that the customer paid for them,
 * but not more than can still be refunded. The caller must have locked the order, so that no piece is refunded twice.
 * @throws AppError REFUND_ITEMS_INVALID for a line of another order, or for more pieces than are left
 */
export async function amountOfItems(
  tx: Tx,
  { orderId, items, leftMinor }: { orderId: number; items: readonly ChosenItem[]; leftMinor: Minor },
): Promise<Minor> {
  const { lines, ...charges } = await findOrderOfItems(tx, orderId)
  const left = lines.map(({ id, quantity, refundedBefore }) => ({ id, quantity: quantity - refundedBefore }))
  if (!areItemsOf(items, left)) throw new AppError('REFUND_ITEMS_INVALID')
  const paid = paidForLines({ lines, ...charges })
  const chosen = lines.map(
    ({ id, quantity, refundedBefore }, index): RefundedLine => ({
      paidMinor: paid[index]!,
      quantity,
      refundedBefore,
      refundedNow: items.find((item) => item.id === id)?.quantity ?? 0,
    }),
  )
  return refundOfItems(chosen, leftMinor)
}
