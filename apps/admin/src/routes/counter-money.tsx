import type { Output } from '@nukkad/contract/contract.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { LoadError } from '#components/load-error.tsx'
import { Loading } from '#components/loading.tsx'
import { CounterHead } from '#features/ordering/counter/counter-head.tsx'
import { useShownStore } from '#features/ordering/counter/use-shown-store.ts'
import { useChosenStore } from '#lib/chosen-store.ts'
import { formatCount, formatMoney } from '#lib/format.ts'
import { ask } from '#lib/query.ts'
import { useMay, useMember } from '#lib/session.ts'

const POLL_EVERY_MS = 60_000

/** Shows, on an owner's phone, how much a store or all of the owner's stores earned today. */
export default function CounterMoneyRoute() {
  const { store } = useShownStore()
  return (
    <>
      <CounterHead title="Money" />
      {store ? <MoneyOf key={store.id} storeId={store.id} /> : <MoneyOfAll />}
    </>
  )
}

/**
 * Shows what the stores of an owner earned today, in total and for each store. A press on a store shows only this
 * store.
 */
function MoneyOfAll() {
  const { stores } = useMember()
  const [, choose] = useChosenStore()
  const answers = useQueries({
    queries: stores.map(({ id }) => ({
      ...ask('store-owner/dashboard', { store_id: id }),
      refetchInterval: POLL_EVERY_MS,
    })),
  })
  const failed = answers.find(({ error, data }) => error && !data)
  if (failed?.error) return <LoadError text={failed.error.message} onRetry={() => void failed.refetch()} />
  const read = answers.flatMap(({ data }) => data ?? [])
  if (read.length < stores.length) return <div aria-busy="true" className="skeleton h-60 rounded-control" />
  const orders = read.reduce((sum, { todayOrdersCount }) => sum + todayOrdersCount, 0)
  return (
    <div className="grid gap-4">
      <section aria-labelledby="today" className="card p-4">
        <h2 id="today" className="text-label text-ink-2">
          Today, all stores
        </h2>
        {earnedToday(read).map(({ currency, earned }) => (
          <p key={currency} className="num title text-title">
            {formatMoney(earned, currency)}
          </p>
        ))}
        <OrdersCameIn count={orders} />
      </section>
      <ul aria-label="Stores" className="card divide-y divide-line">
        {read.map(({ store, todayEarning }) => (
          <li key={store.id}>
            <button
              type="button"
              className="flex min-h-14 w-full items-center gap-2 px-4 text-start text-label"
              onClick={() => choose(String(store.id))}
            >
              <span className="min-w-0 flex-1 truncate">{stores.find(({ id }) => id === store.id)?.name}</span>
              <span className="num">{formatMoney(todayEarning.replaceAll(',', ''), store.currency)}</span>
              <ChevronRight aria-hidden="true" className="size-5 text-ink-2 rtl:-scale-x-100" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Sums up today's money of the stores, with one amount for each currency. */
function earnedToday(read: readonly Output<'store-owner/dashboard'>[]): { currency: string; earned: string }[] {
  const sums = new Map<string, number>()
  for (const { store, todayEarning } of read)
    sums.set(store.currency, (sums.get(store.currency) ?? 0) + Number(todayEarning.replaceAll(',', '')))
  return [...sums].map(([currency, earned]) => ({ currency, earned: earned.toFixed(2) }))
}

function OrdersCameIn({ count }: { count: number }) {
  return (
    <p className="text-ink-2">
      of delivered orders · {formatCount(count)} {count === 1 ? 'order' : 'orders'} came in
    </p>
  )
}

function MoneyOf({ storeId }: { storeId: number }) {
  const asked = ask('store-owner/dashboard', { store_id: storeId })
  const { data, error, refetch } = useQuery({ ...asked, refetchInterval: POLL_EVERY_MS })
  const maySeePayouts = useMay({ permission: 'store_payouts_manage', owners: true, storeId })
  if (data?.store.id !== storeId) return <Loading error={error} refetch={refetch} className="h-60" />
  return (
    <div className="grid gap-4">
      <Today numbers={data} />
      {maySeePayouts ? <ToBePaidOut storeId={storeId} currency={data.store.currency} /> : null}
      <nav aria-label="More about money" className="card divide-y divide-line">
        {[
          ...(maySeePayouts ? [{ to: '/payouts', title: 'Payouts' }] : []),
          { to: '/reports', title: 'Reports of the last weeks' },
          { to: '/orders', title: 'All orders' },
        ].map(({ to, title }) => (
          <Link key={to} to={to as never} className="flex min-h-14 items-center gap-2 px-4 text-label">
            <span className="flex-1">{title}</span>
            <ChevronRight aria-hidden="true" className="size-5 text-ink-2 rtl:-scale-x-100" />
          </Link>
        ))}
      </nav>
    </div>
  )
}

function Today({ numbers }: { numbers: Output<'store-owner/dashboard'> }) {
  const { currency } = numbers.store
  return (
    <section aria-labelledby="today" className="card p-4">
      <h2 id="today" className="text-label text-ink-2">
        Today
      </h2>
      <p className="num title text-title">{formatMoney(numbers.todayEarning.replaceAll(',', ''), currency)}</p>
      <OrdersCameIn count={numbers.todayOrdersCount} />
      {numbers.topItemsToday.length > 0 ? (
        <ul aria-label="Top items today" className="mt-3 grid gap-1 border-t border-line pt-3">
          {numbers.topItemsToday.map(({ name, qty }) => (
            <li key={name} className="flex gap-2">
              <span className="num w-9 shrink-0 text-label">{formatCount(qty)} ×</span>
              <span className="min-w-0 truncate">{name}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function ToBePaidOut({ storeId, currency }: { storeId: number; currency: string }) {
  const { data, error } = useQuery(ask('store-owner/get-earnings', { store_id: storeId }))
  return (
    <section aria-labelledby="to-pay" className="card p-4">
      <h2 id="to-pay" className="text-label text-ink-2">
        To be paid out
      </h2>
      {data?.restaurant.id === storeId ? (
        <>
          <p className="num title text-title">{formatMoney(data.balanceAfterCommission, currency)}</p>
          <p className="text-ink-2">
            after commission · {formatMoney(data.availableForPayout, currency)} can be requested now
          </p>
        </>
      ) : error ? (
        <p role="alert">{error.message}</p>
      ) : (
        <p role="status">One moment …</p>
      )}
    </section>
  )
}
