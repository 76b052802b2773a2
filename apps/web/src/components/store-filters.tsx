import {
  type Bounds,
  boundsOf,
  divides,
  filterStores,
  isFiltered,
  noFilter,
  readFilter,
  type Sort,
  type StoreFilter,
  type Switch,
  sorts,
  writeFilter,
} from '@nukkad/rules/store-filter.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Chip } from '@nukkad/ui/components/pill.tsx'
import { EmptyState } from '@nukkad/ui/components/states.tsx'
import { ArrowDownWideNarrow, BadgePercent, Clock, Leaf, Star, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#lib/catalogue.ts'
import { siteCurrency, wholePrice } from '#lib/price-format.ts'

type FilteredStore = Parameters<typeof boundsOf>[0][number]

/** Returns the stores that the parameters of a URL select, with the filters to change the selection. */
export function choose<Store extends FilteredStore>(stores: Store[], query: string, isPickup: boolean | undefined) {
  const filter = readFilter(new URLSearchParams(query))
  const bounds = boundsOf(stores)
  const shown = filterStores(stores, filter, bounds)
  const isChosen = isFiltered(filter)
  return {
    shown,
    isFiltered: isChosen,
    isSorted: filter.sort !== null,
    isVeg: filter.on.has('veg'),
    none: <NoneMatches />,
    chips: (
      <>
        <Chips stores={stores} filter={filter} bounds={bounds} isPickup={isPickup} />
        {isChosen ? (
          <p role="status" className={shown.length === 0 ? 'sr-only' : 'num mb-3 text-small text-ink-2'}>
            {t('filterShown', { shown: shown.length, count: stores.length })}
          </p>
        ) : null}
      </>
    ),
  }
}

function NoneMatches() {
  return (
    <EmptyState
      picture="/assets/img/states/search-empty.webp"
      title={t('filterNone')}
      text={t('filterNoneHint')}
      action={
        <Button variant="tint" onClick={() => write(noFilter)}>
          {t('filterClear')}
        </Button>
      }
    />
  )
}

/** Writes the chosen filters into the URL without adding a history entry, so Back does not step through filters. */
function write(filter: StoreFilter): void {
  const address = new URL(location.href)
  writeFilter(address.searchParams, filter)
  history.replaceState(history.state, '', address)
}

type ChipsProps = { stores: FilteredStore[]; filter: StoreFilter; bounds: Bounds; isPickup?: boolean }

function Chips({ stores, filter, bounds, isPickup }: ChipsProps) {
  const under = filter.under ?? bounds.under
  const currency = stores[0]?.currency ?? siteCurrency()
  const toggle = (name: Switch) => {
    const on = new Set(filter.on)
    if (!on.delete(name)) on.add(name)
    write({ ...filter, on })
  }
  const chip = (name: Switch, icon: ReactNode, text: string) =>
    filter.on.has(name) || divides(stores, { ...noFilter, on: new Set([name]) }, bounds) ? (
      <Chip key={name} isOn={filter.on.has(name)} onClick={() => toggle(name)}>
        {icon}
        {text}
      </Chip>
    ) : null
  return (
    <fieldset className="rail -mx-4 mb-2 min-w-0 gap-2 px-4 py-1">
      <legend className="sr-only">{t('filterLabel')}</legend>
      <SortChip filter={filter} isPickup={isPickup} />
      {chip('veg', <Leaf aria-hidden="true" />, t('pureVegText'))}
      {chip('rated', <Star aria-hidden="true" />, t('filterRated'))}
      {chip('offers', <BadgePercent aria-hidden="true" />, t('storeCouponsTitle'))}
      {under !== null && (filter.under !== null || divides(stores, { ...noFilter, under }, bounds)) ? (
        <Chip
          isOn={filter.under !== null}
          onClick={() => write({ ...filter, under: filter.under === null ? under : null })}
        >
          {t('filterUnder', { amount: wholePrice(String(under), currency) })}
        </Chip>
      ) : null}
      {chip('open', <Clock aria-hidden="true" />, t('filterOpen'))}
      {isPickup || bounds.fastMinutes === 0
        ? null
        : chip('fast', <Zap aria-hidden="true" />, t('filterFast', { minutes: bounds.fastMinutes }))}
    </fieldset>
  )
}

const sortTexts = { near: 'sortNear', rating: 'sortRating', price: 'sortPrice', fee: 'sortFee' } as const

function SortChip({ filter, isPickup }: Pick<ChipsProps, 'filter' | 'isPickup'>) {
  const offered = sorts.filter((sort) => sort !== 'fee' || !isPickup)
  return (
    <label
      className={`reach relative inline-flex min-h-9 items-center gap-1.5 rounded-full ps-3.5 text-label whitespace-nowrap focus-within:outline-2 ${filter.sort ? 'bg-ink text-bg' : 'bg-surface text-ink hairline'}`}
    >
      <ArrowDownWideNarrow aria-hidden="true" className="size-4" />
      <select
        aria-label={t('filterSort')}
        value={filter.sort ?? ''}
        onChange={({ currentTarget }) => write({ ...filter, sort: (currentTarget.value || null) as Sort | null })}
        className="min-h-9 cursor-pointer appearance-none bg-transparent pe-3.5 outline-none [field-sizing:content]"
      >
        <option value="" className="bg-surface text-ink">
          {t(filter.sort ? 'sortRecommended' : 'filterSort')}
        </option>
        {offered.map((sort) => (
          <option key={sort} value={sort} className="bg-surface text-ink">
            {t(sortTexts[sort])}
          </option>
        ))}
      </select>
    </label>
  )
}
