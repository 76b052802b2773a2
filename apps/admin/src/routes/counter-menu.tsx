import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ChooseStore } from '#features/ordering/counter/choose-store.tsx'
import { CounterHead } from '#features/ordering/counter/counter-head.tsx'
import { StockList } from '#features/ordering/counter/stock-list.tsx'
import { useShownStore } from '#features/ordering/counter/use-shown-store.ts'
import { ask } from '#lib/query.ts'
import { useMember } from '#lib/session.ts'

/** The menu of a store on its owner's phone, with a switch for each item that is in or out of stock. */
export default function CounterMenuRoute() {
  const { store: chosen, hasSeveral } = useShownStore()
  const { stores } = useMember()
  const [opened, setOpened] = useState<number>()
  const store = chosen ?? stores.find(({ id }) => id === opened) ?? stores[0]
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
      {store && hasSeveral && !chosen ? <ChooseStore shown={store.id} onChoose={setOpened} /> : null}
      {store ? <MenuOf key={store.id} storeId={store.id} /> : null}
    </>
  )
}

function MenuOf({ storeId }: { storeId: number }) {
  const { data, error } = useQuery(ask('store-owner/get-store', { store_id: storeId }))
  if (error && !data) return <p role="alert">{error.message}</p>
  if (data?.id !== storeId) return <div aria-busy="true" className="skeleton h-60 rounded-control" />
  return <StockList storeId={storeId} currency={data.currency} />
}
