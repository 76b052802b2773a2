import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { OpenTo } from '#components/open-to.tsx'
import { Panel } from '#components/panel.tsx'
import { SortableList } from '#components/sortable-list.tsx'
import type { ShownStore } from '#features/catalogue/stores/use-store.ts'
import { call } from '#lib/api.ts'
import { inOrder, toggled } from '#lib/rows.ts'
import { useMay } from '#lib/session.ts'
import { toastError } from '#lib/toasts.ts'
import { BulkForm } from './bulk-form.tsx'
import { CategoryBlock } from './category-block.tsx'
import { CategoryForm } from './category-form.tsx'
import { type Edited, newestOf, titleOf } from './edited.ts'
import { ItemForm } from './item-form.tsx'
import { type Menu, rereadMenu } from './use-menu.ts'

type CategoriesProps = { store: ShownStore; menu: Menu; openItem: number | undefined }

/** Shows the menu in its order. Each new order of categories or items is saved immediately. */
export function Categories({ store, menu, openItem }: CategoriesProps) {
  const { categories } = menu
  const items = categories.flatMap((category) => category.items)
  const [edited, setEdited] = useState<Edited | undefined>(() => {
    const item = items.find(({ id }) => id === openItem)
    return item && { item, categoryId: item.item_category_id }
  })
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const maySort = useMay({ permission: 'menu_categories_edit', owners: true })
  const mayAddCategory = useMay({ permission: 'menu_categories_add', owners: true })
  const sort = useMutation({
    mutationFn: (ids: number[]) => call('store-owner/order-items-categories', { store_id: store.id, ids }),
    onSuccess: rereadMenu,
    onError: toastError,
  })
  const close = () => setEdited(undefined)
  const shown = sort.isPending ? inOrder(categories, sort.variables) : categories
  const picked = items.filter(({ id }) => chosen.has(id))
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        {mayAddCategory ? (
          <Button size="small" onClick={() => setEdited({ category: 'new' })}>
            <Plus aria-hidden="true" className="size-4.5" />
            Add a category
          </Button>
        ) : null}
        {picked.length > 0 ? (
          <Picked count={picked.length} onChange={() => setEdited('bulk')} onNone={() => setChosen(new Set())} />
        ) : null}
      </div>
      {categories.length === 0 ? (
        <p className="card p-8 text-center text-ink-2">
          No categories yet. Add the first category, or import the whole menu from a file.
        </p>
      ) : (
        <div className="card">
          <SortableList rows={shown} label="Categories" isFixed={!maySort} onOrder={(ids) => sort.mutate(ids)}>
            {(category) => (
              <CategoryBlock
                store={store}
                category={category}
                isOpenFirst={category.id === shown[0]?.id}
                chosen={chosen}
                onChoose={(id) => setChosen(toggled(chosen, id))}
                onEdit={setEdited}
              />
            )}
          </SortableList>
        </div>
      )}
      <Panel isOpen={edited !== undefined} onClose={close} title={titleOf(edited, picked.length)}>
        {edited === 'bulk' ? (
          <BulkForm
            store={store}
            items={picked}
            categories={categories}
            onDone={() => {
              setChosen(new Set())
              close()
            }}
          />
        ) : edited ? (
          <EditForm store={store} menu={menu} edited={edited} onEdit={setEdited} onDone={close} />
        ) : null}
      </Panel>
    </>
  )
}

/** Shows how many items are selected and the actions for all of them. */
function Picked({ count, onChange, onNone }: { count: number; onChange: () => void; onNone: () => void }) {
  return (
    <div role="status" className="flex items-center gap-3 rounded-control bg-tint px-4 text-on-tint">
      <span className="text-label">{count} selected</span>
      <Button size="small" variant="plain" onClick={onChange}>
        Edit
      </Button>
      <Button size="small" variant="plain" onClick={onNone}>
        Clear
      </Button>
    </div>
  )
}

type EditFormProps = {
  store: ShownStore
  menu: Menu
  edited: Exclude<Edited, 'bulk'>
  onEdit: (edited: Edited) => void
  onDone: () => void
}

/** The form of one category or one item. */
function EditForm({ store, menu, edited, onEdit, onDone }: EditFormProps) {
  if ('category' in edited) return <CategoryForm storeId={store.id} category={edited.category} onDone={onDone} />
  const { item, categoryId } = edited
  return (
    <div className="grid gap-4">
      <OpenTo access={{ permission: item === 'new' ? 'items_add' : 'items_edit', owners: true }}>
        <ItemForm
          key={item === 'new' ? 'new' : item.id}
          store={store}
          menu={menu}
          item={item === 'new' ? undefined : newestOf(item, menu)}
          categoryId={categoryId}
          onMade={(made) => onEdit({ item: made, categoryId: made.item_category_id })}
          onDone={onDone}
        />
      </OpenTo>
    </div>
  )
}
