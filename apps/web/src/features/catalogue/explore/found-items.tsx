import { deliveryMinutes } from '@nukkad/rules/distance.ts'
import { AddButton } from '@nukkad/ui/components/item-row.tsx'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { PriceLine } from '@nukkad/ui/components/price-line.tsx'
import { Rating } from '@nukkad/ui/components/rating.tsx'
import { VegMark } from '@nukkad/ui/components/veg-mark.tsx'
import { groundFor } from '@nukkad/ui/picture-sources.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pill, Scissors, ShoppingBasket, Utensils } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ItemControl } from '#features/catalogue/menu/item-line.tsx'
import { openCustom } from '#features/catalogue/menu/layers.ts'
import { t } from '#lib/catalogue.ts'
import { addText, cartItemOf, hasAddons, type ItemStore, isOnList, markOf, priceParts } from '#lib/menu-item.ts'
import { go } from '#lib/navigation.ts'
import { ask } from '#lib/query.ts'
import { refusalText } from '#lib/refusals.ts'
import { ratingOf } from '#lib/store-summary.ts'
import { notify } from '#lib/toasts.ts'
import { addToCart, quantityOf, useCart } from '#stores/cart.ts'
import { MatchedName } from './matched-name.tsx'
import type { FoundItem } from './use-found.ts'

// Loads the drawers only when items are found, because a search without items opens none.
const MenuLayers = lazy(() => import('#features/catalogue/menu/menu-layers.tsx'))

/** Shows the items that a search found, each with its store and a button that adds it to the cart. */
export function FoundItems({ items, query }: { items: FoundItem[]; query: string }) {
  const shown = items.filter(isOnList)
  if (shown.length === 0) return null
  const title = itemsTitle(shown)
  return (
    <section aria-label={title}>
      <h2 className="title mb-1 text-section">{title}</h2>
      <ul className="grid grid-cols-1 gap-x-8 wide:grid-cols-2">
        {shown.map((item) => (
          <li key={item.id} className="flex items-center gap-3 border-b border-line py-3 last:border-0">
            <FoundItemRow item={item} query={query} />
          </li>
        ))}
      </ul>
      <Suspense>
        <MenuLayers />
      </Suspense>
    </section>
  )
}

/** Returns the heading of the items: dishes if the best match is from a restaurant. */
export function itemsTitle(items: readonly FoundItem[]): string {
  return t(items[0]?.restaurant.kind === 'store' ? 'exploreDishes' : 'exploreItemsText')
}

/** The icon of an item without a picture. */
const kindIcons = { store: Utensils, warehouse: ShoppingBasket, medical: Pill, salon: Scissors }

function FoundItemRow({ item, query }: { item: FoundItem; query: string }) {
  const mark = markOf(item)
  const KindIcon = kindIcons[item.restaurant.kind]
  return (
    <>
      <a
        href={`/stores/${item.restaurant.slug}`}
        data-store-link=""
        className="press flex min-w-0 flex-1 items-center gap-3 rounded-card"
      >
        <span className={`grid size-18 shrink-0 place-items-center overflow-hidden rounded-card ${groundFor(item.id)}`}>
          {item.image ? (
            <Picture path={item.image} alt="" width={72} height={72} sizes="72px" className="size-18 object-contain" />
          ) : (
            <KindIcon aria-hidden="true" className="size-6 text-ink-2" />
          )}
        </span>
        <span className="block min-w-0 flex-1">
          <span className="flex items-center gap-1.5">
            {mark ? <VegMark {...mark} /> : null}
            <h3 className="min-w-0 text-heading">
              <MatchedName name={item.name} query={query} />
            </h3>
          </span>
          <span className="block wrap-anywhere text-small text-ink-2">{item.restaurant.name}</span>
          <StoreLine store={item.restaurant} />
          <PriceLine {...priceParts(item)} wasLabel={t('a11yOldPrice', { price: '' }).trim()} />
        </span>
      </a>
      <FoundControl item={item} />
    </>
  )
}

/** Shows the rating of the store and the minutes of a delivery. */
function StoreLine({ store }: { store: FoundItem['restaurant'] }) {
  const rating = ratingOf(store)
  return (
    <span className="num my-0.5 flex items-center gap-1.5 text-small text-ink-2">
      {rating ? <Rating {...rating} /> : null}
      {store.kind === 'salon' ? null : t('storeCardMinutes', { minutes: deliveryMinutes(store.distance) })}
    </span>
  )
}

/**
 * Adds an item to the cart. Search results have no add-ons, so the full item is loaded at the first touch. For an item
 * that is in the cart already, the full item is loaded immediately, because the stepper needs it.
 */
function FoundControl({ item }: { item: FoundItem }) {
  const { id, name, kind } = item.restaurant
  const store: ItemStore = { id, name, kind, isOpen: item.restaurant.is_active === 1 }
  const quantity = useCart(({ lines }) => quantityOf(lines, item.id))
  const [isAdding, setIsAdding] = useState(false)
  const client = useQueryClient()
  const full = useQuery({ ...ask('get-single-item', { id: item.id }), enabled: quantity > 0 })
  if (full.data && quantity > 0) return <ItemControl item={full.data} store={store} />
  const add = async () => {
    // Only the item's page knows whether the item is a service that can be booked.
    if (kind === 'salon') return go(`/stores/${item.restaurant.slug}/${item.id}`)
    setIsAdding(true)
    try {
      const loaded = await client.fetchQuery(ask('get-single-item', { id: item.id }))
      if (!loaded) return
      if (hasAddons(loaded)) openCustom(loaded, store)
      else addToCart(cartItemOf(loaded, store))
    } catch (error) {
      notify(refusalText(error), 'error')
    } finally {
      setIsAdding(false)
    }
  }
  return (
    <AddButton
      label={addText(store, item)}
      subject={item.name}
      isDisabled={!store.isOpen || isAdding}
      onAdd={() => void add()}
    />
  )
}
