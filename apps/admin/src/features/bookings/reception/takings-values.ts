import type { Output } from '@nukkad/contract/contract.ts'
import { type Currency, parseMoney, sum, wireMoney } from '@nukkad/rules/money.ts'
import { type TakingMethod, takingMethods, takingsProblem } from '@nukkad/rules/visit-till.ts'
import { formatMoney } from '#lib/format.ts'

export const methodTexts: Readonly<Record<TakingMethod, string>> = { cash: 'Cash', card: 'Card', upi: 'UPI' }

export type DayOfTakings = Output<'dashboard/bookings/takings'>
export type Takings = DayOfTakings['takings']
export type Part = { method: TakingMethod; amount: string }
/** The form values of how a customer paid: one payment method, or the typed amount of each. */
export type Paid = { by: TakingMethod | 'parts' | ''; parts: Readonly<Record<TakingMethod, string>> }

const noParts = { cash: '', card: '', upi: '' }
export const notNamed: Paid = { by: '', parts: noParts }

/** Returns the form values of payment methods that were recorded before. */
export function paidOf(takings: readonly Part[]): Paid {
  const [only] = takings
  if (!only) return notNamed
  if (takings.length === 1) return { by: only.method, parts: noParts }
  const parts = Object.fromEntries(takings.map(({ method, amount }) => [method, amount]))
  return { by: 'parts', parts: { ...noParts, ...parts } }
}

/**
 * Returns a customer's payment in the form of the call, or the reason why the typed values are not complete.
 * @param take the amount with the tip, as a decimal string
 */
export function partsOf(
  { by, parts }: Paid,
  take: string,
  currency: Currency,
): { takings: Part[] } | { problem: string } {
  const dueMinor = parseMoney(take, currency)!
  if (dueMinor === 0n) return { takings: [] }
  if (by === '') return { problem: 'Choose how the customer paid.' }
  if (by !== 'parts') return { takings: [{ method: by, amount: take }] }
  const typed = takingMethods.flatMap((method) => {
    const amount = parts[method].trim()
    return amount === '' ? [] : [{ method, minor: parseMoney(amount, currency) }]
  })
  const problem = takingsProblem(typed, dueMinor)
  if (problem === 'TAKINGS_DIFFER') {
    const missing = dueMinor - sum(typed.map(({ minor }) => minor ?? 0n))
    const text = formatMoney(wireMoney(missing < 0n ? -missing : missing, currency), currency)
    return {
      problem:
        missing > 0n
          ? `The parts are ${text} less than the amount due.`
          : `The parts are ${text} more than the amount due.`,
    }
  }
  if (problem) return { problem: 'Enter an amount above zero for each part.' }
  return { takings: typed.map(({ method, minor }) => ({ method, amount: wireMoney(minor!, currency) })) }
}

/** Returns a text with the parts of a customer's payment, such as "Cash ₹200.00, UPI ₹130.00". */
export function takingsText(takings: readonly Part[], currency: Currency): string {
  if (takings.length === 0) return 'Not named'
  const [only] = takings
  if (takings.length === 1) return methodTexts[only!.method]
  return takings.map(({ method, amount }) => `${methodTexts[method]} ${formatMoney(amount, currency)}`).join(', ')
}

/**
 * Returns the cash that must be in the drawer, and how much the counted cash differs from it; undefined if a typed text
 * is not an amount.
 */
export function drawerOf(
  { methods }: Takings,
  typed: { start: string; counted: string },
  currency: Currency,
): { expected: string; difference: string | null } | undefined {
  const read = (amount: string) => (amount.trim() === '' ? 0n : parseMoney(amount.trim(), currency))
  const [start, counted] = [read(typed.start), read(typed.counted)]
  const cash = methods.find(({ method }) => method === 'cash')
  if (start === undefined || counted === undefined) return undefined
  const expectedMinor = start + parseMoney(cash?.amount ?? '0', currency)!
  return {
    expected: wireMoney(expectedMinor, currency),
    difference: typed.counted.trim() === '' ? null : wireMoney(counted - expectedMinor, currency),
  }
}

/** Returns the takings of a period as rows for a spreadsheet. */
export function takingsRows({ methods, not_named, total, visits }: Takings, currency: Currency): string[][] {
  return [
    ['Paid by', 'Visits', 'Amount', 'Currency'],
    ...methods.map(({ method, visits: count, amount }) => [methodTexts[method], String(count), amount, currency]),
    ['Not named', String(not_named.visits), not_named.amount, currency],
    ['All', String(visits), total, currency],
  ]
}
