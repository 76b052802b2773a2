import type { Output } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/parts/button.tsx'
import { FormError } from '@nukkad/ui/parts/form-error.tsx'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { inOrder, keepOrder } from '#features/storefront/sliders/keep-order.ts'
import { call } from '#lib/api.ts'
import { notice } from '#lib/notices.ts'
import { ask, reread } from '#lib/query.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { AskedAction } from '#parts/asked-action.tsx'
import { Input, Switch } from '#parts/controls.tsx'
import { PageHead } from '#parts/page-head.tsx'
import { Panel } from '#parts/panel.tsx'
import { PictureField } from '#parts/picture-field.tsx'
import { SortableList } from '#parts/sortable-list.tsx'

type Tile = Output<'dashboard/category-tiles'>['tiles'][number]

/** The pictures on home that filter stores by what they sell. */
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
      <PageHead title="Category tiles" text="Pictures on home: each shows the stores of its categories.">
        <Button size="small" onClick={() => setOpenId('new')}>
          <Plus aria-hidden="true" className="size-4.5" />
          New tile
        </Button>
      </PageHead>
      {error && !data ? <p role="alert">{error.message}</p> : null}
      {data?.tiles.length === 0 ? (
        <p className="card p-6 text-center text-ink-2">No tile yet. “New tile” makes the first one.</p>
      ) : null}
      {data && data.tiles.length > 0 ? (
        <div className="card py-1 pe-3">
          <SortableList label="Category tiles in their order" rows={data.tiles} onOrder={order}>
            {(row) => (
              <button
                type="button"
                className="flex min-h-11 w-full items-center gap-3 pb-3 text-start"
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

type TileFormProps = {
  tile: Tile | null
  categories: readonly { id: number; name: string }[]
  onDone: () => void
}

function TileForm({ tile, categories, onDone }: TileFormProps) {
  const values = {
    name: tile?.name ?? '',
    image: tile?.image ?? '',
    category_ids: (tile?.category_ids ?? []).map(String),
    is_active: tile?.is_active ?? true,
  }
  const done = async (words: string) => {
    await reread('dashboard/category-tiles')
    notice(words)
    onDone()
  }
  const { register, submit, formError, formState, watch, setValue } = useCallForm('dashboard/category-tiles/save', {
    values,
    toInput: (typed: typeof values) => ({
      ...typed,
      id: tile?.id ?? null,
      category_ids: typed.category_ids.map(Number),
      is_active: typed.is_active ? (1 as const) : (0 as const),
    }),
    onDone: () => done(tile ? 'The tile is changed' : 'The tile is added'),
  })
  const chosen = watch('category_ids')
  const unheard = formState.errors.category_ids?.message
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <FormError text={formError} size="small" />
      <PictureField
        label="Picture"
        help="Square, 300 pixels wide or more; transparent ground is fine."
        use="tile"
        ratio="1 / 1"
        value={watch('image')}
        onChange={(path) => setValue('image', path, { shouldDirty: true })}
        error={formState.errors.image?.message}
      />
      <Input label="Name" error={formState.errors.name?.message} {...register('name')} />
      <fieldset>
        <legend className="mb-1 text-label">Shows stores of</legend>
        <div className="grid max-h-64 gap-x-4 overflow-y-auto wide:grid-cols-2">
          {categories.map(({ id, name }) => (
            <label key={id} className="flex min-h-9 items-center gap-3">
              <input
                type="checkbox"
                className="size-5"
                checked={chosen.includes(String(id))}
                onChange={({ target }) =>
                  setValue(
                    'category_ids',
                    target.checked ? [...chosen, String(id)] : chosen.filter((one) => one !== String(id)),
                    { shouldDirty: true },
                  )
                }
              />
              {name}
            </label>
          ))}
        </div>
        {unheard ? (
          <p role="alert" className="mt-1 text-small text-error">
            {unheard}
          </p>
        ) : null}
      </fieldset>
      <Switch label="On" {...register('is_active')} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" isBusy={formState.isSubmitting}>
          {tile ? 'Save' : 'Add the tile'}
        </Button>
        {tile ? (
          <AskedAction
            label="Delete this tile"
            look="plain"
            question={`Delete “${tile.name}”?`}
            action="Delete"
            says="Stores and categories stay as they are."
            act={async () => {
              await call('dashboard/category-tiles/delete', { id: tile.id })
              await done('The tile is deleted')
            }}
          />
        ) : null}
      </div>
    </form>
  )
}
