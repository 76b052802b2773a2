// biome-ignore-all lint/a11y/useSemanticElements: between ul and li there are elements whose rendering the browser can
// skip

import { memo, startTransition, useEffect, useState } from 'react'
import { type Item, type ItemStore, sellsPackets } from '#lib/menu-item.ts'
import { ItemLine } from './item-line.tsx'
import { ItemTile } from './item-tile.tsx'

/** The number of rows in one element whose rendering the browser skips while it is off-screen. */
const AT_ONCE = 6
/** The number of rows rendered first, about two screens of a phone. */
const AT_FIRST = 2 * AT_ONCE

type ItemRowsProps = { items: Item[]; store: ItemStore; label?: string }

/**
 * Renders the first rows immediately and the others in small batches between touches, so that a menu of a thousand
 * items never blocks a touch.
 */
export const ItemRows = memo(({ items, store, label }: ItemRowsProps) => {
  const [shown, setShown] = useState(AT_FIRST)
  useEffect(() => {
    if (shown >= items.length) return
    const timer = setTimeout(() => startTransition(() => setShown(shown + AT_ONCE)))
    return () => clearTimeout(timer)
  }, [shown, items.length])
  const starts = Array.from({ length: Math.ceil(Math.min(shown, items.length) / AT_ONCE) }, (_, box) => box * AT_ONCE)
  return (
    <div role="list" aria-label={label} className={sellsPackets(store) ? undefined : 'divide-y divide-line'}>
      {starts.map((start) => (
        <Box key={start} items={items} start={start} store={store} />
      ))}
    </div>
  )
})

type BoxProps = { items: Item[]; start: number; store: ItemStore }

const rows =
  'divide-y divide-line [contain-intrinsic-size:auto_984px] [content-visibility:auto] wide:grid wide:grid-cols-2 wide:gap-x-8 wide:divide-y-0'
/** The tiles have three columns on a phone, and fewer with large letters. */
const tiles =
  'grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-x-2.5 gap-y-5 pb-5 [contain-intrinsic-size:auto_480px] [content-visibility:auto]'

const Box = memo(({ items, start, store }: BoxProps) => (
  <div role="presentation" className={sellsPackets(store) ? tiles : rows}>
    {items.slice(start, start + AT_ONCE).map((item) => (
      <div key={item.id} role="listitem">
        {sellsPackets(store) ? <ItemTile item={item} store={store} /> : <ItemLine item={item} store={store} />}
      </div>
    ))}
  </div>
))
