import { t } from '#lib/catalogue.ts'
import { cartItemOf, hasAddons, type Item, type ItemStore, unitMinorOf } from '#lib/menu-item.ts'
import { announce } from '#lib/notices.ts'
import { price } from '#lib/prices.ts'
import { addToCart, quantityOf, removeFromCart, useCart } from '#stores/cart.ts'
import { openCustom } from './layers.ts'

/** What can be done with an item, the same in lists and in its drawer (D-28 to D-33). */
export function useItemActions(item: Item, store: ItemStore) {
  const quantity = useCart(({ lines }) => quantityOf(lines, item.id))
  const isCustom = hasAddons(item)
  // As it is by now: of two quick touches the second says two.
  const say = () => {
    const count = quantityOf(useCart.getState().lines, item.id)
    announce(
      count > 0
        ? t('a11yCartChanged', {
            item: item.name,
            count,
            total: price(unitMinorOf(item, []) * BigInt(count), item.currency),
          })
        : t('cartLineRemoved', { item: item.name }),
    )
  }
  return {
    quantity,
    isCustom,
    isAvailable: item.is_active === 1,
    add: () => {
      if (isCustom) openCustom(item, store)
      else if (addToCart(cartItemOf(item, store))) say()
    },
    remove: () => {
      removeFromCart(item)
      say()
    },
    // Which of several customised lines should go can only be said on the cart page (INT-18).
    removeDisabledReason: isCustom ? t('itemRemoveFromCartHint') : undefined,
  }
}
