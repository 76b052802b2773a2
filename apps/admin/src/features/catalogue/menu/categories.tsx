import { Button } from '@nukkad/ui/parts/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { ChevronRight, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ShownStore } from '#features/catalogue/stores/use-store.ts'
import { call } from '#lib/api.ts'
import { notice, noticeOf } from '#lib/notices.ts'
import { useMay } from '#lib/session.ts'
import { Switch } from '#parts/controls.tsx'
import { OpenTo } from '#parts/open-to.tsx'
import { Panel } from '#parts/panel.tsx'
import { SortableList } from '#parts/sortable-list.tsx'
import { BulkForm } from './bulk-form.tsx'
import { CategoryForm } from './category-form.tsx'
import { ItemForm } from './item-form.tsx'
import { ItemRow } from './item-row.tsx'
import { type Category, type Item, type Menu, rereadMenu } from './use-menu.ts'

type CategoriesProps = { store: ShownStore; menu: Menu; openItem: number | undefined }
type Edited = { category: Category | 'new' } | { item: Item | 'new'; categoryId: number } | 'bulk'

/** The menu in its order. Both categories and items are sorted by drag or by keyboard, and the order is saved at once. */
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
    onError: noticeOf,
  })
  const close = () => setEdited(undefined)
  const shown = inOrder(categories, sort.isPending ? sort.variables : undefined)
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
          <div role="status" className="flex items-center gap-3 rounded-control bg-tint px-4 text-on-tint">
            <span className="text-label">{picked.length} chosen</span>
            <Button size="small" look="plain" onClick={() => setEdited('bulk')}>
              Change them
            </Button>
            <Button size="small" look="plain" onClick={() => setChosen(new Set())}>
              Choose none
            </Button>
          </div>
        ) : null}
      </div>
      {categories.length === 0 ? (
        <p className="card p-8 text-center text-ink-2">
          No category yet. Add the first one, or bring the whole menu from a file.
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
        ) : edited && 'category' in edited ? (
          <CategoryForm storeId={store.id} category={edited.category} onDone={close} />
        ) : edited ? (
          <div className="grid gap-4">
            <OpenTo access={{ permission: edited.item === 'new' ? 'items_add' : 'items_edit', owners: true }}>
              <ItemForm
                key={edited.item === 'new' ? 'new' : edited.item.id}
                store={store}
                menu={menu}
                item={
                  edited.item === 'new' ? undefined : (items.find((one) => one.id === itemId(edited)) ?? edited.item)
                }
                categoryId={edited.categoryId}
                onMade={(item) => setEdited({ item, categoryId: item.item_category_id })}
                onDone={close}
              />
            </OpenTo>
          </div>
        ) : null}
      </Panel>
    </>
  )
}

const itemId = (edited: { item: Item | 'new' }) => (edited.item === 'new' ? undefined : edited.item.id)

function titleOf(edited: Edited | undefined, count: number): string {
  if (edited === 'bulk') return `Change ${count} items`
  if (!edited) return ''
  if ('category' in edited) return edited.category === 'new' ? 'Add a category' : edited.category.name
  return edited.item === 'new' ? 'Add an item' : edited.item.name
}

type BlockProps = {
  store: ShownStore
  category: Category
  isOpenFirst: boolean
  chosen: ReadonlySet<number>
  onChoose: (id: number) => void
  onEdit: (edited: Edited) => void
}

function CategoryBlock({ store, category, isOpenFirst, chosen, onChoose, onEdit }: BlockProps) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  const maySwitch = useMay({ permission: 'menu_categories_actions', owners: true })
  const mayEdit = useMay({ permission: 'menu_categories_edit', owners: true })
  const maySortItems = useMay({ permission: 'items_edit', owners: true })
  const mayAddItem = useMay({ permission: 'items_add', owners: true })
  const about = { store_id: store.id }
  const toggle = useMutation({
    mutationFn: () => call('store-owner/toggle-category-status', { ...about, category_id: category.id }),
    onSuccess: async ({ status }) => {
      await rereadMenu()
      notice(status ? `${category.name} is shown` : `${category.name} is hidden from customers`)
    },
    onError: noticeOf,
  })
  const sort = useMutation({
    mutationFn: (ids: number[]) => call('store-owner/order-items', { ...about, item_category_id: category.id, ids }),
    onSuccess: rereadMenu,
    onError: noticeOf,
  })
  const items = inOrder(category.items, sort.isPending ? sort.variables : undefined)
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
        <Switch
          isLabelHidden
          label={`Show ${category.name}`}
          checked={(category.is_enabled === 1) !== toggle.isPending}
          disabled={!maySwitch || toggle.isPending}
          onChange={() => toggle.mutate()}
        />
      </div>
      {isOpen ? (
        <div className="pb-3">
          <SortableList
            rows={items}
            label={`Items of ${category.name}`}
            isFixed={!maySortItems}
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
          {mayAddItem ? (
            <Button size="small" look="plain" onClick={() => onEdit({ item: 'new', categoryId: category.id })}>
              <Plus aria-hidden="true" className="size-4.5" />
              Add an item to {category.name}
            </Button>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}

/** Rows as they were just put, while the server writes it down. */
function inOrder<Row extends { id: number }>(rows: readonly Row[], ids: readonly number[] | undefined): readonly Row[] {
  return ids ? ids.flatMap((id) => rows.find((row) => row.id === id) ?? []) : rows
}

function toggled(set: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}
