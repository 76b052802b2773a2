import { EmptyState } from '@nukkad/ui/components/states.tsx'
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useParams } from 'wouter'
import { FoundItems } from '#features/catalogue/menu/found-items.tsx'
import { ItemGroups } from '#features/catalogue/menu/item-groups.tsx'
import { Recommended } from '#features/catalogue/menu/recommended.tsx'
import { MenuChips } from '#features/catalogue/store/menu-chips.tsx'
import { useDistance, useListedStore, useMenu, useStore } from '#features/catalogue/store/queries.ts'
import { StoreBar } from '#features/catalogue/store/store-bar.tsx'
import {
  FavouriteButton,
  ShareButton,
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
import { isSettingOn, t } from '#lib/catalogue.ts'
import {
  groupsOf,
  groupsWith,
  hasBothDiets,
  type Item,
  type ItemStore,
  isBestSeller,
  isVegOrUnmarked,
  type MenuGroup,
  picksOf,
  sellsPackets,
} from '#lib/menu-item.ts'
import { isShut, ratingOf } from '#lib/store-summary.ts'
import { useAddressSwitch } from '#lib/use-address-switch.ts'
import { useKept } from '#lib/use-kept.ts'
import { useSearch } from '#lib/use-search.ts'
import { applyPreference } from '#stores/preferences.ts'

// The code of the drawers loads only when a person touches the menu, because the first view does not need it.
const MenuLayers = lazy(() => import('#features/catalogue/menu/menu-layers.tsx'))

const SalonPeople = lazy(() => import('#features/bookings/salon-people.tsx'))

const ClosedBanner = lazy(() => import('#features/catalogue/store/closed-banner.tsx'))

const OffersRail = lazy(() => import('#features/catalogue/store/offers-rail.tsx'))

const SingleItem = lazy(() => import('#features/catalogue/menu/single-item.tsx'))

const NotFound = lazy(() => import('./not-found.tsx'))

/** Shows a store with its menu. If the URL names an item, shows only that item with its drawer open (B-08, B-09). */
export default function StoreRoute() {
  const { restaurant = '', id } = useParams<{ restaurant: string; id?: string }>()
  const { data: store, isUnknown, isError, refetch, isFetching } = useStore(restaurant)
  const listed = useListedStore(restaurant)
  const distance = useDistance(store)
  const cover = useRef<HTMLDivElement>(null)
  const [services, setServices] = useState<ItemStore['services']>()
  const search = useSearch()
  const [isSearching, setSearching] = useSearching(search)
  const isOpen = store?.is_active === 1
  // The object is memoized, so that other changes of this screen do not render a long menu again.
  const sold = useMemo(() => store && { ...store, isOpen, services }, [store, isOpen, services])
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
  return (
    <Page
      title={store?.name ?? t('a11yLoading')}
      header={
        <>
          <StoreBar
            name={store?.name ?? listed?.name ?? ''}
            cover={cover}
            search={id ? null : search}
            isSearching={isSearching}
            onSearch={setSearching}
          />
          <div ref={cover} className="relative" hidden={isSearching}>
            <StoreCover store={store ?? listed} hasSearch={!id}>
              {store ? (
                <>
                  <ShareButton store={store} />
                  <FavouriteButton store={store} />
                </>
              ) : null}
            </StoreCover>
            {store ? (
              <div className="absolute inset-x-0 bottom-0">
                <Suspense>
                  <OffersRail storeId={store.id} />
                </Suspense>
              </div>
            ) : null}
          </div>
        </>
      }
      foot="cart"
    >
      {store && sold ? (
        <>
          <div hidden={isSearching}>
            <StoreTitle store={store} rating={ratingOf(store)} distance={distance} />
            {hasContent(store.custom_message ?? '') ? (
              <div
                // The message of a salon has no tinted background, because the box with the next free time has it.
                className={`mx-4 mt-3 rounded-card p-4 ${store.kind === 'salon' ? 'bg-surface hairline' : 'bg-tint text-on-tint'}`}
              >
                <RichText html={store.custom_message ?? ''} />
              </div>
            ) : null}
            {store.kind === 'salon' ? (
              <Suspense fallback={<div className="h-52" />}>
                <SalonPeople store={store} onServices={setServices} />
              </Suspense>
            ) : null}
          </div>
          {id ? (
            <Suspense>
              <SingleItem id={Number(id)} slug={restaurant} store={sold} />
            </Suspense>
          ) : (
            <WholeMenu slug={restaurant} store={sold} query={search.query} isSearching={isSearching} />
          )}
          {isOpen ? <CartBar isAboveBar={false} /> : null}
        </>
      ) : (
        <StoreTitleSkeleton />
      )}
      <Suspense>
        {store && isShut(store) ? <ClosedBanner store={store} /> : null}
        <MenuLayers store={sold} />
      </Suspense>
    </Page>
  )
}

/**
 * Opens and closes the search of the menu. The search begins at the top of the screen, and closing the search scrolls
 * back to the position at which it was opened.
 */
function useSearching({ typed, setTyped, query }: ReturnType<typeof useSearch>) {
  const [isSearching, setSearching] = useState(typed !== '')
  const before = useRef(0)
  const wasSearching = useRef(isSearching)
  useLayoutEffect(() => {
    if (wasSearching.current === isSearching) return
    wasSearching.current = isSearching
    scrollTo({ top: isSearching ? 0 : before.current, behavior: 'instant' })
  }, [isSearching])
  // Each new list of results begins at its top. The first list keeps its position, because Back may have restored it.
  const listed = useRef(query)
  useEffect(() => {
    if (query && query !== listed.current) scrollTo({ top: 0, behavior: 'instant' })
    listed.current = query
  }, [query])
  const change = (isOpen: boolean) => {
    if (isOpen) before.current = scrollY
    else setTyped('')
    setSearching(isOpen)
  }
  return [isSearching, change] as const
}

type MenuProps = { slug: string; store: ItemStore; query: string; isSearching: boolean }

function WholeMenu({ slug, store, query, isSearching }: MenuProps) {
  const { data: menu, isError, isFetching, refetch } = useMenu(slug)
  const [opened, setOpened] = useKept<Record<string, boolean>>('groups', {})
  const all = useMemo(() => (menu ? groupsOf(menu, store) : []), [menu, store])
  const { groups, passes, switches } = useFilter(all)
  // A closed salon shows no recommended products, because customers can book its services but not order products.
  const hasPicks = store.isOpen || store.kind !== 'salon'
  const picks = useMemo(
    () => (menu && hasPicks ? picksOf(menu, groups).filter(passes) : []),
    [menu, hasPicks, groups, passes],
  )
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
    return (
      <EmptyState
        picture="/assets/img/states/search-empty.webp"
        title={t(store.kind === 'salon' ? 'storeNoServices' : 'storeNoItems')}
      />
    )
  return (
    <>
      {isSearching && query ? (
        <FoundItems menu={menu} store={store} query={query} instead={<Recommended items={picks} store={store} />} />
      ) : null}
      {/* During a search, these parts are hidden and not unmounted, so that closing the search does not render them
          again. */}
      <div className="contents" hidden={isSearching}>
        <MenuChips groups={groups} title={t(menuTitle(store))} onOpen={open} {...switches} />
        <Recommended items={picks} store={store} />
      </div>
      <div className={groups.length > 1 ? 'mt-2 px-4' : 'mt-5 px-4'} hidden={isSearching && query !== ''}>
        <ItemGroups
          groups={groups}
          store={store}
          opened={opened}
          onToggle={open}
          areAllOpen={isSettingOn('expandAllItemMenu')}
        />
      </div>
    </>
  )
}

/** Returns the key of the name of the groups: a salon has services, and a shop of packets no menu. */
function menuTitle(store: ItemStore) {
  if (store.kind === 'salon') return 'storeServicesTitle'
  return sellsPackets(store) ? 'categoriesTitle' : 'itemsMenuButtonText'
}

/**
 * Filters a menu by the switches for vegetarian dishes and best sellers, which the URL keeps. A switch that would hide
 * all dishes or none is not offered and is ignored.
 */
function useFilter(all: MenuGroup[]) {
  const [isVegAsked, setVeg] = useAddressSwitch('veg')
  const [isBestAsked, setBest] = useAddressSwitch('best')
  const hasVegSwitch = useMemo(() => hasBothDiets(all), [all])
  const isVeg = isVegAsked && hasVegSwitch
  const eaten = useMemo(() => (isVeg ? groupsWith(isVegOrUnmarked, all) : all), [all, isVeg])
  const hasBest = useMemo(() => groupsWith(isBestSeller, eaten).length > 0, [eaten])
  const isBest = isBestAsked && hasBest
  const passes = useCallback(
    (item: Item) => (!isVeg || isVegOrUnmarked(item)) && (!isBest || isBestSeller(item)),
    [isVeg, isBest],
  )
  const groups = useMemo(() => groupsWith(passes, all), [passes, all])
  const switches = {
    veg: hasVegSwitch ? { isOn: isVeg, onChange: setVeg } : null,
    best: hasBest ? { isOn: isBest, onChange: setBest } : null,
  }
  return { groups, passes, switches }
}
