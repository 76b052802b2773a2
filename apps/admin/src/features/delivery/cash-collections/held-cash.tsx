import type { RowOf } from '@nukkad/contract/tables/shapes.ts'
import { Pill } from '@nukkad/ui/components/pill.tsx'
import { formatMoney } from '#lib/format.ts'
import { currencyOr } from '#lib/shop-currency.ts'

/** The part of the limit from which the cash of a rider is marked. */
const NEAR_LIMIT = 0.9

/** Shows the cash that a rider holds, and whether it is near the limit or above it. */
export function HeldCash({ row: { held, limit, currency } }: { row: RowOf<'cash_held'> }) {
  const amount = formatMoney(String(held ?? '0'), currencyOr(currency))
  const part = Number(limit) > 0 ? Number(held) / Number(limit) : 0
  if (part < NEAR_LIMIT) return <span className="num whitespace-nowrap">{amount}</span>
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      <Pill variant={part < 1 ? 'gold' : 'error'}>{part < 1 ? 'Near the limit' : 'Limit reached'}</Pill>
      <span className="num whitespace-nowrap">{amount}</span>
    </span>
  )
}
