// biome-ignore-all lint/a11y/useSemanticElements: between ul and li stand boxes that the browser may skip as a whole

import { memo, startTransition, useEffect, useState } from 'react'
import type { Item, ItemStore } from '#lib/menu-item.ts'
import { ItemLine } from './item-line.tsx'

/** Rows that come together, and are skipped together while they are not on the screen. */
const AT_ONCE = 6
/** About two screens of a phone. */
const AT_FIRST = 2 * AT_ONCE

type ItemRowsProps = { items: Item[]; store: ItemStore; label?: string }

/** The first rows at once, the others a few at a time between touches: a menu of a thousand never holds up a finger. */
export const ItemRows = memo(({ items, store, label }: ItemRowsProps) => {
  const [shown, setShown] = useState(AT_FIRST)
  useEffect(() => {
    if (shown >= items.length) return
    const timer = setTimeout(() => startTransition(() => setShown(shown + AT_ONCE)))
    return () => clearTimeout(timer)
  }, [shown, items.length])
  const starts = Array.from({ length: Math.ceil(Math.min(shown, items.length) / AT_ONCE) }, (_, box) => box * AT_ONCE)
  return (
    <div role="list" aria-label={label} className="divide-y divide-line">
      {starts.map((start) => (
        <Box key={start} items={items} start={start} store={store} />
      ))}
    </div>
  )
})

type BoxProps = { items: Item[]; start: number; store: ItemStore }

const Box = memo(({ items, start, store }: BoxProps) => (
  <div
    role="presentation"
    className="divide-y divide-line [contain-intrinsic-size:auto_984px] [content-visibility:auto] wide:grid wide:grid-cols-2 wide:gap-x-8 wide:divide-y-0"
  >
    {items.slice(start, start + AT_ONCE).map((item) => (
      <div key={item.id} role="listitem">
        <ItemLine item={item} store={store} />
      </div>
    ))}
  </div>
))
