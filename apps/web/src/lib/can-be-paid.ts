import { setting } from './catalogue.ts'
import { isPayable, type Unpaid } from './unpaid.ts'

/** Returns how many minutes an order waits for its payment. */
export function thresholdMinutes(): number {
  return Number(setting('awaitingPaymentThreshold'))
}

/** Returns whether an order can be paid now. */
export function canBePaid(order: Unpaid, now = Date.now()): boolean {
  return isPayable(order, { now, thresholdMinutes: thresholdMinutes() })
}
