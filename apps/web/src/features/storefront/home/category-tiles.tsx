import { CategoryRail } from '@nukkad/ui/components/category-rail.tsx'
import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { boot } from '#lib/boot.ts'
import { isSettingOn, t } from '#lib/catalogue.ts'
import { ask } from '#lib/query.ts'
import { writeKey } from '#lib/storage.ts'

/**
 * Shows the category tiles. A tap stores the tile's categories and opens their stores
 * (docs/reference/wire.md#home-and-store-lists, C-31).
 */
export function CategoryTiles() {
  const isOn = isSettingOn('enRestaurantCategorySlider')
  const { data, isLoading } = useQuery({
    ...ask('get-restaurant-category-slides', {}),
    enabled: isOn,
    initialData: () => boot.home?.tiles,
    initialDataUpdatedAt: 0,
  })
  if (!isOn || (data && data.length === 0)) return null
  if (!data) return isLoading ? <TilesSkeleton /> : null
  return (
    <CategoryRail
      label={t('a11yCategories')}
      tiles={data.map(({ id, name, image }) => ({ id, name, image, href: 'categories/stores' }))}
      onSelect={({ id }) => {
        const options = data.find((tile) => tile.id === id)?.categories_ids ?? []
        writeKey('categorySelectOptions', JSON.stringify(options))
      }}
    />
  )
}

function TilesSkeleton() {
  return (
    <div className="rail gap-3" aria-hidden="true">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <div key={key}>
          <Skeleton className="size-(--art) rounded-tile" />
          <Skeleton className="mx-auto mt-2 mb-1 h-3 w-12" />
        </div>
      ))}
    </div>
  )
}
