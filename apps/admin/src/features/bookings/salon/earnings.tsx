import type { Output } from '@nukkad/contract/contract.ts'
import { type Currency, parseMoney, sum, wireMoney } from '@nukkad/rules/money.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Input } from '#components/controls.tsx'
import { Loading } from '#components/loading.tsx'
import { SalonField } from '#features/bookings/reception/salon-field.tsx'
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
      <div className="flex flex-wrap items-end gap-3">
        <SalonField />
        <div className="grid w-full max-w-96 grid-cols-2 gap-3 wide:w-auto">
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
      </div>
      {!data ? (
        <Loading error={error} refetch={refetch} className="h-60" />
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
type Amounts = Omit<Shown['stylists'][number], 'id' | 'name' | 'image'>

function Table({ shown: { stylists, currency } }: { shown: Shown }) {
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
          {stylists.map((row) => (
            <Row key={row.id} name={row.name} amounts={row} currency={currency} />
          ))}
          {stylists.length > 1 ? (
            <Row name="All people" amounts={totalOf(stylists, currency)} currency={currency} isTotal />
          ) : null}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = { name: string; amounts: Amounts; currency: string; isTotal?: boolean }

/** On a phone, the amount that the salon owes comes first, next to the name. */
function Row({ name, amounts, currency, isTotal = false }: RowProps) {
  const money = (amount: string) => formatMoney(amount, currency)
  const cells = [
    formatCount(amounts.services),
    money(amounts.sales),
    money(amounts.commission),
    money(amounts.tips),
    money(Number(amounts.taken_back) > 0 ? `-${amounts.taken_back}` : amounts.taken_back),
    money(amounts.total),
  ]
  return (
    <tr className={isTotal ? 'bg-sunken font-650' : undefined}>
      <td data-label="Person" data-main="" className="max-wide:basis-[45%]!">
        {name}
      </td>
      {cells.map((cell, index) => (
        <td
          key={columns[index]}
          data-label={columns[index]}
          data-align="end"
          className={index === columns.length - 1 ? 'num font-650 max-wide:-order-1' : 'num'}
        >
          {cell}
        </td>
      ))}
    </tr>
  )
}

/** Returns the totals of all people. */
function totalOf(stylists: Shown['stylists'], currency: string): Amounts {
  const unit = currency as Currency
  const all = (key: Exclude<keyof Amounts, 'services'>) =>
    wireMoney(sum(stylists.map((row) => parseMoney(row[key], unit, { signed: true }) ?? 0n)), unit)
  return {
    services: stylists.reduce((total, { services }) => total + services, 0),
    sales: all('sales'),
    commission: all('commission'),
    tips: all('tips'),
    taken_back: all('taken_back'),
    total: all('total'),
  }
}
