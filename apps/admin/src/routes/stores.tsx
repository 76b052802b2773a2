import { Button } from '@nukkad/ui/components/button.tsx'
import { FileUp, ListOrdered, Plus } from 'lucide-react'
import { useState } from 'react'
import { PageHead } from '#components/page-head.tsx'
import { NewStore } from '#features/catalogue/stores/new-store.tsx'
import { DataTable } from '#features/shell/table/data-table.tsx'
import { useGo } from '#lib/go.ts'
import { useMay } from '#lib/session.ts'

/** Lists all stores, with a view of those that need approval. */
export default function StoresRoute() {
  const go = useGo()
  const [isAdding, setAdding] = useState(false)
  const mayAdd = useMay({ permission: 'stores_add' })
  const maySort = useMay({ permission: 'stores_sort' })
  const mayApprove = useMay({ permission: 'approve_stores' })
  return (
    <>
      <PageHead title="Stores" text="All stores, with their profiles, hours and delivery areas.">
        {mayApprove ? (
          <Button size="small" variant="outline" onClick={() => go('/stores', { is_accepted: 'no' })}>
            Pending approval
          </Button>
        ) : null}
        {maySort ? (
          <Button size="small" variant="outline" onClick={() => go('/store-order')}>
            <ListOrdered aria-hidden="true" className="size-4.5" />
            Sort
          </Button>
        ) : null}
        {mayAdd ? (
          <Button size="small" variant="outline" onClick={() => go('/store-file')}>
            <FileUp aria-hidden="true" className="size-4.5" />
            From a file
          </Button>
        ) : null}
        {mayAdd ? (
          <Button size="small" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" className="size-4.5" />
            Add a store
          </Button>
        ) : null}
      </PageHead>
      <DataTable
        table="stores"
        onOpen={({ id }) => go(`/stores/${id}`)}
        empty={<p>No store yet. Add the first store, enter its menu, and approve the store.</p>}
      />
      <NewStore isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  )
}
