import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChooseStore } from '#features/ordering/counter/choose-store.tsx'
import { CounterHead } from '#features/ordering/counter/counter-head.tsx'
import { StockList } from '#features/ordering/counter/stock-list.tsx'
import { useShownStore } from '#features/ordering/counter/use-shown-store.ts'
import { ask } from '#lib/query.ts'

/** The menu of a store on its owner's phone: what is in stock, and what is not. */
export default function CounterMenuRoute() {
  const { store } = useShownStore()
  return (
    <>
      <CounterHead title="Menu">
        {store ? (
          <Link
            to={`/stores/${store.id}/menu` as never}
            className="flex min-h-11 items-center px-2 text-label text-brand"
          >
            Edit
          </Link>
        ) : null}
      </CounterHead>
      {store ? <MenuOf key={store.id} storeId={store.id} /> : <ChooseStore />}
    </>
  )
}

function MenuOf({ storeId }: { storeId: number }) {
  const { data, error } = useQuery(ask('store-owner/get-store', { store_id: storeId }))
  if (error && !data) return <p role="alert">{error.message}</p>
  if (data?.id !== storeId) return <div aria-busy="true" className="skeleton h-60 rounded-control" />
  return <StockList storeId={storeId} currency={data.currency} />
}
