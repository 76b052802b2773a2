import type { ApiError } from '#lib/api.ts'
import { formatMoment, formatMoney } from '#lib/format.ts'
import { currencyOr } from '#lib/shop-currency.ts'

type Money = { amount: string | null; currency: string | null }

/** Returns a formatted amount without its sign. */
export function formatAmount({ amount, currency }: Money): string {
  return formatMoney((amount ?? '0').replace('-', ''), currencyOr(currency))
}

export function formatWhen(iso: string | null): string {
  return iso ? formatMoment(iso) : '–'
}

/** Returns the typed amount as a decimal string, or undefined while it is not an amount. */
export function typedAmount(text: string): string | undefined {
  const trimmed = text.trim()
  return /^\d{1,12}(\.\d+)?$/.test(trimmed) && Number(trimmed) > 0 ? trimmed : undefined
}

/** Returns the error of the amount field, worded to fit next to the field. */
export function amountError({ code, message }: ApiError): string | undefined {
  if (code === 'WALLET_TOO_LOW') return 'The wallet does not hold enough money.'
  return ['AMOUNT_INVALID', 'REFUND_TOO_HIGH', 'COLLECTION_TOO_HIGH', 'SETTLEMENT_TOO_HIGH'].includes(code)
    ? message
    : undefined
}
