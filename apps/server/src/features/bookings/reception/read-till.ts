import type { Output } from '@nukkad/contract/contract.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { billOfGuest } from '#features/bookings/visits/guest-goods.ts'
import { readStoreVisit, type VisitRow } from '#features/bookings/visits/read-visit.ts'
import { readChoices } from '#features/ordering/checkout/read-line.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { requireOwnStore } from '#platform/access/own-store.ts'
import { findTillOrder, listGoods, type TillOrderRow } from './till-queries.ts'

/**
 * Reads what the till shows for a visit whose customer has arrived, and the goods that can be sold with it.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND, VISIT_UNKNOWN, VISIT_CLOSED
 */
export async function readTill({
  db,
  settings,
  input: { store_id: storeId, unique_visit_id: number, search },
  session,
}: CallContext<'dashboard/bookings/till'>): Promise<Output<'dashboard/bookings/till'>> {
  await requireOwnStore(db, session, storeId)
  const visit = await readStoreVisit(db, { storeId, number })
  if (!visit) throw new AppError('VISIT_UNKNOWN')
  if (visit.status !== 'arrived') throw new AppError('VISIT_CLOSED')
  const { currency } = visit.terms
  const [order, goods] = await Promise.all([
    visit.order_id === null ? undefined : findTillOrder(db, visit.order_id),
    listGoods(db, { storeId, search }),
  ])
  const choices = await readChoices(
    db,
    settings,
    goods.map(({ item_id }) => item_id),
  )
  const money = (minor: number | bigint) => wireMoney(BigInt(minor), currency)
  const shown = order ?? ofGuest(visit.services)
  return {
    success: true,
    currency,
    lines: shown.lines.map(({ name, quantity, price_minor }) => ({ name, quantity, price: money(price_minor) })),
    subtotal: money(shown.subtotal_minor),
    discount: money(shown.coupon_minor),
    store_charge: money(shown.store_charge_minor),
    tax_basis_points: shown.tax_basis_points,
    tax: money(shown.tax_minor),
    total: money(shown.total_minor),
    paid: money(shown.total_minor - shown.at_store_minor),
    at_store: money(shown.at_store_minor),
    stylists: [...new Map(visit.services.map(({ stylist }) => [stylist?.id, stylist])).values()]
      .filter((stylist) => stylist !== null)
      .map(({ id, name }) => ({ id, name })),
    goods: goods.map(({ price_minor, ...good }) => {
      const { pricing, categories } = choices.find(({ id }) => id === good.item_id)!
      return {
        ...good,
        price: money(price_minor),
        addon_pricing: pricing,
        addon_categories: categories.map(({ addons, ...category }) => ({
          ...category,
          addons: addons.map(({ id, name, price_minor: priceMinor }) => ({ id, name, price: money(priceMinor) })),
        })),
      }
    }),
  }
}

/** Builds the bill of a guest's visit, which has no order, in the form of an order. */
function ofGuest(services: VisitRow['services']): TillOrderRow {
  const bill = billOfGuest(services)
  return {
    lines: services.map(({ name, price_minor }) => ({ name, quantity: 1, price_minor })),
    subtotal_minor: bill.subtotalMinor,
    coupon_minor: bill.discountMinor,
    store_charge_minor: bill.storeChargeMinor,
    tax_basis_points: bill.taxBasisPoints,
    tax_minor: bill.taxMinor,
    total_minor: bill.totalMinor,
    at_store_minor: bill.atStoreMinor,
  }
}
