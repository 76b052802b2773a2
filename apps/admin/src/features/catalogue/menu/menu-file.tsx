import type { Output } from '@nukkad/contract/contract.ts'
import { csvOf } from '@nukkad/rules/csv.ts'
import { type MenuColumn, menuColumns } from '@nukkad/rules/menu-file.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { FileDrop, ImportedCard, PreviewCard } from '#components/table-file.tsx'
import type { ShownStore } from '#features/catalogue/stores/use-store.ts'
import { call } from '#lib/api.ts'
import { saveCsv } from '#lib/download.ts'
import { focusPage } from '#lib/focus-page.ts'
import { formatCount, formatMoney } from '#lib/format.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { useFileImport } from '#lib/use-file-import.ts'
import { type Menu, rereadMenu } from './use-menu.ts'

type Done = { importId: string } & Output<'dashboard/menu-import/apply'>

/** Exports and imports the whole menu as a file. An import shows a preview first and can be undone. */
export function MenuFile({ store, menu }: { store: ShownStore; menu: Menu }) {
  const [done, setDone] = useState<Done>()
  const { preview, isReading, isApplying, problem, read, apply } = useFileImport({
    preview: (picture) => call('dashboard/menu-import/preview', { store_id: store.id }, { picture }),
    onFile: () => setDone(undefined),
    apply: (import_id: string) => call('dashboard/menu-import/apply', { store_id: store.id, import_id }),
    onDone: async (answer, importId) => {
      await rereadMenu()
      setDone({ importId, ...answer })
    },
  })
  return (
    <div className="grid max-w-4xl gap-5">
      <section aria-label="Download" className="card grid gap-3 p-5">
        <h2 className="text-heading">Download</h2>
        <p className="text-small text-ink-2">
          If a row has no number, it changes the item whose category and name it has, or adds a new item. If a column is
          missing, its values stay as they are.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="outline" onClick={() => hand(`menu-${store.slug}.csv`, rowsOf(menu))}>
            <FileDown aria-hidden="true" className="size-4.5" />
            This menu
          </Button>
          <Button size="small" variant="outline" onClick={() => hand('menu-template.csv', [exampleRow])}>
            <FileDown aria-hidden="true" className="size-4.5" />A template
          </Button>
        </div>
      </section>
      <FileDrop isBusy={isReading} onFile={read} />
      <FormError text={problem} size="small" />
      {preview ? (
        <PreviewCard
          preview={preview}
          changeText={({ changed }) => `Changes: ${changed.map((name) => fieldLabels[name] ?? name).join(', ')}`}
          columns={[
            { label: 'Category', cell: ({ category }) => category },
            { label: 'Price', isNumber: true, cell: ({ price }) => formatMoney(price, store.currency) },
          ]}
          note={categoriesText(preview.new_categories)}
          isBusy={isApplying}
          onApply={() => preview.import_id && apply(preview.import_id)}
        />
      ) : null}
      {done ? <DoneCard storeId={store.id} done={done} onUndone={() => setDone(undefined)} /> : null}
    </div>
  )
}

function categoriesText(added: readonly string[]): string {
  return added.length > 0 ? `New categories: ${added.join(', ')}.` : ''
}

const fieldLabels: Record<string, string> = {
  name: 'name',
  category: 'category',
  price_minor: 'price',
  old_price_minor: 'old price',
  stock: 'stock',
  description: 'description',
  is_veg: 'diet',
  is_active: 'on sale',
  is_recommended: 'recommended',
  is_popular: 'popular',
  is_new: 'new',
  addon_ids: 'add-ons',
}

function DoneCard({ storeId, done, onUndone }: { storeId: number; done: Done; onUndone: () => void }) {
  const undo = useMutation({
    mutationFn: () => call('dashboard/menu-import/undo', { store_id: storeId, import_id: done.importId }),
    onSuccess: async ({ put_back, kept }) => {
      await rereadMenu()
      const left = kept > 0 ? ` Items changed since the import keep their new values: ${formatCount(kept)}.` : ''
      toast(`${formatCount(put_back)} items have their old values again.${left}`)
      onUndone()
      focusPage()
    },
    onError: toastError,
  })
  return (
    <ImportedCard isBusy={undo.isPending} onUndo={() => undo.mutate()}>
      {formatCount(done.added)} items were added and {formatCount(done.changed)} changed.
    </ImportedCard>
  )
}

const exampleRow: Partial<Record<MenuColumn, string>> = {
  category: 'Breakfast',
  name: 'Masala dosa',
  price: '90.00',
  old_price: '',
  description: 'With chutney',
  diet: 'veg',
  stock: '',
  is_active: 'yes',
  is_recommended: 'no',
  is_popular: 'no',
  is_new: 'yes',
  add_ons: '',
}

function rowsOf({ categories, addon_categories }: Menu): Partial<Record<MenuColumn, string>>[] {
  const nameOf = new Map(addon_categories.map(({ id, name }) => [id, name]))
  const yes = (flag: 0 | 1) => (flag ? 'yes' : 'no')
  return categories.flatMap(({ name: category, items }) =>
    items.map((item) => ({
      id: String(item.id),
      category,
      name: item.name,
      price: item.price,
      old_price: item.old_price,
      description: item.desc,
      diet: item.is_veg === null ? '' : item.is_veg ? 'veg' : 'nonveg',
      stock: item.stock === null ? '' : String(item.stock),
      is_active: yes(item.is_active),
      is_recommended: yes(item.is_recommended),
      is_popular: yes(item.is_popular),
      is_new: yes(item.is_new),
      add_ons: item.addon_category_item.map((id) => nameOf.get(id) ?? '').join('|'),
    })),
  )
}

function hand(name: string, rows: Partial<Record<MenuColumn, string>>[]): void {
  saveCsv(name, csvOf([menuColumns, ...rows.map((row) => menuColumns.map((column) => row[column] ?? ''))]))
}
