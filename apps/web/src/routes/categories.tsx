import { classNames } from '@nukkad/ui/class-names.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { EmptyState, Skeleton } from '@nukkad/ui/components/states.tsx'
import { groundFor } from '@nukkad/ui/picture-sources.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { FilteredStores } from '#components/filtered-stores.tsx'
import { type Option, useSelection } from '#features/catalogue/categories/selection.ts'
import { useCategories, useCategoryStores } from '#features/catalogue/categories/use-category-stores.ts'
import { CartBar } from '#features/shell/cart-bar.tsx'
import { Page } from '#features/shell/page.tsx'
import { t } from '#lib/catalogue.ts'
import { ask } from '#lib/query.ts'
import { storesCount } from '#lib/store-summary.ts'

/** Lets a person choose categories, and lists the stores in any of the chosen categories (B-07, K-07 to K-09). */
export default function CategoriesRoute() {
  const { categories, isError: hasNoCategories, refetch: refetchCategories } = useCategories()
  const { options, toggle, clear } = useSelection()
  const pictures = usePictures(categories)
  const chosen = options.length > 0 ? options : (categories ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const stores = useCategoryStores(chosen.map(({ value }) => value).toSorted((a, b) => a - b))
  const list = useRef<HTMLDivElement>(null)
  const choose = (option: Option) => {
    toggle(option)
    // Scrolls to the stores after a choice, because they are below the tiles and often outside the window.
    if (!options.some(({ value }) => value === option.value)) showFrom(list.current)
  }
  const retry = () => {
    void refetchCategories()
    void stores.refetch()
  }
  return (
    <Page title={t('categoriesTitle')} back="/" foot="cart" isLoading={stores.isFetching && stores.data !== undefined}>
      <fieldset className="grid min-w-0 grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-x-2 gap-y-4 px-4 pt-2 pb-4">
        <legend className="sr-only">{t('categoriesTitle')}</legend>
        {categories?.map(({ id, name }, index) => (
          <CategoryTile
            key={id}
            name={name}
            image={pictures && (pictures.get(id) ?? '')}
            ground={groundFor(index)}
            isOn={options.some(({ value }) => value === id)}
            onPress={() => choose({ value: id, label: name })}
          />
        ))}
        {categories || hasNoCategories ? null : <TilesSkeleton />}
      </fieldset>
      <div ref={list} className="flex min-h-11 scroll-mt-14 flex-wrap items-center justify-between px-4">
        <p role="status" className="num text-label text-ink-2">
          {stores.data ? storesCount(stores.data.length) : ''}
        </p>
        {options.length > 0 ? (
          <Button variant="plain" size="small" className="-me-3" onClick={clear}>
            {t('categoriesClear')}
          </Button>
        ) : null}
      </div>
      <div className={classNames('px-4 transition-opacity', stores.isPlaceholderData && 'opacity-60')}>
        <h2 className="sr-only">{t('exploreRestautantsText')}</h2>
        <FilteredStores
          stores={stores.data}
          isLoading={stores.isFetching || (!categories && !hasNoCategories)}
          hasFailed={stores.isError || hasNoCategories}
          onRetry={retry}
          cards={0}
          empty={
            <EmptyState
              picture="/assets/img/states/search-empty.webp"
              title={t('categoriesNoRestaurantsFoundText')}
              text={t('categoriesEmptyHint')}
              action={
                <Button variant="tint" onClick={clear}>
                  {t('categoriesClear')}
                </Button>
              }
            />
          }
        />
      </div>
      <CartBar isAboveBar={false} />
    </Page>
  )
}

function showFrom(element: HTMLElement | null) {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView({ block: 'start', behavior: isStill ? 'instant' : 'smooth' })
}

type CategoryTileProps = {
  name: string
  /** The path of the category's picture; undefined while it loads, '' if the category has none. */
  image: string | undefined
  ground: string
  isOn: boolean
  onPress: () => void
}

function CategoryTile({ name, image, ground, isOn, onPress }: CategoryTileProps) {
  return (
    <button type="button" aria-pressed={isOn} onClick={onPress} className="press flex flex-col items-center gap-1.5">
      <span
        className={classNames(
          'relative grid size-18 place-items-center overflow-hidden rounded-card',
          ground,
          isOn && 'outline-2 outline-offset-2 outline-brand',
        )}
      >
        {image ? (
          <Picture path={image} alt="" width={72} height={72} sizes="72px" className="size-18 object-cover" />
        ) : image === undefined ? (
          <Skeleton className="size-full" />
        ) : (
          <span
            aria-hidden="true"
            data-letter={name.slice(0, 1)}
            className="title text-section before:content-[attr(data-letter)]"
          />
        )}
      </span>
      <span className={classNames('text-center text-small text-balance', isOn ? 'font-bold text-ink' : 'text-ink-2')}>
        {name}
      </span>
    </button>
  )
}

/**
 * Returns the pictures of categories by their ids, or undefined while they load. A category with a category tile has
 * the tile's picture. Any other category has the picture of a nearby store: the one with the fewest other categories.
 * No two categories show the same picture.
 */
function usePictures(categories: readonly { id: number }[] = []): ReadonlyMap<number, string> | undefined {
  const { data: tiles = [], isLoading: areTilesLoading } = useQuery(ask('get-restaurant-category-slides', {}))
  const { data: stores = [], isLoading } = useCategoryStores(categories.map(({ id }) => id).toSorted((a, b) => a - b))
  if (isLoading || areTilesLoading) return undefined
  const byFewest = stores.toSorted((a, b) => a.categories_ids.length - b.categories_ids.length)
  const pictures = new Map<number, string>()
  for (const { id } of categories) {
    const own = tiles.find(({ categories_ids: [only, second] }) => only?.value === id && !second)?.image
    const taken = new Set(pictures.values())
    const store = byFewest.find(
      ({ categories_ids, image }) => categories_ids.includes(id) && image && !taken.has(image),
    )
    const picture = own ?? store?.image
    if (picture) pictures.set(id, picture)
  }
  return pictures
}

function TilesSkeleton() {
  return Array.from({ length: 12 }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the number and order of the placeholders never change
    <Skeleton key={index} className="mx-auto size-18 rounded-card" />
  ))
}
