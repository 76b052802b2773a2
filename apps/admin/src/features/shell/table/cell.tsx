import type { Column } from '@nukkad/contract/tables/table.ts'
import { Check, Minus } from 'lucide-react'
import { formatCount, formatDay, formatMoment, formatMoney, formatShortMoment } from '#lib/format.ts'
import { currencyOr } from '#lib/shop-currency.ts'
import { StatusPill } from './status-pill.tsx'

/** Texts up to this many characters, such as names, stay on one line. */
const SHORT_TEXT = 28

/** Shows one formatted value. */
export function Cell({ column, value, row }: { column: Column; value: unknown; row: object }) {
  if (value === null || value === undefined || value === '') return <span className="text-ink-2">–</span>
  switch (column.type) {
    case 'money':
      return <span className="num whitespace-nowrap">{formatMoney(String(value), currencyOf(row))}</span>
    case 'number':
      return <span className="num">{formatCount(Number(value))}</span>
    case 'percent':
      return <span className="num">{formatCount(Number(value))}%</span>
    case 'id':
      return <span className="num">{String(value)}</span>
    case 'moment':
      return (
        <time dateTime={String(value)} title={formatMoment(String(value))} className="num whitespace-nowrap">
          {formatShortMoment(String(value))}
        </time>
      )
    case 'date':
      return (
        <time dateTime={String(value)} className="num whitespace-nowrap">
          {formatDay(String(value))}
        </time>
      )
    case 'flag':
      return value ? (
        <Check role="img" aria-label="Yes" className="size-5 text-ok" />
      ) : (
        <Minus role="img" aria-label="No" className="size-5 text-ink-2" />
      )
    case 'status':
      return <StatusPill value={String(value)} label={column.labels?.[String(value)] ?? String(value)} />
    case 'picture':
      return (
        <img
          src={String(value)}
          alt=""
          width="36"
          height="36"
          loading="lazy"
          className="size-9 rounded-badge object-cover"
        />
      )
    default:
      return (
        <span className={String(value).length > SHORT_TEXT ? 'line-clamp-2 max-w-80' : 'whitespace-nowrap'}>
          {String(value)}
        </span>
      )
  }
}

function currencyOf(row: object): string {
  return currencyOr('currency' in row && typeof row.currency === 'string' ? row.currency : null)
}
