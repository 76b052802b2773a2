import type { Output } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { SearchLink } from '@nukkad/ui/components/search-link.tsx'
import { type Segment, Segmented } from '@nukkad/ui/components/segmented.tsx'
import { EmptyState } from '@nukkad/ui/components/states.tsx'
import { LoadsAhead } from '@nukkad/ui/use-near.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Bike, ChevronRight, Scissors, ShoppingBag } from 'lucide-react'
import { type CSSProperties, lazy, Suspense, useEffect, useState } from 'react'
import { FilteredStores } from '#components/filtered-stores.tsx'
import { Page } from '#features/shell/page.tsx'
import { hasContent, RichText } from '#features/shell/rich-text.tsx'
import { loadPrimary } from '#features/shell/startup.ts'
import { CategoryTiles } from '#features/storefront/home/category-tiles.tsx'
import { HomeHeader } from '#features/storefront/home/header.tsx'
import { ListPromos, TopPromos } from '#features/storefront/home/promos.tsx'
import { broughtFor } from '#lib/boot.ts'
import { isSettingOn, setting, t } from '#lib/catalogue.ts'
import { useCanInstall } from '#lib/install.ts'
import { ask, queryClient } from '#lib/query.ts'
import { hasUsualPlace } from '#lib/usual-place.ts'
import { coordinatesOf, usePlace } from '#stores/place.ts'
import { choose } from '#stores/preferences.ts'
import { useCustomer } from '#stores/session.ts'

const LocationPrompt = lazy(() => import('#features/storefront/home/location-prompt.tsx'))
const HomeLater = lazy(() => import('./home-later.tsx'))
const InstallRow = lazy(() => import('#features/shell/install-row.tsx'))
const UsualOrders = lazy(() => import('#features/storefront/home/usual-orders.tsx'))

type Shelf = 'DELIVERY' | 'SELFPICKUP' | 'SALON'

/** Shows the stores near the current location (requirements C). */
export function Home() {
  const customer = useCustomer()
  const [shelf, setShelf] = useState<Shelf>('DELIVERY')
  const isSalon = setting('storefrontVariant') !== 'standard'
  const asksForPlace = usePlace(({ hasPicked, place }) => !hasPicked && place?.businessLocation === true)
  const [isDismissed, setDismissed] = useState(false)
  const [hasUsual] = useState(() => customer !== undefined && hasUsualPlace(customer))
  const isLow = hasUsual && innerHeight > LOW_PX
  const isAsking = asksForPlace && !isDismissed
  // Each visit of home resets the preference to delivery (C-37, INT-27).
  useEffect(() => choose('DELIVERY'), [])
  // Without a location, as after a log-out, home uses the shop's primary location (INT-26).
  const hasPlace = usePlace(({ place }) => place !== null)
  useEffect(() => {
    if (!hasPlace) void loadPrimary()
  }, [hasPlace])
  const show = (next: Shelf) => {
    setShelf(next)
    choose(next === 'SELFPICKUP' ? 'SELFPICKUP' : 'DELIVERY')
  }
  return (
    <Page title={t('homeTitle')} header={null} banner={<HomeBanner />} foot="tab-and-cart" onRefresh={refresh}>
      <h1 className="sr-only" tabIndex={-1}>
        {setting('storeName')}
      </h1>
      <div className="mt-3 px-4">
        <SearchLink href="/explore" label={t('mockSearchPlaceholder')} />
      </div>
      <div className="mt-3 px-4">
        <Segmented label={t('a11yOrderType')} value={shelf} segments={shelves(isSalon)} onChange={show} />
      </div>
      {/* While the question for the location covers home, the person cannot scroll, so home loads only the pictures
          in view. */}
      <LoadsAhead value={!isAsking}>
        <div className="contents" style={isLow ? lowParts : undefined}>
          <div className="mt-[calc(8px+var(--gap))]">
            <TopPromos isSalon={isSalon} isGuest={!customer} isForServices={shelf === 'SALON'} isLow={isLow} />
          </div>
          {shelf === 'SALON' ? (
            <div className="h-3" />
          ) : (
            <div className="mt-(--gap)">
              <CategoryTiles />
            </div>
          )}
          <HomeMessage />
          {customer && shelf !== 'SALON' ? (
            <Suspense fallback={hasUsual ? <div className="mt-(--gap) h-28" /> : null}>
              <UsualOrders customer={customer} />
            </Suspense>
          ) : null}
          <Stores shelf={shelf} hasSalons={isSalon} />
        </div>
      </LoadsAhead>
      <Suspense>
        <HomeLater isSalon={isSalon} />
      </Suspense>
      {asksForPlace ? (
        <Suspense>
          <LocationPrompt isOpen={isAsking} onClose={() => setDismissed(true)} />
        </Suspense>
      ) : null}
    </Page>
  )
}

/** The window height in px below which the parts above the stores are low on every visit (tokens.css). */
const LOW_PX = 800
/** Heights of the parts of home while it shows usual orders, so that the first store is still visible. */
const lowParts = { '--promo': '96px', '--dots': '8px', '--art': '48px', '--cover': '96px' } as CSSProperties

const refresh = () => queryClient.refetchQueries({ type: 'active' })

function HomeBanner() {
  const canInstall = useCanInstall() && isSettingOn('showPwaInstallPromptHeader')
  return (
    <HomeHeader>
      {canInstall ? (
        <Suspense>
          <InstallRow />
        </Suspense>
      ) : null}
    </HomeHeader>
  )
}

function shelves(isSalon: boolean): Segment<Shelf>[] {
  const all: (Segment<Shelf> | false)[] = [
    { value: 'DELIVERY', label: t('homeOrderTypeDelivery'), icon: <Bike /> },
    isSettingOn('enSPU') && { value: 'SELFPICKUP', label: t('homeOrderTypePickup'), icon: <ShoppingBag /> },
    isSalon && { value: 'SALON', label: t('homeOrderTypeSalon'), icon: <Scissors /> },
  ]
  return all.filter((segment) => segment !== false)
}

function HomeMessage() {
  const message = setting('customHomeMessage')
  if (!hasContent(message)) return null
  return (
    <div className="mx-4 mt-5 rounded-card bg-tint p-4 text-on-tint">
      <RichText html={message} />
    </div>
  )
}

const titles = { DELIVERY: 'homeOpenNearYou', SELFPICKUP: 'homePickupNearYou', SALON: 'homeSalonsNearYou' } as const
const cardsBeforeRows = 4

type StoreRow = Output<'get-delivery-restaurants'>[number]

/**
 * Returns the stores of a tab of home. Salons have a separate tab, which also lists the salons that people visit.
 * Another tab shows salons only if no other store is near.
 */
function storesOf(shelf: Shelf, near: StoreRow[] | undefined, visited: StoreRow[] = []): StoreRow[] | undefined {
  if (!near) return undefined
  const others = near.filter(({ kind }) => kind !== 'salon')
  if (shelf !== 'SALON') return others.length > 0 ? others : near
  const ids = new Set(near.map(({ id }) => id))
  return [...near, ...visited.filter(({ id }) => !ids.has(id))].filter(({ kind }) => kind === 'salon')
}

function Stores({ shelf, hasSalons }: { shelf: Shelf; hasSalons: boolean }) {
  const place = usePlace((state) => state.place)
  const coordinates = coordinatesOf(place)
  const name = shelf === 'SELFPICKUP' ? 'get-selfpickup-restaurants' : 'get-delivery-restaurants'
  const { data, isFetching, isError, refetch } = useQuery({
    ...ask(name, coordinates),
    initialData: shelf === 'SELFPICKUP' ? undefined : () => broughtFor(coordinates)?.stores,
    initialDataUpdatedAt: 0,
    placeholderData: keepPreviousData,
  })
  const { data: promos } = useQuery({
    ...ask('promo-slider', coordinates),
    enabled: isSettingOn('showPromoSlider'),
    initialData: () => broughtFor(coordinates)?.slides,
    initialDataUpdatedAt: 0,
  })
  const slides = shelf === 'SALON' ? [] : (promos?.otherSlides ?? [])
  const { data: visited } = useQuery({ ...ask('get-selfpickup-restaurants', coordinates), enabled: shelf === 'SALON' })
  const stores = hasSalons ? storesOf(shelf, data, visited) : data
  return (
    <section className="mt-(--gap) px-4">
      <div className="mb-3.5 flex items-end justify-between">
        <h2 className="title text-section">{t(titles[shelf])}</h2>
        <a href="categories/stores" className="reach flex items-center text-label text-brand">
          {t('categoriesTitle')}
          <ChevronRight aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        </a>
      </div>
      <FilteredStores
        stores={stores}
        isLoading={isFetching}
        hasFailed={isError}
        onRetry={() => void refetch()}
        cards={cardsBeforeRows}
        isPickup={shelf === 'SELFPICKUP'}
        between={slides.length > 0 ? { after: cardsBeforeRows, content: <ListPromos slides={slides} /> } : undefined}
        empty={
          <EmptyState
            picture="/assets/img/states/no-stores.webp"
            title={t('noRestaurantMessage')}
            text={t('homeNoStoresHint')}
            action={<Button href="/search-location">{t('homeChangeLocation')}</Button>}
          />
        }
      />
    </section>
  )
}
