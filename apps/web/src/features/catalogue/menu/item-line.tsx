import { serviceMinutes } from '@nukkad/rules/item-text.ts'
import { AddButton, ItemRow } from '@nukkad/ui/components/item-row.tsx'
import { Pill } from '@nukkad/ui/components/pill.tsx'
import { PriceLine } from '@nukkad/ui/components/price-line.tsx'
import { Stepper } from '@nukkad/ui/components/stepper.tsx'
import { VegMark } from '@nukkad/ui/components/veg-mark.tsx'
import { Clock, Star } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { plainText } from '#features/shell/rich-text.tsx'
import { t } from '#lib/catalogue.ts'
import { formatCount, tenths } from '#lib/locale.ts'
import { addText, hasAddons, type Item, type ItemStore, markOf, priceParts } from '#lib/menu-item.ts'
import { openDetail } from './layers.ts'
import { useItemActions } from './use-item-actions.ts'

/**
 * The row is memoized, because a menu has up to a thousand items, which would all render again at each change of the
 * screen.
 */
export const ItemLine = memo(({ item, store }: { item: Item; store: ItemStore }) => {
  const isAvailable = item.is_active === 1
  const mark = markOf(item)
  const description = plainText(item.desc)
  const service = store.services?.get(item.id)
  return (
    <ItemRow
      id={item.id}
      name={item.name}
      description={description}
      image={item.image}
      mark={mark ? <VegMark {...mark} /> : null}
      badge={badgeOf(item)}
      price={
        <div className="flex flex-wrap items-center gap-x-2.5">
          <PriceLine {...priceParts(item)} {...service} wasLabel={t('a11yOldPrice', { price: '' }).trim()} />
          <ItemRating item={item} />
          {store.kind === 'salon' ? <Duration minutes={service?.minutes ?? serviceMinutes(description)} /> : null}
        </div>
      }
      control={<ItemControl item={item} store={store} />}
      note={hasAddons(item) && isAvailable ? t('customizableItemText') : undefined}
      isInactive={!isAvailable}
      onOpen={(pressed) => openDetail(item, store, pressed)}
    />
  )
})

/** Shows the rating of an item that has enough ratings. */
export function ItemRating({ item: { rating, rating_count = 0 } }: { item: Item }) {
  if (!rating) return null
  const [score, count] = [tenths(Number(rating)), formatCount(rating_count)]
  return (
    <span className="num inline-flex items-center gap-1 text-small text-ink-2">
      <Star aria-hidden="true" className="size-3.5 fill-gold stroke-gold" />
      <span aria-hidden="true">
        {score} ({count})
      </span>
      <span className="sr-only">{t('a11yRating', { rating: score, count })}</span>
    </span>
  )
}

/** Shows how long a service takes, if that is known. */
export function Duration({ minutes }: { minutes: number | null }) {
  if (minutes === null) return null
  return (
    <span className="num inline-flex items-center gap-1 text-small text-ink-2">
      <Clock aria-hidden="true" className="size-3.5" />
      {t('commonMinutes', { count: minutes })}
    </span>
  )
}

export function badgeOf(item: Item): ReactNode {
  if (item.best_seller) return <Pill variant="gold">{t('bestSellerBadgeText')}</Pill>
  if (item.is_popular === 1) return <Pill variant="gold">{t('popularBadgeText')}</Pill>
  if (item.is_new === 1) return <Pill variant="info">{t('newBadgeText')}</Pill>
  return null
}

/** Shows the "Add" button, which becomes a stepper, or a text for an item that cannot be ordered (D-29). */
export function ItemControl({ item, store }: { item: Item; store: ItemStore }) {
  const { quantity, isAvailable, book, add, remove, removeDisabledReason } = useItemActions(item, store)
  // If the pressed button disappears after a press, the button that takes its place gets the focus.
  const wasPressed = useRef(false)
  useEffect(() => {
    wasPressed.current = false
  })
  const press = (act: () => void) => () => {
    wasPressed.current = true
    act()
  }
  if (!isAvailable) {
    return (
      <span className="rounded-badge bg-raised px-2 py-1 text-center text-micro text-ink-2 hairline">
        {t('cartItemNotAvailable')}
      </span>
    )
  }
  if (quantity === 0) {
    return (
      <AddButton
        label={addText(store, item)}
        subject={item.name}
        // The button to book stays while the salon is closed, because its visits can be booked at any hour.
        isDisabled={!store.isOpen && !book}
        hasFocus={wasPressed.current}
        onAdd={press(add)}
      />
    )
  }
  return (
    <Stepper
      quantity={quantity}
      subject={t('a11yQuantity', { item: item.name })}
      removeLabel={t('a11yRemoveOne')}
      addLabel={t('a11yAddOne')}
      onRemove={press(remove)}
      onAdd={press(add)}
      hasFocus={wasPressed.current}
      removeDisabledReason={removeDisabledReason}
      isAddDisabled={!store.isOpen}
    />
  )
}
