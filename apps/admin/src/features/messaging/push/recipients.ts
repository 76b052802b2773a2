import type { WireInput } from '@nukkad/contract/contract.ts'
import type { Choice } from '#lib/find.ts'

export type Recipients = WireInput<'dashboard/broadcasts/count'>['to']

/** The form values for the recipients of a message. */
export const recipientValues = {
  audience: 'all',
  ordered_within_days: '',
  not_ordered_for_days: '',
  has_wallet_balance: false,
  near: '',
  radius: '3',
}
export type RecipientValues = typeof recipientValues

/** Returns the recipients of a message, or undefined while they are incomplete. */
export function recipientsOf(typed: RecipientValues, chosen: readonly Choice[]): Recipients | undefined {
  if (typed.audience === 'all' || typed.audience === 'guests') return typed.audience
  if (typed.audience === 'chosen') return chosen.length > 0 ? chosen.map(({ id }) => id) : undefined
  // While a figure of the segment is invalid, the message has no recipients, because leaving the figure out would widen
  // the segment.
  if (Object.keys(segmentErrors(typed)).length > 0) return undefined
  const [latitude, longitude] = typed.near.split(',')
  const segment = {
    ordered_within_days: daysOf(typed.ordered_within_days),
    not_ordered_for_days: daysOf(typed.not_ordered_for_days),
    has_wallet_balance: typed.has_wallet_balance || null,
    near: latitude && longitude ? { latitude, longitude, radius: Number(typed.radius) } : null,
  }
  return Object.values(segment).some((value) => value !== null) ? { segment } : undefined
}

type SegmentErrors = Partial<Record<'ordered_within_days' | 'not_ordered_for_days' | 'radius', string>>

/** Returns the errors of a segment's figures, by field. */
export function segmentErrors(typed: RecipientValues): SegmentErrors {
  const errors: SegmentErrors = {}
  for (const field of ['ordered_within_days', 'not_ordered_for_days'] as const)
    if (typed[field].trim() && daysOf(typed[field]) === null) errors[field] = 'Enter whole days, from 1 to 3650.'
  const radius = Number(typed.radius)
  if (typed.near && !(radius >= 0.1 && radius <= 500)) errors.radius = 'From 0.1 to 500 km.'
  return errors
}

function daysOf(text: string): number | null {
  const days = Number(text)
  return Number.isInteger(days) && days >= 1 && days <= 3650 ? days : null
}
