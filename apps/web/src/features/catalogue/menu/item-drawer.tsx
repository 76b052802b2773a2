import { itemBadge } from '@nukkad/rules/badges.ts'
import { serviceMinutes, splitPackSize } from '@nukkad/rules/item-text.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Drawer } from '@nukkad/ui/components/drawer.tsx'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { PriceLine } from '@nukkad/ui/components/price-line.tsx'
import { Stepper } from '@nukkad/ui/components/stepper.tsx'
import { VegMark } from '@nukkad/ui/components/veg-mark.tsx'
import { groundFor } from '@nukkad/ui/picture-sources.ts'
import { Check } from 'lucide-react'
import { plainText, RichText } from '#features/shell/rich-text.tsx'
import { t } from '#lib/catalogue.ts'
import {
  addText,
  hasAddons,
  type Item,
  type ItemStore,
  markOf,
  priceParts,
  sellsPackets,
  unitMinorOf,
} from '#lib/menu-item.ts'
import { price } from '#lib/prices.ts'
import { badgeOf, Duration, ItemRating } from './item-line.tsx'
import { ItemOptions } from './item-options.tsx'
import { closeDetail, useMenuLayers } from './layers.ts'
import { useItemActions } from './use-item-actions.ts'

export function ItemDrawer({ present }: { present: ItemStore | undefined }) {
  const { detail: opened, isDetailOpen } = useMenuLayers()
  const detail = opened && { ...opened, store: present?.id === opened.store.id ? present : opened.store }
  return (
    <Drawer
      isOpen={isDetailOpen}
      onClose={closeDetail}
      name={detail?.item.name ?? ''}
      closeLabel={t('a11yClose')}
      picture={detail ? <DrawerPicture {...detail} /> : null}
      foot={detail ? <DrawerFoot {...detail} /> : null}
    >
      {detail ? <DrawerBody {...detail} /> : null}
    </Drawer>
  )
}

type Opened = { item: Item; store: ItemStore }

function DrawerPicture({ item, store }: Opened) {
  const { quantity, isCustom } = useItemActions(item, store)
  const badge = itemBadge(quantity, isCustom)
  const path = item.large || item.image
  return (
    <div
      data-item-picture=""
      className={`relative grid place-items-center overflow-hidden ${path ? `h-79 ${groundFor(item.id)}` : 'h-16'}`}
    >
      {path ? (
        <>
          <span aria-hidden="true" className="absolute bottom-0 h-[82%] w-[66%] rounded-t-full bg-white/30" />
          <Picture
            path={path}
            alt={item.name}
            width={300}
            height={300}
            sizes="300px"
            className="relative mt-6 size-64 object-contain"
            isEager
          />
        </>
      ) : null}
      {badge ? (
        <span className="pop num absolute end-3.5 top-3.5 grid h-9 min-w-9 place-items-center rounded-full bg-fill px-2 font-bold text-on">
          {badge === 'tick' ? (
            <Check aria-hidden="true" className="size-5" strokeWidth={3} />
          ) : (
            <span aria-hidden="true">{badge}</span>
          )}
          <span className="sr-only">
            {badge === 'tick' ? t('a11yInCart') : t('a11yCartQuantity', { count: badge })}
          </span>
        </span>
      ) : null}
    </div>
  )
}

function DrawerBody({ item, store }: Opened) {
  const mark = markOf(item)
  const badge = badgeOf(item)
  // The drawer shows a pack size next to the name only if the item's name contains it, not if only the description
  // does.
  const { name, size } = sellsPackets(store) ? splitPackSize(item.name, '') : { name: item.name, size: null }
  const service = store.services?.get(item.id)
  const isCustom = hasAddons(item)
  return (
    <div className="p-5">
      {mark || badge ? (
        <div className="mb-2 flex min-h-6 items-center gap-2">
          {mark ? <VegMark {...mark} /> : null}
          {badge}
        </div>
      ) : null}
      <h2 className="title text-title">
        {name}
        {size ? <span className="num mt-1 block text-body font-medium tracking-normal text-ink-2"> {size}</span> : null}
      </h2>
      <div className="mt-2 flex flex-wrap items-center gap-x-3">
        <PriceLine {...priceParts(item)} {...service} size="large" wasLabel={t('a11yOldPrice', { price: '' }).trim()} />
        <ItemRating item={item} />
        {store.kind === 'salon' ? (
          <Duration minutes={service?.minutes ?? serviceMinutes(plainText(item.desc))} />
        ) : null}
      </div>
      {item.desc ? (
        <div className="mt-3.5 border-t border-line pt-3.5 text-ink-2">
          <RichText html={item.desc} />
        </div>
      ) : null}
      {service || isCustom ? (
        <div className="mt-3.5 grid grid-cols-1 gap-4 border-t border-line pt-3.5">
          <ItemOptions item={item} />
          {service?.about}
        </div>
      ) : null}
    </div>
  )
}

function DrawerFoot({ item, store }: Opened) {
  const { quantity, isAvailable, isCustom, book, add, remove, removeDisabledReason } = useItemActions(item, store)
  if (isAvailable && book) {
    return (
      <Button isBlock href={book}>
        {addText(store, item)}
      </Button>
    )
  }
  if (!isAvailable) return <p className="py-3 text-center font-650 text-ink-2">{t('cartItemNotAvailable')}</p>
  if (!store.isOpen) return <p className="py-3 text-center font-650 text-error">{t('notAcceptingOrdersMsg')}</p>
  if (quantity === 0) {
    const addAndClose = () => {
      add()
      if (!isCustom) closeDetail()
    }
    return (
      <Button isBlock onClick={addAndClose}>
        {addText(store, item)}
        <span aria-hidden="true" className="num opacity-90">
          {priceParts(item).price}
        </span>
      </Button>
    )
  }
  return (
    <div className="flex items-center gap-3">
      <Stepper
        size="large"
        variant="soft"
        quantity={quantity}
        subject={t('a11yQuantity', { item: item.name })}
        removeLabel={t('a11yRemoveOne')}
        addLabel={t('a11yAddOne')}
        onRemove={remove}
        onAdd={add}
        removeDisabledReason={removeDisabledReason}
      />
      {isCustom ? (
        <a href="/cart" className="reach min-w-0 flex-1 text-end text-label text-brand">
          {removeDisabledReason}
        </a>
      ) : (
        <p className="min-w-0 flex-1 text-end">
          <span className="block text-micro font-normal text-ink-2">{t('cartItemsInCartText')}</span>
          <span className="num text-section">{price(unitMinorOf(item, []) * BigInt(quantity), item.currency)}</span>
        </p>
      )}
    </div>
  )
}
