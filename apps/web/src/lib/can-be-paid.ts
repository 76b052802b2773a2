import { setting } from './catalogue.ts'
import { isPayable, type Unpaid } from './unpaid.ts'

/** How long an order waits for its payment. */
export function thresholdMinutes(): number {
  return Number(setting('awaitingPaymentThreshold'))
}

/** Whether an order can be paid now. */
export function canBePaid(order: Unpaid, now = Date.now()): boolean {
  return isPayable(order, { now, thresholdMinutes: thresholdMinutes() })
}
