import { splitPackSize } from '@nukkad/rules/item-text.ts'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { PriceLine } from '@nukkad/ui/components/price-line.tsx'
import { groundFor } from '@nukkad/ui/picture-sources.ts'
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

/** Shows an item as a tile: its picture with the add button, its name, size and price. */
export function ItemTile({ item, store, isEager }: ItemTileProps) {
  const { name, size } = sellsPackets(store)
    ? splitPackSize(item.name, plainText(item.desc))
    : { name: item.name, size: null }
  return (
    <article>
      <div className="relative mb-6">
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          onClick={(event) => openDetail(item, store, event.currentTarget)}
          className={`press grid h-32 w-full place-items-center overflow-hidden rounded-card ${groundFor(item.id)}`}
        >
          {item.image ? (
            <Picture
              path={item.image}
              alt=""
              width={104}
              height={96}
              sizes="104px"
              className={`-mt-2 h-24 w-26 object-contain ${item.is_active ? '' : 'opacity-40'}`}
              isEager={isEager}
            />
          ) : (
            <span className="title text-title">{item.name.slice(0, 1)}</span>
          )}
        </button>
        <div className="absolute inset-x-0 -bottom-3.5 flex justify-center">
          <ItemControl item={item} store={store} />
        </div>
      </div>
      <h3 className="line-clamp-2 text-label">
        <button type="button" onClick={(event) => openDetail(item, store, event.currentTarget)} className="text-start">
          {name}
        </button>
      </h3>
      {size ? (
        <p dir="auto" className="num truncate text-micro font-normal text-ink-2">
          {size}
        </p>
      ) : null}
      <PriceLine {...priceParts(item)} discount={null} wasLabel={t('a11yOldPrice', { price: '' }).trim()} />
      <ItemRating item={item} />
    </article>
  )
}
