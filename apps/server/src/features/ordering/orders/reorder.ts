import type { Output } from '@nukkad/contract/contract.ts'
import { addonProblem, selectedAddons } from '@nukkad/rules/addons.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import type { Db } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import { findOrderToRepeat, type OrderToRepeat } from './queries.ts'

type Answer = Output<'reorder'>

/**
 * Returns the lines of a past order that can be ordered again unchanged, with current names and prices: the item is
 * sold, and its add-ons may still be chosen together. A line that can no longer be ordered unchanged is left out: a
 * dish without its chosen add-on may be worse for the customer than no dish (GAP-81). Services are left out, because
 * only a visit books them.
 * @throws AppError NOT_FOUND for an order that is not the customer's
 */
export async function reorder(db: Db, wanted: { orderId: number; userId: number }): Promise<Answer> {
  const order = await findOrderToRepeat(db, wanted)
  if (!order) throw new AppError('NOT_FOUND')
  return {
    restaurant_id: order.store_id,
    slug: order.slug,
    items: order.lines.flatMap((line) => repeatLine(line, order.currency)),
  }
}

function repeatLine(line: OrderToRepeat['lines'][number], currency: string): Answer['items'] {
  const categories = line.categories.map((category) => ({
    ...category,
    addons: category.addons.map(({ price_minor, ...addon }) => ({
      ...addon,
      price: wireMoney(BigInt(price_minor), currency),
    })),
  }))
  const chosen = line.chosen.map(String)
  if (addonProblem(categories, chosen)) return []
  return [{ id: line.item_id, quantity: line.quantity, selectedaddons: selectedAddons(categories, chosen) }]
}
