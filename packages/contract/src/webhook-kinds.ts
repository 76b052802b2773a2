/** The events that a webhook can report, by their wire names. */
export const webhookKinds = [
  'order.placed',
  'order.accepted',
  'order.assigned',
  'order.picked_up',
  'order.delivered',
  'order.cancelled',
  'order.ready',
  'order.awaiting_payment',
  'order.payment_failed',
  'order.scheduled',
  'order.schedule_confirmed',
  'payment.captured',
  'payment.refunded',
  'wallet.credited',
  'wallet.debited',
] as const
