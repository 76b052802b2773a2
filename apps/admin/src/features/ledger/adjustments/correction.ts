import type { Output, WireInput } from '@nukkad/contract/contract.ts'
import { formatMoney } from '#lib/format.ts'
import { typedAmount } from './facts.ts'

/** The form values of a wallet correction; its customer is selected next to the form. */
export const correctionValues = {
  customer_id: '',
  direction: 'credit' as 'credit' | 'debit',
  amount: '',
  pocket: 'own' as 'own' | 'promotion',
  reason: '',
  note: '',
}
export type CorrectionValues = typeof correctionValues

/**
 * Converts the form values into the input of the call that requests the correction; the server refuses a correction
 * without a customer.
 */
export function correctionInput(
  typed: CorrectionValues,
  customerId: number | undefined,
): WireInput<'dashboard/wallet-adjustments/propose'> {
  return {
    ...typed,
    customer_id: customerId ?? 0,
    amount: typed.amount.trim(),
    note: typed.note.trim() || null,
  }
}

/** Describes the effect of the correction before it is sent. */
export function correctionEffect({ amount, direction, pocket }: CorrectionValues, name = 'the customer'): string {
  const sum = typedAmount(amount) ?? 'The amount'
  const what = pocket === 'own' ? 'own money' : 'promotion credit'
  return direction === 'credit'
    ? `${sum} is added to the ${what} of ${name}, who is notified.`
    : `${sum} is taken from the ${what} of ${name}, who is notified. If the balance is lower, only the balance is taken.`
}

/** Describes the outcome of a sent correction. */
export function correctionText({ data }: Output<'dashboard/wallet-adjustments/propose'>): string {
  const sum = formatMoney(data.amount, data.currency)
  if (data.state !== 'booked') return `${sum} needs approval by another person`
  return `${sum} ${data.direction === 'credit' ? 'added to' : 'taken from'} the wallet of ${data.customer.name}`
}
