import type { Output } from '@nukkad/contract/contract.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { moneyOfJson } from '#features/bookings/visits/present.ts'
import type { CallContext } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { requireOwnStore } from '#platform/access/own-store.ts'
import { type CardVisit, findCustomerCard } from './customer-queries.ts'
import { readerOf } from './reader.ts'

type Card = Output<'dashboard/bookings/customer'>

/**
 * Reads the card of a customer at a salon.
 * @throws AppError ORDER_NOT_YOURS, NOT_FOUND also for a customer without a visit or an order at this salon
 */
export async function readCustomer({
  db,
  input: { store_id: storeId, customer_id: customerId },
  session,
  settings,
}: CallContext<'dashboard/bookings/customer'>): Promise<Card> {
  await requireOwnStore(db, session, storeId)
  const card = await findCustomerCard(db, { storeId, customerId })
  if (!card) throw new AppError('NOT_FOUND')
  const { seesPhones } = readerOf(session, storeId, settings)
  const { id, name, phone, is_deleted, currency, time_zone, visits, no_shows } = card
  return {
    success: true,
    currency,
    time_zone,
    customer: { id, name, phone: seesPhones ? phone : null, is_deleted },
    visits,
    no_shows,
    last_visit_at: card.last_visit_at?.toISOString() ?? null,
    next_visit_at: card.next_visit_at?.toISOString() ?? null,
    spent: wireMoney(card.spent, currency),
    coming: card.coming.map(presentVisit),
    past: card.past.map(presentVisit),
    goods: card.goods.map(({ price_minor, sold_at, ...good }) => ({
      ...good,
      price: moneyOfJson(price_minor, good.currency),
      sold_at: new Date(sold_at).toISOString(),
    })),
  }
}

function presentVisit({ price_minor, services, ...visit }: CardVisit): Card['past'][number] {
  const money = (minor: number) => moneyOfJson(minor, visit.currency)
  return {
    ...visit,
    starts_at: new Date(visit.starts_at).toISOString(),
    ends_at: new Date(visit.ends_at).toISOString(),
    price: money(price_minor),
    services: services.map(({ name, stylist, addons, price_minor: minor }) => ({
      name,
      stylist,
      addons: addons.map((addon) => addon.name),
      price: money(minor),
    })),
  }
}
