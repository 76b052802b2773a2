import type { Output } from '@nukkad/contract/contract.ts'
import { formatMoney } from '#lib/format.ts'

/** Shows today's sales against the daily target. */
export function Today({ sold, target, currency }: NonNullable<Output<'dashboard/home'>['today']>) {
  const share = Math.floor((Number(sold) / Number(target)) * 100)
  return (
    <section aria-labelledby="today" className="card mb-4 grid gap-2 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="today" className="text-heading">
          Today
        </h2>
        <p className="text-ink-2">
          <strong className="num text-ink">{formatMoney(sold, currency)}</strong> of{' '}
          <span className="num">{formatMoney(target, currency)}</span>, {share}%
        </p>
      </div>
      <progress aria-labelledby="today" value={Number(sold)} max={Number(target)} className="h-2.5 w-full" />
    </section>
  )
}
