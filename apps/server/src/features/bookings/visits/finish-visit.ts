import type { Input } from '@nukkad/contract/contract.ts'
import { type Currency, type Minor, wireMoney } from '@nukkad/rules/money.ts'
import type { Tip } from '@nukkad/rules/visit-till.ts'
import type { Tx } from '#db/connection.ts'
import { readPieces } from '#features/ordering/checkout/read-line.ts'
import { addGoods, type Good } from '#features/ordering/orders/add-goods.ts'
import { moveOrder } from '#features/ordering/orders/move-order.ts'
import { settleOrder } from '#features/ordering/orders/settle-order.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { parseAmount } from '#http/read-amount.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { recordEarnings } from './earnings.ts'
import { hasService } from './earnings-queries.ts'
import { moveVisit } from './follow-order.ts'
import { sellToGuest } from './guest-goods.ts'
import type { VisitRow } from './queries.ts'
import { actorOf, openVisit, type ReceptionVisit } from './reception-visit.ts'
import { recordTakings } from './takings.ts'

/** The input of the till when a visit ends. */
export type Till = Pick<
  Input<'dashboard/bookings/finish'>,
  'goods' | 'tip' | 'tip_stylist_id' | 'quoted_at_store' | 'takings'
>
/** A visit that has ended, and what was entered at the till, for the audit log. */
export type Finished = {
  id: number
  isRepeated: boolean
  sold: { goods: Till['goods']; tip: string | null; takings: Till['takings'] | null }
}

/**
 * Ends a visit whose customer has arrived: adds goods to its order, settles the order, and records what its stylists
 * earned, in one transaction. A guest's visit has no order, so its goods are stored with the visit. A repeated call
 * without goods, tip and takings changes nothing, and the result says so.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, VISIT_UNKNOWN, VISIT_CLOSED, ITEM_UNAVAILABLE also for a service,
 *   ADDON_INVALID, ORDER_AMOUNT_OUT_OF_RANGE, PRICE_CHANGED, TIP_INVALID, STYLIST_CANNOT for a tip for someone who did no
 *   service, TAKING_METHOD_UNKNOWN, TAKING_AMOUNT_INVALID, TAKING_TWICE, TAKINGS_DIFFER
 */
export async function finishVisit(
  tx: Tx,
  services: Pick<Services, 'settings' | 'config'>,
  reception: ReceptionVisit,
  till: Till,
): Promise<Finished> {
  const visit = await openVisit(tx, reception)
  const tip = readTip(till, visit.terms.currency)
  const { goods, takings = null } = till
  const sold = { goods, tip: tip.minor > 0n ? till.tip! : null, takings }
  if (visit.status === 'done' && goods.length === 0 && tip.minor === 0n && !takings)
    return { id: visit.id, isRepeated: true, sold }
  if (visit.status !== 'arrived') throw new AppError('VISIT_CLOSED')
  const by = actorOf(reception)
  const atStoreMinor = await sellGoods(tx, services.settings, visit, till)
  if (visit.order_id === null) {
    await moveVisit(tx, { id: visit.id }, 'done', by)
  } else {
    const step = { from: 'accepted', to: 'delivered', kind: 'order_visit_done' } as const
    const order = await moveOrder(tx, { orderId: visit.order_id, ...step, ...by })
    if (!order) throw new AppError('VISIT_CLOSED')
    await settleOrder(tx, order, services)
  }
  await recordEarnings(tx, visit, tip)
  if (takings) await recordTakings(tx, visit, { takings, dueMinor: atStoreMinor + tip.minor })
  return { id: visit.id, isRepeated: false, sold }
}

/**
 * Sells the goods, if the amount is the one that the till showed to the customer.
 * @returns the amount that is due at the salon, minor units
 */
async function sellGoods(
  tx: Tx,
  settings: Settings,
  visit: VisitRow,
  { goods, quoted_at_store: quoted }: Till,
): Promise<Minor> {
  const sold = await readGoods(tx, settings, { storeId: visit.store_id, goods })
  const { atStoreMinor } =
    visit.order_id === null ? await sellToGuest(tx, visit, sold) : await addGoods(tx, visit.order_id, sold)
  if (quoted !== undefined && wireMoney(atStoreMinor, visit.terms.currency) !== quoted)
    throw new AppError('PRICE_CHANGED')
  return atStoreMinor
}

async function readGoods(
  tx: Tx,
  settings: Settings,
  { storeId, goods }: { storeId: number; goods: Till['goods'] },
): Promise<Good[]> {
  if (goods.length === 0) return []
  const itemIds = goods.map(({ item_id }) => item_id)
  if (await hasService(tx, itemIds)) throw new AppError('ITEM_UNAVAILABLE')
  const pieces = await readPieces(tx, settings, {
    storeId,
    pieces: goods.map(({ item_id: itemId, addons }) => ({ itemId, addons })),
  })
  return pieces.map((piece, index) => ({ ...piece, quantity: goods[index]!.quantity }))
}

function readTip({ tip, tip_stylist_id: stylistId = null }: Till, currency: Currency): Tip {
  const minor: Minor | undefined = tip ? parseAmount(tip, currency) : 0n
  if (minor === undefined) throw new AppError('TIP_INVALID')
  return { minor, stylistId: minor > 0n ? stylistId : null }
}
