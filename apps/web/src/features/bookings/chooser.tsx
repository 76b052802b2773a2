import type { Output } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Dock } from '@nukkad/ui/components/dock.tsx'
import { EmptyState, Skeleton } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { CalendarX2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSearch } from 'wouter'
import { StorePicture } from '#components/store-picture.tsx'
import { useOfflineReason } from '#features/shell/offline.tsx'
import { Page } from '#features/shell/page.tsx'
import { ScreenNotLoaded } from '#features/shell/screen-not-loaded.tsx'
import { type Chosen, choiceQuery, readChosen } from '#lib/book-path.ts'
import { t } from '#lib/catalogue.ts'
import type { Item } from '#lib/menu-item.ts'
import { go } from '#lib/navigation.ts'
import { price } from '#lib/prices.ts'
import { ask } from '#lib/query.ts'
import { useKept } from '#lib/use-kept.ts'
import { type Salon, type SalonService, whenText } from '#lib/visits.ts'
import { addonPricing } from '#stores/cart.ts'
import { ChosenCards } from './chosen-cards.tsx'
import { type ChosenService, chosenServices, priceOf, wishesOf } from './chosen-services.ts'
import type { FreeStart } from './part-of-day.ts'
import { PersonChoice } from './person-choice.tsx'
import { ServiceList } from './service-list.tsx'
import { TimeChoice } from './time-choice.tsx'
import { useHold } from './use-hold.tsx'

const AddSheet = lazy(async () => ({ default: (await import('./service-sheets.tsx')).AddSheet }))
const OptionsSheet = lazy(async () => ({ default: (await import('./service-sheets.tsx')).OptionsSheet }))

type Store = Pick<Output<'get-restaurant-info'>, 'id' | 'name' | 'slug' | 'image' | 'description'>

/** Shows the first step of booking: services, people and a time. */
export default function Chooser({ slug }: { slug: string }) {
  const store = useQuery(ask('get-restaurant-info', { slug }))
  const menu = useQuery(ask('get-restaurant-items', { slug }))
  const salon = useQuery({ ...ask('salon-services', { store_id: store.data?.id ?? 0 }), enabled: Boolean(store.data) })
  const failed = [store, menu, salon].find(({ isError, data }) => isError && !data)
  const items = menu.data && Object.values(menu.data.items).flat()
  return (
    <Page title={t('bookTitle')} back={`/stores/${slug}`} foot="dock">
      {store.data && items && salon.data ? (
        <Choosing store={store.data} items={items} salon={salon.data} />
      ) : failed ? (
        <ScreenNotLoaded
          onRetry={() => [store, menu, salon].forEach(({ refetch }) => void refetch())}
          isRetrying={failed.isFetching}
        />
      ) : (
        <ChooserSkeleton />
      )}
    </Page>
  )
}

function Choosing({ store, items, salon }: { store: Store; items: Item[]; salon: Salon }) {
  const query = new URLSearchParams(useSearch())
  const wished = Number(query.get('with')) || null
  const [list, setList] = useKept<Chosen[]>('services', readChosen(query.get('s')))
  const [start, setStart] = useKept<FreeStart | null>('start', null)
  const chosen = chosenServices(list, salon, items)
  const change = (next: Chosen[]) => {
    setList(next)
    setStart(null)
  }
  const add = ({ item_id }: SalonService) =>
    change([...chosen, { itemId: item_id, stylistId: wished, isBeside: false }])
  if (salon.services.length === 0)
    return (
      <EmptyState
        picture={<CalendarX2 />}
        title={t('bookNone')}
        action={<Button href={`/stores/${store.slug}`}>{store.name}</Button>}
      />
    )
  if (chosen.length === 0)
    return (
      <div className="px-4 pb-6">
        <div className="mb-2 flex items-center gap-3">
          <StorePicture store={store} />
          <p className="min-w-0">
            <span dir="auto" className="block text-heading">
              {store.name}
            </span>
            <span dir="auto" className="block text-small text-ink-2">
              {store.description}
            </span>
          </p>
        </div>
        <ServiceList salon={salon} items={items} stylistId={wished} onAdd={add} hasChips />
      </div>
    )
  return (
    <Chosens
      store={store}
      items={items}
      salon={salon}
      chosen={chosen}
      start={start}
      onChange={change}
      onAdd={add}
      onStart={setStart}
    />
  )
}

type ChosensProps = {
  store: Store
  items: Item[]
  salon: Salon
  chosen: ChosenService[]
  start: FreeStart | null
  onChange: (next: Chosen[]) => void
  onAdd: (service: SalonService) => void
  onStart: (start: FreeStart | null) => void
}

/**
 * The open sheet: `add` is the sheet that adds a service, and a number is the options of the chosen service with this
 * index.
 */
type Opened = 'add' | number | null

function Chosens({ store, items, salon, chosen, start, onChange, onAdd, onStart }: ChosensProps) {
  const [opened, setOpened] = useState<Opened>(null)
  const set = (index: number, part: Partial<Chosen>) =>
    onChange(chosen.map((one, at) => (at === index ? { ...one, ...part } : one)))
  const options = typeof opened === 'number' ? chosen[opened] : undefined
  const close = () => setOpened(null)
  return (
    <>
      <ChosenCards
        chosen={chosen}
        onRemove={(index) => onChange(chosen.filter((_, at) => at !== index))}
        onOptions={setOpened}
        onBeside={(index, isBeside) => set(index, { isBeside })}
        onAdd={() => setOpened('add')}
      />
      {chosen.map((one, index) => (
        <PersonChoice
          // biome-ignore lint/suspicious/noArrayIndexKey: a visit may have one service twice
          key={`${one.itemId}-${index}`}
          chosen={one}
          people={salon.stylists}
          isOneOfSeveral={chosen.length > 1}
          onChoose={(stylistId) => set(index, { stylistId })}
        />
      ))}
      <TimeChoice
        about={{ store_id: store.id, services: wishesOf(chosen) }}
        timeZone={salon.time_zone}
        horizonDays={salon.horizon_days}
        startsAt={start?.starts_at ?? null}
        onChoose={onStart}
        storeName={store.name}
      />
      <HoldDock store={store} salon={salon} chosen={chosen} start={start} onStart={onStart} />
      <Suspense>
        {opened === 'add' ? (
          <AddSheet
            isOpen
            salon={salon}
            items={items}
            onClose={close}
            onAdd={(service) => {
              close()
              onAdd(service)
            }}
          />
        ) : null}
        {options && typeof opened === 'number' ? (
          <OptionsSheet
            chosen={options}
            onClose={close}
            onChange={(addons) => {
              close()
              set(opened, { addons })
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}

type HoldDockProps = Pick<ChosensProps, 'store' | 'salon' | 'chosen' | 'start' | 'onStart'>

/** Shows price, time and people, and holds the chosen time. */
function HoldDock({ store, salon, chosen, start, onStart }: HoldDockProps) {
  const offline = useOfflineReason()
  const { hold, isPending, sheet } = useHold({
    storeName: store.name,
    timeZone: salon.time_zone,
    onHeld: ({ unique_visit_id }) => {
      // Removes the chosen time, because another customer may have taken it when the person comes back from the review.
      onStart(null)
      go(`/book/${store.slug}/${unique_visit_id}${choiceQuery(chosen)}`)
    },
    onOther: () => onStart(null),
  })
  return (
    <>
      <Dock reason={offline}>
        <div className="flex flex-wrap items-center gap-3">
          <p className="num min-w-0 flex-[1_1_5em]">
            <span className="block text-section font-bold">{totalText(chosen, start)}</span>
            <span className="block text-small text-ink-2">
              {start ? startText(start, chosen, salon) : t('bookChooseTime')}
            </span>
          </p>
          <Button
            disabled={!start || offline !== undefined}
            isBusy={isPending}
            onClick={() =>
              start && hold({ store_id: store.id, services: wishesOf(chosen), starts_at: start.starts_at })
            }
          >
            {t('bookReview')}
          </Button>
        </div>
      </Dock>
      {sheet}
    </>
  )
}

function totalText(chosen: readonly ChosenService[], start: FreeStart | null): string {
  const prices = chosen.map((one, index) => priceOf(one, start?.stylists[index] ?? one.stylistId, addonPricing()))
  const total = price(
    prices.reduce((sum, { minor }) => sum + minor, 0n),
    chosen[0]?.item.currency ?? '',
  )
  return prices.some(({ isFrom }) => isFrom) ? t('bookFrom', { price: total }) : total
}

/** Returns a text such as "Today 4:30 pm with Nila, Dev". */
function startText({ starts_at, stylists }: FreeStart, chosen: readonly ChosenService[], salon: Salon): string {
  const when = whenText(starts_at, salon.time_zone)
  const ids = new Set(chosen.map((_, index) => stylists[index]))
  const names = salon.stylists.filter(({ id }) => ids.has(id)).map(({ name }) => name)
  return names.length > 0 ? t('bookWith', { when, name: names.join(', ') }) : when
}

function ChooserSkeleton() {
  return (
    <div role="status" aria-label={t('a11yLoading')} className="grid gap-3 px-4">
      <Skeleton className="h-20" />
      <Skeleton className="h-28" />
      <Skeleton className="h-20" />
      <Skeleton className="h-52" />
    </div>
  )
}
