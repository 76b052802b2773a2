import { Button } from '@nukkad/ui/components/button.tsx'
import { useState } from 'react'
import { weekdayOf } from '#lib/calendar.ts'
import { t } from '#lib/catalogue.ts'
import { formatCount } from '#lib/locale.ts'
import { siteCurrency } from '#lib/price-format.ts'
import { wirePrice } from '#lib/prices.ts'

const dayMs = 86_400_000

/** Shows the earnings of seven days, the oldest first, as bars or as a table. */
export function EarningsChart({ amounts }: { amounts: number[] }) {
  const [isTable, setTable] = useState(false)
  const days = amounts.map((amount, index) => ({
    name: weekdayOf(new Date(Date.now() - (amounts.length - 1 - index) * dayMs)),
    amount,
    isToday: index === amounts.length - 1,
  }))
  return (
    <section aria-label={t('deliveryLastSevenDaysEarningTitle')} className="rounded-card bg-surface p-4 hairline">
      <div className="flex items-center justify-between gap-3">
        <h2 className="title text-section">{t('deliveryLastSevenDaysEarningTitle')}</h2>
        <Button variant="plain" size="small" className="-me-3 min-h-14" onClick={() => setTable(!isTable)}>
          {t(isTable ? 'riderShowChart' : 'riderShowTable')}
        </Button>
      </div>
      {isTable ? <DayTable days={days} /> : <Bars days={days} />}
    </section>
  )
}

type Day = { name: string; amount: number; isToday: boolean }

function Bars({ days }: { days: Day[] }) {
  const most = Math.max(...days.map(({ amount }) => amount), 1)
  const said = days.map(({ name, amount }) => `${name} ${wirePrice(amount, siteCurrency())}`).join(', ')
  return (
    <div role="img" aria-label={said} className="mt-3 grid h-40 grid-cols-7 grid-rows-[1fr_auto] gap-x-2 gap-y-1.5">
      {days.map(({ name, amount, isToday }) => (
        <div key={name} className="row-span-2 grid min-w-0 grid-cols-1 grid-rows-subgrid text-center">
          <div className="flex flex-col items-center justify-end gap-1">
            {amount > 0 ? <span className="num text-micro text-ink-2">{formatCount(Math.round(amount))}</span> : null}
            <span
              className={`block min-h-1 w-full rounded-badge ${isToday ? 'bg-fill' : 'bg-tint-2'}`}
              style={{ height: `${(amount / most) * 82}%` }}
            />
          </div>
          <span className={`text-micro [overflow-wrap:anywhere] ${isToday ? 'font-bold' : 'font-normal text-ink-2'}`}>
            {name}
          </span>
        </div>
      ))}
    </div>
  )
}

function DayTable({ days }: { days: Day[] }) {
  return (
    <table className="mt-2 w-full">
      <thead>
        <tr className="text-body text-ink-2">
          <th scope="col" className="py-2 text-start font-semibold">
            {t('riderChartDay')}
          </th>
          <th scope="col" className="py-2 text-end font-semibold">
            {t('riderEarningsTitle')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {days.toReversed().map(({ name, amount }) => (
          <tr key={name}>
            <th scope="row" className="py-2.5 text-start font-medium">
              {name}
            </th>
            <td className="num py-2.5 text-end font-650">{wirePrice(amount, siteCurrency())}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
