import type { Output, WireInput } from '@nukkad/contract/contract.ts'
import { moneyWords } from '#lib/words.ts'
import { typedSum } from './facts.ts'

/** The form of a correction of a wallet; its customer is chosen next to it. */
export const correctionValues = {
  customer_id: '',
  direction: 'credit' as 'credit' | 'debit',
  amount: '',
  pocket: 'own' as 'own' | 'promotion',
  reason: '',
  note: '',
}
export type CorrectionValues = typeof correctionValues

/** Returns what the call takes; the server refuses a correction without a customer. */
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

/** Says before it is sent what the correction will do. */
export function correctionEffect({ amount, direction, pocket }: CorrectionValues, name = 'the customer'): string {
  const sum = typedSum(amount) ?? 'The sum'
  const what = pocket === 'own' ? 'own money' : 'promotion credit'
  return direction === 'credit'
    ? `${sum} is added to the ${what} of ${name}, who is told.`
    : `${sum} is taken from the ${what} of ${name}, who is told; never more than is there.`
}

/** Says what became of a correction that was sent. */
export function correctionNotice({ data }: Output<'dashboard/wallet-adjustments/propose'>): string {
  const sum = moneyWords(data.amount, data.currency)
  if (data.state !== 'booked') return `Above what one person books alone: ${sum} waits for a second person`
  return `${sum} ${data.direction === 'credit' ? 'added to' : 'taken from'} the wallet of ${data.customer.name}`
}
