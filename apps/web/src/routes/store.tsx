import { rankByName } from '@nukkad/rules/search.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { SearchField } from '@nukkad/ui/components/search-field.tsx'
import { EmptyState } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import {
  lazy,
  type Ref,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useParams } from 'wouter'
import { ItemGroups } from '#features/catalogue/menu/item-groups.tsx'
import { ItemLine } from '#features/catalogue/menu/item-line.tsx'
import { ItemRows } from '#features/catalogue/menu/item-rows.tsx'
import { openDetail } from '#features/catalogue/menu/layers.ts'
import { Recommended } from '#features/catalogue/menu/recommended.tsx'
import { MenuChips } from '#features/catalogue/store/menu-chips.tsx'
import { useDistance, useListedStore, useMenu, useStore } from '#features/catalogue/store/queries.ts'
import {
  ClosedBanner,
  FavouriteButton,
  StoreCover,
  StoreTitle,
  StoreTitleSkeleton,
} from '#features/catalogue/store/store-header.tsx'
import { BackHeader } from '#features/shell/back-header.tsx'
import { CartBar } from '#features/shell/cart-bar.tsx'
import { NotLoaded } from '#features/shell/not-loaded.tsx'
import { Page } from '#features/shell/page.tsx'
import { hasContent, RichText } from '#features/shell/rich-text.tsx'
import { ScreenNotLoaded } from '#features/shell/screen-not-loaded.tsx'
import { t } from '#lib/catalogue.ts'
import { useKept } from '#lib/history-entries.ts'
import { groupsOf, type ItemStore, isOnList, type Menu } from '#lib/menu-item.ts'
import { ask } from '#lib/query.ts'
import { closedText, ratingOf } from '#lib/store-summary.ts'
import { useSearch } from '#lib/use-search.ts'
import { applyPreference } from '#stores/preferences.ts'

// Loaded only when a person touches the menu, because the first view does not need it.
const MenuLayers = lazy(() => import('#features/catalogue/menu/menu-layers.tsx'))

const OffersRail = lazy(() => import('#features/catalogue/store/offers-rail.tsx'))

const NotFound = lazy(() => import('./not-found.tsx'))

/**
 * Shows a store with its menu. If the address names an item, shows only that item with its drawer open (B-08, B-09).
 */
export default function StoreRoute() {
  const { restaurant = '', id } = useParams<{ restaurant: string; id?: string }>()
  const { data: store, isUnknown, isError, refetch, isFetching } = useStore(restaurant)
  const listed = useListedStore(restaurant)
  const distance = useDistance(store)
  const menu = useRef<MenuHandle>(null)
  useEffect(() => {
    if (store) applyPreference(store.delivery_type)
  }, [store])
  if (isUnknown) return <NotFound />
  if (!store && isError) {
    return (
      <Page title={listed?.name ?? t('stateLoadFailed')} header={<BackHeader />}>
        <ScreenNotLoaded level={1} onRetry={() => void refetch()} isRetrying={isFetching} />
      </Page>
    )
  }
  const isOpen = store?.is_active === 1
  return (
    <Page
      title={store?.name ?? t('a11yLoading')}
      header={
        <div className="relative">
          <StoreCover
            store={store ?? listed}
            favourite={store ? <FavouriteButton store={store} /> : null}
            onSearch={() => menu.current?.toggleSearch()}
          />
          {store ? (
            <div className="absolute inset-x-0 bottom-0">
              <Suspense>
                <OffersRail storeId={store.id} />
              </Suspense>
            </div>
          ) : null}
        </div>
      }
      foot="cart"
    >
      {store ? (
        <>
          <StoreTitle store={store} rating={ratingOf(store)} distance={distance} />
          {hasContent(store.custom_message ?? '') ? (
            <div className="mx-4 mt-3 rounded-card bg-tint p-4 text-on-tint">
              <RichText html={store.custom_message ?? ''} />
            </div>
          ) : null}
          {id ? (
            <SingleItem id={Number(id)} slug={restaurant} store={{ id: store.id, name: store.name, isOpen }} />
          ) : (
            <WholeMenu ref={menu} slug={restaurant} id={store.id} name={store.name} isOpen={isOpen} />
          )}
          {isOpen ? <CartBar isAboveBar={false} /> : <ClosedBanner opensText={closedText(store)} />}
        </>
      ) : (
        <StoreTitleSkeleton />
      )}
      <Suspense>
        <MenuLayers />
      </Suspense>
    </Page>
  )
}

/** Lets the store's cover open the menu search without rendering again. */
type MenuHandle = { toggleSearch: () => void }

type MenuProps = ItemStore & { slug: string; ref: Ref<MenuHandle> }

function WholeMenu({ slug, id, name, isOpen, ref }: MenuProps) {
  const { data: menu, isError, isFetching, refetch } = useMenu(slug)
  const [opened, setOpened] = useKept<Record<string, boolean>>('groups', {})
  const search = useSearch()
  const [isSearching, setSearching] = useState(search.typed !== '')
  // Deferred, so that the search field reacts to the touch before the menu below renders.
  const hasRoom = useDeferredValue(isSearching)
  useImperativeHandle(ref, () => ({
    toggleSearch: () => {
      if (isSearching) search.setTyped('')
      setSearching(!isSearching)
    },
  }))
  // Memoized, so that other changes of this screen do not render a long menu again.
  const store = useMemo(() => ({ id, name, isOpen }), [id, name, isOpen])
  const groups = useMemo(() => (menu ? groupsOf(menu) : []), [menu])
  const picks = useMemo(() => menu?.recommended.filter(isOnList) ?? [], [menu])
  const open = useCallback(
    (group: string, isOpened = true) => setOpened((all) => ({ ...all, [group]: isOpened })),
    [setOpened],
  )
  if (!menu) {
    if (!isError) return <div className="min-h-dvh" />
    return (
      <div className="p-4">
        <NotLoaded onRetry={() => void refetch()} isRetrying={isFetching} />
      </div>
    )
  }
  if (groups.length === 0 && !isSearching)
    return <EmptyState picture="/assets/img/states/search-empty.webp" title={t('storeNoItems')} />
  return (
    <>
      <MenuSearch menu={menu} store={store} search={search} isOpen={isSearching} />
      {/* Hidden during a search instead of unmounted, so that closing the search does not render these parts again. */}
      <div className="contents" hidden={hasRoom}>
        <MenuChips groups={groups} onOpen={open} />
        <Recommended items={picks} store={store} />
      </div>
      <div className={groups.length > 1 ? 'mt-2 px-4' : 'mt-5 px-4'} hidden={hasRoom && search.query !== ''}>
        <ItemGroups groups={groups} store={store} opened={opened} onToggle={open} />
      </div>
    </>
  )
}

type SearchProps = { menu: Menu; store: ItemStore; search: ReturnType<typeof useSearch>; isOpen: boolean }

/**
 * Searches the whole menu by item name, tolerating typos (D-39). Clearing shows the groups again (K-04). The field is
 * always mounted, so that a touch only has to show it.
 */
function MenuSearch({ menu, store, search, isOpen }: SearchProps) {
  const { typed, setTyped, query, isTooShort, isWaiting } = search
  const field = useRef<HTMLInputElement>(null)
  // The focus must be set during the touch itself, otherwise a phone does not open its keyboard.
  useLayoutEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])
  const found = useMemo(
    () => (query ? rankByName(Object.values(menu.items).flat(), query, (item) => item.name) : []),
    [menu, query],
  )
  return (
    <div className="mt-4 px-4" hidden={!isOpen}>
      <SearchField
        inputRef={field}
        label={t('itemSearchPlaceholder')}
        placeholder={t('itemSearchPlaceholder')}
        clearLabel={t('a11yClearSearch')}
        value={typed}
        onChange={setTyped}
        hint={isTooShort ? t('searchAtleastThreeCharsMsg') : undefined}
        isSearching={isWaiting}
      />
      {query ? (
        <>
          <p role="status" className="mt-3 text-small text-ink-2">
            {found.length > 0 ? `${t('itemSearchText')} ${query}` : t('storeSearchNone', { query })}
          </p>
          <ItemRows key={query} items={found} store={store} />
        </>
      ) : null}
    </div>
  )
}

function SingleItem({ id, slug, store }: { id: number; slug: string; store: ItemStore }) {
  const {
    data: item,
    isError,
    refetch,
  } = useQuery({ ...ask('get-single-item', { id }), enabled: Number.isInteger(id) })
  const hasOpened = useRef(false)
  useEffect(() => {
    if (!item || hasOpened.current) return
    hasOpened.current = true
    openDetail(item, store)
  }, [item, store])
  if (isError) {
    return (
      <div className="p-4">
        <NotLoaded onRetry={() => void refetch()} />
      </div>
    )
  }
  const isGone = item === null || (item !== undefined && item.restaurant_id !== store.id)
  return (
    <div className="mt-4 px-4">
      {item && !isGone ? <ItemLine item={item} store={store} /> : null}
      {isGone ? <EmptyState picture="/assets/img/states/search-empty.webp" title={t('itemNotFound')} /> : null}
      <Button isBlock variant="tint" href={`/stores/${slug}`}>
        {t('itemSeeWholeMenu')}
      </Button>
    </div>
  )
}
