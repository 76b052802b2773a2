import { Button } from '@nukkad/ui/components/button.tsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { OpenTo } from '#components/open-to.tsx'
import { Panel } from '#components/panel.tsx'
import type { ShownStore } from '#features/catalogue/stores/use-store.ts'
import { useMay } from '#lib/session.ts'
import { AddonForm } from './addon-form.tsx'
import type { AddonCategory } from './use-menu.ts'

/** Lists a store's add-on categories with their add-ons. */
export function AddonCategories({ store, categories }: { store: ShownStore; categories: readonly AddonCategory[] }) {
  const [edited, setEdited] = useState<number | 'new'>()
  const mayAdd = useMay({ permission: 'addon_categories_add', owners: true })
  const known = categories.find(({ id }) => id === edited)
  const close = () => setEdited(undefined)
  return (
    <>
      {mayAdd ? (
        <div className="mb-3">
          <Button size="small" onClick={() => setEdited('new')}>
            <Plus aria-hidden="true" className="size-4.5" />
            Add an add-on category
          </Button>
        </div>
      ) : null}
      {categories.length === 0 ? (
        <p className="card p-8 text-center text-ink-2">No add-ons yet. Add sizes, toppings and other choices here.</p>
      ) : (
        <ul className="card divide-y divide-line">
          {categories.map((category) => (
            <li key={category.id}>
              <button
                type="button"
                className="grid min-h-14 w-full content-center px-4 py-2 text-start hover:bg-tint"
                onClick={() => setEdited(category.id)}
              >
                <span className="text-label">{category.name}</span>
                <span className="text-small text-ink-2">
                  {category.type === 'SINGLE' ? 'Exactly one of ' : 'Any of '}
                  {category.addons.map(({ name }) => name).join(', ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Panel isOpen={edited !== undefined} onClose={close} title={known?.name ?? 'Add an add-on category'}>
        {edited === undefined ? null : (
          <div className="grid gap-4">
            <OpenTo access={{ permission: known ? 'addon_categories_edit' : 'addon_categories_add', owners: true }}>
              <AddonForm key={known ? JSON.stringify(known) : 'new'} store={store} category={known} onDone={close} />
            </OpenTo>
          </div>
        )}
      </Panel>
    </>
  )
}
