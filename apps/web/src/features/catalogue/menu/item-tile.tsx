import { splitPackSize } from '@nukkad/rules/item-text.ts'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { PriceLine } from '@nukkad/ui/components/price-line.tsx'
import { groundFor } from '@nukkad/ui/picture-sources.ts'
import type { MouseEvent } from 'react'
import { plainText } from '#features/shell/rich-text.tsx'
import { t } from '#lib/catalogue.ts'
import { type Item, type ItemStore, priceParts, sellsPackets } from '#lib/menu-item.ts'
import { ItemControl, ItemRating } from './item-line.tsx'
import { openDetail } from './layers.ts'

type ItemTileProps = {
  item: Item
  store: ItemStore
  isEager?: boolean
}

/**
 * Shows an item as a tile: its picture with the add button, its name, size and price. The tile of an item without a
 * picture has its texts in the picture's place, so that the buttons of a row of tiles stay in one line.
 */
export function ItemTile({ item, store, isEager }: ItemTileProps) {
  const { name, size } = sellsPackets(store)
    ? splitPackSize(item.name, plainText(item.desc))
    : { name: item.name, size: null }
  const open = (event: MouseEvent<Element>) => openDetail(item, store, event.currentTarget)
  const priceLine = (
    <PriceLine {...priceParts(item)} discount={null} wasLabel={t('a11yOldPrice', { price: '' }).trim()} />
  )
  const amount = size ? (
    <span dir="auto" className="num block truncate text-micro font-normal text-ink-2">
      {size}
    </span>
  ) : null
  const control = (
    <div className="absolute inset-x-0 -bottom-3.5 flex justify-center">
      <ItemControl item={item} store={store} />
    </div>
  )
  return (
    <article>
      {item.image ? (
        <>
          <div className="relative mb-6">
            <button
              type="button"
              tabIndex={-1}
              aria-hidden="true"
              onClick={open}
              className={`press grid h-32 w-full place-items-center overflow-hidden rounded-card ${groundFor(item.id)}`}
            >
              <Picture
                path={item.image}
                alt=""
                width={104}
                height={96}
                sizes="104px"
                className={`-mt-2 h-24 w-26 object-contain ${item.is_active ? '' : 'opacity-40'}`}
                isEager={isEager}
              />
            </button>
            {control}
          </div>
          <h3 className="line-clamp-2 text-label">
            <button type="button" onClick={open} className="text-start">
              {name}
            </button>
          </h3>
          {amount}
          {priceLine}
          <ItemRating item={item} />
        </>
      ) : (
        <div className="relative mb-3.5 flex min-h-32 flex-col rounded-card bg-surface p-2.5 pb-5 hairline">
          <h3 className="flex-1">
            <button type="button" onClick={open} className="text-start">
              <span className="line-clamp-2 wrap-anywhere text-label" style={{ WebkitLineClamp: 3 }}>
                {name}
              </span>
              {amount}
            </button>
          </h3>
          {priceLine}
          <ItemRating item={item} />
          {control}
        </div>
      )}
    </article>
  )
}
