import { Button } from '@nukkad/ui/components/button.tsx'
import { EmptyState } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { NotLoaded } from '#features/shell/not-loaded.tsx'
import { t } from '#lib/catalogue.ts'
import type { ItemStore } from '#lib/menu-item.ts'
import { ask } from '#lib/query.ts'
import { ItemLine } from './item-line.tsx'
import { openDetail } from './layers.ts'

/** Shows the one item that the URL names, and opens its drawer (B-09). */
export default function SingleItem({ id, slug, store }: { id: number; slug: string; store: ItemStore }) {
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
