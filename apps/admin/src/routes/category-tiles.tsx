import { Button } from '@nukkad/ui/components/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { PageHead } from '#components/page-head.tsx'
import { Panel } from '#components/panel.tsx'
import { SortableList } from '#components/sortable-list.tsx'
import { TileForm } from '#features/storefront/category-tiles/tile-form.tsx'
import { keepOrder } from '#features/storefront/sliders/keep-order.ts'
import { call } from '#lib/api.ts'
import { ask } from '#lib/query.ts'
import { inOrder } from '#lib/rows.ts'

/** Lists the pictures of the home page that filter stores by category. */
export default function CategoryTilesRoute() {
  const { data, error } = useQuery(ask('dashboard/category-tiles', {}))
  const { data: known } = useQuery(ask('get-all-restaurants-categories', {}))
  const [openId, setOpenId] = useState<number | 'new'>()
  const tile = data?.tiles.find(({ id }) => id === openId)
  const nameOf = (id: number) => known?.categories.find((one) => one.id === id)?.name
  const order = (ids: number[]) =>
    keepOrder({
      name: 'dashboard/category-tiles',
      input: {},
      inOrder: (before) => ({ ...before, tiles: inOrder(before.tiles, ids) }),
      send: () => call('dashboard/category-tiles/order', { ids }),
    })
  return (
    <>
      <PageHead
        title="Category tiles"
        text="Pictures on the home page. Each picture opens the stores of its categories."
      >
        <Button size="small" onClick={() => setOpenId('new')}>
          <Plus aria-hidden="true" className="size-4.5" />
          New tile
        </Button>
      </PageHead>
      {error && !data ? <p role="alert">{error.message}</p> : null}
      {data?.tiles.length === 0 ? (
        <p className="card p-6 text-center text-ink-2">No tiles yet. Add the first tile with “New tile”.</p>
      ) : null}
      {data && data.tiles.length > 0 ? (
        <div className="card py-1 pe-3">
          <SortableList label="Category tiles in their order" rows={data.tiles} onOrder={order}>
            {(row) => (
              <button
                type="button"
                className="flex min-h-11 w-full items-center gap-3 py-1.5 text-start"
                onClick={() => setOpenId(row.id)}
              >
                <img src={row.image} alt="" className="size-12 shrink-0 rounded-badge bg-sunken object-contain" />
                <span className="min-w-0">
                  <span className="block truncate text-label">{row.name}</span>
                  <span className="block truncate text-small text-ink-2">
                    {row.is_active ? row.category_ids.map(nameOf).filter(Boolean).join(', ') : 'Off'}
                  </span>
                </span>
              </button>
            )}
          </SortableList>
        </div>
      ) : null}
      <Panel
        isOpen={openId !== undefined}
        onClose={() => setOpenId(undefined)}
        title={openId === 'new' ? 'New tile' : 'Tile'}
      >
        {openId === 'new' || tile ? (
          <TileForm
            key={openId}
            tile={tile ?? null}
            categories={known?.categories ?? []}
            onDone={() => setOpenId(undefined)}
          />
        ) : null}
      </Panel>
    </>
  )
}
