import type { Output } from '@nukkad/contract/contract.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { billOfGuest } from '#features/bookings/visits/guest-goods.ts'
import { quoteWalkIn } from '#features/bookings/visits/reception-visit.ts'
import type { CallContext } from '#http/calls.ts'

/**
 * Reads what the visit of a guest would cost and when it would end. The total is the one that the till will show.
 * @throws AppError the refusals declared by the call
 */
export async function readQuote({
  db,
  settings,
  input: { store_id: storeId, services, starts_at },
  session,
}: CallContext<'dashboard/bookings/quote'>): Promise<Output<'dashboard/bookings/quote'>> {
  const asked = { services, startsAt: new Date(starts_at) }
  const { plan, rows, currency } = await quoteWalkIn(db, settings, { by: session, storeId }, asked)
  const { totalMinor } = billOfGuest(rows.map(({ price_minor }) => ({ price_minor: Number(price_minor) })))
  return {
    success: true,
    total: wireMoney(totalMinor, currency),
    ends_at: new Date(plan.endsAt).toISOString(),
    minutes: (plan.endsAt - plan.startsAt) / 60_000,
    stylists: plan.services.map(({ stylistId }) => stylistId),
  }
}
