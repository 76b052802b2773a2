import type { Tx } from '#db/connection.ts'
import { changePerson } from '#features/identity/people/change-person.ts'
import type { CallContext, Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { readAmount } from '#http/read-amount.ts'
import { lockRiderTerms, updateRiderTerms } from './queries.ts'

/** Adds the record that lets an account work as a rider, with the terms of a new rider. */
export async function addRider(tx: Tx, settings: Services['settings'], userId: number): Promise<void> {
  const max_open_orders = Math.trunc(settings.number('riderOpenOrderLimit'))
  await tx.insertInto('riders').values({ user_id: userId, max_open_orders }).execute()
}

/**
 * Changes a rider's pay and limits, and the details that customers see.
 * @throws AppError INVALID_INPUT, NOT_FOUND, PERMISSION_MISSING
 */
export async function changeRiderTerms(context: CallContext<'dashboard/riders/update'>): Promise<void> {
  const { input, settings } = context
  const terms = {
    vehicle_number: input.vehicle_number || null,
    description: input.description || null,
    commission_basis_points: basisPoints(input.commission, 'commission'),
    tip_basis_points: basisPoints(input.tip_share, 'tip_share'),
    max_open_orders: input.max_open_orders,
    cash_limit_minor: readAmount(input.cash_limit, { currency: settings.get('currencyId'), field: 'cash_limit' }),
  }
  await changePerson(context, input.id, async (tx) => {
    const before = await lockRiderTerms(tx, input.id)
    if (!before) throw new AppError('NOT_FOUND')
    await updateRiderTerms(tx, input.id, terms)
    return { action: 'rider_terms.updated', before: inText(before), after: inText(terms) }
  })
}

/** Converts a percentage to basis points: `12.5` → 1250. */
function basisPoints(percent: string, field: string): number {
  const points = Math.round(Number(percent) * 100)
  if (points > 10_000) throw new AppError('INVALID_INPUT', { fields: { [field]: 'fieldTooLarge' } })
  return points
}

/** Returns terms for the audit entry, which stores minor units as strings. */
function inText<Terms extends { cash_limit_minor: bigint }>(terms: Terms) {
  return { ...terms, cash_limit_minor: String(terms.cash_limit_minor) }
}
