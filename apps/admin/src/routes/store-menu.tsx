import { classNames } from '@nukkad/ui/class-names.ts'
import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PageHead } from '#components/page-head.tsx'
import { AddonCategories } from '#features/catalogue/menu/addon-categories.tsx'
import { useMenu } from '#features/catalogue/menu/use-menu.ts'
import { useStore, useStoreId } from '#features/catalogue/stores/use-store.ts'
import { useMay } from '#lib/session.ts'

const Categories = lazy(async () => ({ default: (await import('#features/catalogue/menu/categories.tsx')).Categories }))
const MenuFile = lazy(async () => ({ default: (await import('#features/catalogue/menu/menu-file.tsx')).MenuFile }))

const parts = { items: 'Items', addons: 'Add-ons', file: 'From a file' }
type Part = keyof typeof parts

/** Shows the menu of a store: categories with their items, add-ons, and the whole menu as a file. */
export default function StoreMenuRoute() {
  const id = useStoreId()
  const { store } = useStore(id)
  const { data: menu, error } = useMenu(id)
  const search = useSearch({ strict: false }) as { part?: string; item?: string }
  const mayStore = useMay({ permission: 'stores_view', owners: true, storeId: id })
  const mayImport = useMay({ permission: 'items_add', owners: true })
  const part: Part = search.part === 'addons' || (search.part === 'file' && mayImport) ? (search.part as Part) : 'items'
  return (
    <>
      <PageHead
        title={store ? `Menu of ${store.name}` : 'Menu'}
        text={store && `Prices are in ${store.currency}. Customers see changes of the menu immediately.`}
        back={mayStore ? { to: `/stores/${id}`, title: store?.name ?? 'Store' } : { to: '/items', title: 'Items' }}
      />
      <nav aria-label="Parts of the menu" className="mb-4 flex gap-1 overflow-x-auto">
        {(Object.keys(parts) as Part[])
          .filter((name) => name !== 'file' || mayImport)
          .map((name) => (
            <Link
              key={name}
              to="."
              search={{ part: name } as never}
              aria-current={name === part ? 'page' : undefined}
              className={classNames(
                'flex min-h-11 shrink-0 items-center rounded-control px-4',
                name === part ? 'bg-tint text-on-tint' : 'hover:bg-sunken',
              )}
            >
              {parts[name]}
            </Link>
          ))}
      </nav>
      {error && !menu ? <p role="alert">{error.message}</p> : null}
      {menu && store ? (
        <Suspense fallback={null}>
          {part === 'items' ? (
            <Categories key={id} store={store} menu={menu} openItem={Number(search.item) || undefined} />
          ) : part === 'addons' ? (
            <AddonCategories key={id} store={store} categories={menu.addon_categories} />
          ) : (
            <MenuFile key={id} store={store} menu={menu} />
          )}
        </Suspense>
      ) : null}
    </>
  )
}
