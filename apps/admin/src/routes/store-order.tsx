import type { Output } from '@nukkad/contract/contract.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Chooser } from '#components/chooser.tsx'
import { Loading } from '#components/loading.tsx'
import { PageHead } from '#components/page-head.tsx'
import { SortableList } from '#components/sortable-list.tsx'
import { call } from '#lib/api.ts'
import { findStores } from '#lib/find.ts'
import { ask, reread } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'

/** Sets the stores that come first in lists, and their order. */
export default function StoreOrderRoute() {
  const { data, error, refetch } = useQuery(ask('dashboard/stores/ordered', {}))
  return (
    <>
      <PageHead
        title="Order of stores"
        text="The stores below come first in lists, open stores before closed ones. All other stores follow by distance."
        back={{ to: '/stores', title: 'Stores' }}
      />
      {data ? (
        <OrderedStores stores={data.stores} />
      ) : (
        <Loading error={error} refetch={refetch} className="h-60 max-w-160" />
      )}
    </>
  )
}

type OrderedStoresProps = { stores: Output<'dashboard/stores/ordered'>['stores'] }

/** Lists the stores in their order. Each change of the order is saved immediately and can be undone. */
function OrderedStores({ stores }: OrderedStoresProps) {
  const order = useMutation({
    mutationFn: (ids: number[]) => call('dashboard/stores/order', { ids }),
    onMutate: () => stores.map(({ id }) => id),
    onSuccess: async (_answer, _ids, before) => {
      await reread('dashboard/stores/ordered', 'dashboard/table')
      toast('Sorted', () => order.mutate(before))
    },
    onError: toastError,
  })
  const waiting = order.isPending ? order.variables : undefined
  // A moved store stays in its new position while the server saves the order.
  const shown = waiting ? waiting.flatMap((id) => stores.find((store) => store.id === id) ?? []) : stores
  const ids = shown.map(({ id }) => id)
  return (
    <div className="grid max-w-160 gap-4">
      {shown.length > 0 ? (
        <div className="card divide-y divide-line">
          <SortableList rows={shown} label="Stores in their order" onOrder={(next) => order.mutate(next)}>
            {(store) => (
              <div className="flex min-h-11 items-center gap-3 pe-2">
                <span className="min-w-0 flex-1 truncate">{store.name}</span>
                <button
                  type="button"
                  aria-label={`Remove ${store.name} from this list`}
                  className="grid size-11 place-items-center text-ink-2"
                  onClick={() => order.mutate(ids.filter((id) => id !== store.id))}
                >
                  <X aria-hidden="true" className="size-4.5" />
                </button>
              </div>
            )}
          </SortableList>
        </div>
      ) : (
        <p className="card p-6 text-center text-ink-2">
          No store has a fixed position. Lists begin with the nearest store.
        </p>
      )}
      <Chooser
        label="Add a store"
        placeholder="Name of the store"
        chosen={[]}
        find={async (q) => (await findStores(q)).filter(({ id }) => !ids.includes(id))}
        onChange={([found]) => found && order.mutate([...ids, found.id])}
      />
    </div>
  )
}
