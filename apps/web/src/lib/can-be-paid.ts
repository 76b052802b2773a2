import { setting } from './catalogue.ts'
import { isPayable, type Unpaid } from './unpaid.ts'

/** Returns after how many minutes an unpaid order expires. */
export function thresholdMinutes(): number {
  return Number(setting('awaitingPaymentThreshold'))
}

/** Returns whether an order can be paid now. */
export function canBePaid(order: Unpaid, now = Date.now()): boolean {
  return isPayable(order, { now, thresholdMinutes: thresholdMinutes() })
}
