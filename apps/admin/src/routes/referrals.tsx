import type { Output } from '@nukkad/contract/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { PageHead } from '#components/page-head.tsx'
import { ReferralForm } from '#features/ledger/referrals/referral-form.tsx'
import { ExportMenu } from '#features/shell/table/export-menu.tsx'
import { formatCount, formatMoney } from '#lib/format.ts'
import { ask } from '#lib/query.ts'

type Cost = Output<'dashboard/referrals/cost'>

const monthFormat = new Intl.DateTimeFormat(navigator.language || 'en-IN', { month: 'long', year: 'numeric' })

/** Edits the referral settings next to their cost (U-06). */
export default function ReferralsRoute() {
  const { data: cost, error } = useQuery(ask('dashboard/referrals/cost', {}))
  const { data: shaped, error: unread } = useQuery({ ...ask('dashboard/settings', {}), staleTime: 0 })
  const loadError = error ?? unread
  return (
    <>
      <PageHead title="Referrals" text="Rewards for referring friends, and their cost." />
      {loadError ? <p role="alert">{loadError.message}</p> : null}
      <div className="grid gap-8 large:grid-cols-2">
        {cost && shaped ? <ReferralForm key={shaped.edition} cost={cost} shaped={shaped} /> : null}
        {cost ? <Costs cost={cost} /> : null}
      </div>
    </>
  )
}

function Costs({ cost: { months, promised } }: { cost: Cost }) {
  return (
    <div className="grid gap-6 self-start">
      <section aria-labelledby="spent">
        <div className="mb-3 flex flex-wrap items-center gap-3">
          <h2 id="spent" className="min-w-0 flex-1 text-heading">
            Cost so far
          </h2>
          <ExportMenu table="referral_cost" query={{ filters: {} }} />
        </div>
        <p className="mb-3 text-small text-ink-2">The amount and the number of payments into wallets, by month.</p>
        <div className="card overflow-x-auto">
          <table className="data-table">
            <caption className="sr-only">Cost by month</caption>
            <thead>
              <tr className="text-label">
                <th scope="col">Month</th>
                <th scope="col" data-align="end">
                  Welcome bonuses
                </th>
                <th scope="col" data-align="end">
                  Rewards for friends
                </th>
                <th scope="col" data-align="end">
                  Shares of orders
                </th>
              </tr>
            </thead>
            <tbody className="num">
              {months.map((row) => (
                <tr key={row.month + row.currency}>
                  <td data-label="Month" data-main="">
                    {monthFormat.format(new Date(`${row.month}-15T00:00:00`))}
                  </td>
                  <td data-label="Welcome bonuses" data-align="end">
                    {formatMoney(row.bonuses, row.currency)} <Times count={row.bonus_count} />
                  </td>
                  <td data-label="Rewards for friends" data-align="end">
                    {formatMoney(row.rewards, row.currency)} <Times count={row.reward_count} />
                  </td>
                  <td data-label="Shares of orders" data-align="end">
                    {formatMoney(row.commissions, row.currency)} <Times count={row.commission_count} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {months.length === 0 ? (
            <p className="p-6 text-center text-ink-2">No bonus, reward or share has been paid yet.</p>
          ) : null}
        </div>
      </section>
      <Promised promised={promised} />
    </div>
  )
}

function Promised({ promised }: Pick<Cost, 'promised'>) {
  return (
    <section aria-labelledby="promised">
      <h2 id="promised" className="mb-3 text-heading">
        Shares of orders that are not paid yet
      </h2>
      <p className="mb-3 text-small text-ink-2">
        Customers have earned these shares of delivered orders. The shop pays the shares when the holding days are over.
      </p>
      <p className="card p-4">
        {promised.length === 0
          ? 'No shares of orders wait to be paid.'
          : promised
              .map(
                ({ amount, currency, count }) =>
                  `${formatMoney(amount, currency)} in ${formatCount(count)} shares of orders`,
              )
              .join('; ')}
      </p>
    </section>
  )
}

function Times({ count }: { count: number }) {
  return <span className="text-small text-ink-2">× {formatCount(count)}</span>
}
