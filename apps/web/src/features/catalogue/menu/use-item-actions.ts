import { afterPaint } from '#lib/after-paint.ts'
import { t } from '#lib/catalogue.ts'
import { cartItemOf, hasAddons, type Item, type ItemStore, unitMinorOf } from '#lib/menu-item.ts'
import { go } from '#lib/navigation.ts'
import { price } from '#lib/prices.ts'
import { announce } from '#lib/toasts.ts'
import { addToCart, quantityOf, removeFromCart, useCart } from '#stores/cart.ts'
import { openCustom } from './layers.ts'

/** Returns the actions on an item, for lists and its drawer (D-28 to D-33). */
export function useItemActions(item: Item, store: ItemStore) {
  const book = store.services?.get(item.id)?.path
  const quantity = useCart(({ lines }) => (book ? 0 : quantityOf(lines, item.id)))
  const isCustom = hasAddons(item)
  // Reads the current quantity from the state of the cart, so that the second of two quick touches announces 2. Screen
  // readers get the announcement only after the next frame, so that the frame after the touch shows the new quantity
  // without delay.
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
    /** The path on which a service is booked; undefined for a product. */
    book,
    add: () => {
      if (book) go(book)
      else if (isCustom) openCustom(item, store)
      else if (addToCart(cartItemOf(item, store))) afterPaint(say)
    },
    remove: () => {
      removeFromCart(item)
      afterPaint(say)
    },
    // Only the cart page can tell which of several customised lines to remove (INT-18).
    removeDisabledReason: isCustom ? t('itemRemoveFromCartHint') : undefined,
  }
}
