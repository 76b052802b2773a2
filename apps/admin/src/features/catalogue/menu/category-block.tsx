import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { ChevronRight, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { Switch } from '#components/controls.tsx'
import { SortableList } from '#components/sortable-list.tsx'
import type { ShownStore } from '#features/catalogue/stores/use-store.ts'
import { call } from '#lib/api.ts'
import { inOrder } from '#lib/rows.ts'
import { useMay } from '#lib/session.ts'
import { toast, toastError } from '#lib/toasts.ts'
import type { Edited } from './edited.ts'
import { ItemRow } from './item-row.tsx'
import { type Category, rereadMenu } from './use-menu.ts'

type BlockProps = {
  store: ShownStore
  category: Category
  isOpenFirst: boolean
  chosen: ReadonlySet<number>
  onChoose: (id: number) => void
  onEdit: (edited: Edited) => void
}

/** Shows one category of the menu, with its items while it is open. */
export function CategoryBlock({ isOpenFirst, ...props }: BlockProps) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  const { store, category, onEdit } = props
  const mayEdit = useMay({ permission: 'menu_categories_edit', owners: true })
  return (
    <section aria-label={category.name} className="border-b border-line pe-3">
      <div className="flex min-h-12 flex-wrap items-center gap-2">
        <h2 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={isOpen}
            className="flex min-h-11 w-full items-center gap-2 text-start text-heading"
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight
              aria-hidden="true"
              className={`size-4.5 shrink-0 ${isOpen ? 'rotate-90' : 'rtl:-scale-x-100'}`}
            />
            <span className="truncate">{category.name}</span>
            <span className="num text-small text-ink-2">{category.items_count}</span>
          </button>
        </h2>
        {mayEdit ? (
          <button
            type="button"
            aria-label={`Edit ${category.name}`}
            className="grid size-11 place-items-center text-ink-2"
            onClick={() => onEdit({ category })}
          >
            <Pencil aria-hidden="true" className="size-4.5" />
          </button>
        ) : null}
        <ShownSwitch storeId={store.id} category={category} />
      </div>
      {isOpen ? <Items {...props} /> : null}
    </section>
  )
}

function ShownSwitch({ storeId, category }: { storeId: number; category: Category }) {
  const maySwitch = useMay({ permission: 'menu_categories_actions', owners: true })
  const toggle = useMutation({
    mutationFn: () => call('store-owner/toggle-category-status', { store_id: storeId, category_id: category.id }),
    onSuccess: async ({ status }) => {
      await rereadMenu()
      toast(status ? `${category.name} is shown` : `${category.name} is hidden from customers`)
    },
    onError: toastError,
  })
  return (
    <Switch
      isLabelHidden
      label={`Show ${category.name}`}
      checked={(category.is_enabled === 1) !== toggle.isPending}
      disabled={!maySwitch || toggle.isPending}
      onChange={() => toggle.mutate()}
    />
  )
}

function Items({ store, category, chosen, onChoose, onEdit }: Omit<BlockProps, 'isOpenFirst'>) {
  const maySort = useMay({ permission: 'items_edit', owners: true })
  const mayAdd = useMay({ permission: 'items_add', owners: true })
  const sort = useMutation({
    mutationFn: (ids: number[]) =>
      call('store-owner/order-items', { store_id: store.id, item_category_id: category.id, ids }),
    onSuccess: rereadMenu,
    onError: toastError,
  })
  return (
    <div className="pb-3">
      <SortableList
        rows={sort.isPending ? inOrder(category.items, sort.variables) : category.items}
        label={`Items of ${category.name}`}
        isFixed={!maySort}
        onOrder={(ids) => sort.mutate(ids)}
      >
        {(item) => (
          <ItemRow
            store={store}
            item={item}
            isChosen={chosen.has(item.id)}
            onChoose={() => onChoose(item.id)}
            onOpen={() => onEdit({ item, categoryId: category.id })}
          />
        )}
      </SortableList>
      {mayAdd ? (
        <Button size="small" variant="plain" onClick={() => onEdit({ item: 'new', categoryId: category.id })}>
          <Plus aria-hidden="true" className="size-4.5" />
          Add an item to {category.name}
        </Button>
      ) : null}
    </div>
  )
}
