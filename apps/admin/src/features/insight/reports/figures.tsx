import type { Output } from '@nukkad/contract/contract.ts'
import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import { formatCount, formatMoney } from '#lib/format.ts'

type Figures = Output<'dashboard/reports/sales'>['now']
type FiguresProps = { currency: string; now: Figures; before: Figures; period: string; withCancelled?: boolean }

const keptOf = ({ orders, cancelled }: Figures): number => orders - cancelled

/** Shows the figures of a period, each with its change in words. */
export function FigureTiles({ currency, now, before, period, withCancelled }: FiguresProps) {
  const money = (amount: string | null) => (amount === null ? '–' : formatMoney(amount, currency))
  const tiles = [
    { title: 'Sales', shown: money(now.sales), now: Number(now.sales), before: Number(before.sales) },
    // The number of orders leaves out cancelled ones, so that sales divided by this number give the average order.
    { title: 'Orders', shown: formatCount(keptOf(now)), now: keptOf(now), before: keptOf(before) },
    {
      title: 'Average order',
      shown: money(now.average),
      now: Number(now.average ?? 0),
      before: Number(before.average ?? 0),
    },
    {
      title: 'New customers',
      shown: formatCount(now.new_customers),
      now: now.new_customers,
      before: before.new_customers,
    },
    ...(withCancelled
      ? [{ title: 'Cancelled', shown: formatCount(now.cancelled), now: now.cancelled, before: before.cancelled }]
      : []),
  ]
  return (
    <ul className="mb-4 grid grid-cols-2 gap-3 large:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))]">
      {tiles.map((tile) => (
        <li key={tile.title} className="card min-w-0 p-4">
          <p className="text-small text-ink-2">{tile.title}</p>
          <p className="num title text-section wide:text-title">{tile.shown}</p>
          <Change now={tile.now} before={tile.before} period={period} />
        </li>
      ))}
    </ul>
  )
}

/**
 * Describes the change of a figure. Percentages are rounded for reading; the amounts next to the percentages are exact.
 */
function Change({ now, before, period }: { now: number; before: number; period: string }) {
  const Icon = now > before ? ArrowUp : now < before ? ArrowDown : Equal
  const percent = before === 0 ? undefined : Math.round((Math.abs(now - before) / before) * 100)
  const text =
    now === before
      ? `Same as ${period}`
      : percent === undefined
        ? `None in ${period}`
        : `${formatCount(percent)}% ${now > before ? 'more' : 'less'} than ${period}`
  return (
    <p className="mt-1 flex items-center gap-1 text-small text-ink-2">
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {text}
    </p>
  )
}
