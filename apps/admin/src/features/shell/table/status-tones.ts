import type { PillVariant } from '@nukkad/ui/components/pill.tsx'

/**
 * The colour of each state of the dashboard's tables, by its meaning. The pill also has the state's text, because some
 * people cannot distinguish the colours. Values without a colour, such as a payment method, are not states and appear
 * as plain text.
 */
const tones: Readonly<Record<string, PillVariant>> = {
  // Orders
  placed: 'brand',
  accepted: 'info',
  assigned: 'info',
  picked_up: 'info',
  ready: 'info',
  delivered: 'ok',
  cancelled: 'error',
  payment_failed: 'error',
  awaiting_payment: 'gold',
  scheduled: 'plain',
  schedule_confirmed: 'plain',
  // Requests, payouts, disputes
  waiting: 'gold',
  open: 'gold',
  pending: 'gold',
  PENDING: 'gold',
  booked: 'ok',
  settled: 'ok',
  done: 'ok',
  won: 'ok',
  COMPLETED: 'ok',
  refused: 'error',
  lost: 'error',
  REJECTED: 'error',
  // States of the problems of an order
  late: 'error',
  missing: 'error',
  no_show: 'error',
  // Visits
  held: 'gold',
  arrived: 'info',
  // States of the server's jobs, of coupons and of messages
  running: 'ok',
  sending: 'info',
  sent: 'ok',
  failed: 'error',
  dead: 'error',
  off: 'plain',
  over: 'plain',
  used: 'plain',
  // Sign-ins
  in: 'ok',
  wrong: 'error',
  banned: 'error',
  'not-allowed': 'error',
}

/** Returns the colour of a state; undefined for a value that is not a state. */
export function toneOf(value: string): PillVariant | undefined {
  return Object.hasOwn(tones, value) ? tones[value] : undefined
}
