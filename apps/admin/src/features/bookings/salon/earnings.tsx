import type { Output } from '@nukkad/contract/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Input } from '#components/controls.tsx'
import { LoadError } from '#components/load-error.tsx'
import { useAddress } from '#features/bookings/reception/use-salon.ts'
import { formatCount, formatMoney } from '#lib/format.ts'
import { ask } from '#lib/query.ts'

type Shown = Output<'dashboard/bookings/earnings'>

/** The earnings of a salon's people in a period, or only the reader's own. */
export function Earnings({ storeId }: { storeId: number }) {
  const { from, to } = useSearch({ strict: false }) as { from?: string; to?: string }
  const setAddress = useAddress()
  const { data, error, refetch } = useQuery({
    ...ask('dashboard/bookings/earnings', { store_id: storeId, ...(from && { from }), ...(to && { to }) }),
    staleTime: 0,
    retry: false,
  })
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid max-w-96 grid-cols-2 gap-3">
        <Input
          label="From"
          type="date"
          value={from ?? data?.from ?? ''}
          onChange={(event) => setAddress({ from: event.target.value || undefined })}
        />
        <Input
          label="To"
          type="date"
          value={to ?? data?.to ?? ''}
          onChange={(event) => setAddress({ to: event.target.value || undefined })}
        />
      </div>
      {error && !data ? (
        <LoadError text={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <div aria-busy="true" className="skeleton h-60 rounded-control" />
      ) : data.stylists.length > 0 ? (
        <Table shown={data} />
      ) : (
        <p className="card p-6 text-center text-ink-2">
          {data.sees_all
            ? 'No one offers services here yet. Add people to see their earnings.'
            : 'You are not among the people who offer services here. The owner sees everyone’s earnings.'}
        </p>
      )}
    </div>
  )
}

const columns = ['Services', 'Sales', 'Commission', 'Tips', 'Refunded', 'Total']

function Table({ shown: { stylists, currency } }: { shown: Shown }) {
  const money = (amount: string) => formatMoney(amount, currency)
  return (
    <div className="card overflow-x-auto">
      <table className="data-table">
        <caption className="sr-only">Earnings</caption>
        <thead>
          <tr className="text-label">
            <th scope="col">Person</th>
            {columns.map((name) => (
              <th key={name} scope="col" data-align="end">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stylists.map((row) => {
            const cells = [
              formatCount(row.services),
              money(row.sales),
              money(row.commission),
              money(row.tips),
              money(Number(row.taken_back) > 0 ? `-${row.taken_back}` : row.taken_back),
              money(row.total),
            ]
            return (
              <tr key={row.id}>
                <td data-label="Person" data-main="">
                  {row.name}
                </td>
                {cells.map((cell, index) => (
                  <td key={columns[index]} data-label={columns[index]} data-align="end" className="num">
                    {cell}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
