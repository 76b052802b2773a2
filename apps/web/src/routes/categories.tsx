import { classNames } from '@nukkad/ui/class-names.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Chip } from '@nukkad/ui/components/pill.tsx'
import { EmptyState, Skeleton } from '@nukkad/ui/components/states.tsx'
import { FilteredStores } from '#components/filtered-stores.tsx'
import { useSelection } from '#features/catalogue/categories/selection.ts'
import { useCategories, useCategoryStores } from '#features/catalogue/categories/use-category-stores.ts'
import { CartBar } from '#features/shell/cart-bar.tsx'
import { Page } from '#features/shell/page.tsx'
import { t } from '#lib/catalogue.ts'
import { storesCount } from '#lib/store-summary.ts'

/** Lets a person choose categories, and lists the stores in any of them (B-07, K-07 to K-09). */
export default function CategoriesRoute() {
  const { categories, isError: hasNoCategories, refetch: refetchCategories } = useCategories()
  const { options, toggle, clear } = useSelection()
  const chosen = options.length > 0 ? options : (categories ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const stores = useCategoryStores(chosen.map(({ value }) => value).toSorted((a, b) => a - b))
  const retry = () => {
    void refetchCategories()
    void stores.refetch()
  }
  return (
    <Page title={t('categoriesTitle')} back="/" foot="cart" isLoading={stores.isFetching && stores.data !== undefined}>
      <fieldset className="grid min-w-0 snap-x scroll-px-4 auto-cols-max grid-flow-col grid-rows-3 justify-start gap-x-2 gap-y-2.5 overflow-x-auto px-4 py-1.5 [scrollbar-width:none]">
        <legend className="sr-only">{t('categoriesTitle')}</legend>
        {categories?.map(({ id, name }) => (
          <Chip
            key={id}
            isOn={options.some(({ value }) => value === id)}
            onClick={() => toggle({ value: id, label: name })}
          >
            {name}
          </Chip>
        ))}
        {categories || hasNoCategories ? null : <ChipsSkeleton />}
      </fieldset>
      <div className="stays sticky z-5 flex min-h-11 flex-wrap items-center justify-between bg-bg px-4">
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

function ChipsSkeleton() {
  return ['w-20', 'w-28', 'w-24', 'w-32', 'w-20', 'w-24'].map((width, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the number and order of the placeholders never change
    <Skeleton key={index} className={`h-9 rounded-full ${width}`} />
  ))
}
