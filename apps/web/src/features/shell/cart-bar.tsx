import { cartCount } from '@nukkad/rules/cart.ts'
import { FloatingCart } from '@nukkad/ui/components/floating-cart.tsx'
import { setting, t } from '#lib/catalogue.ts'
import { wirePrice } from '#lib/prices.ts'
import { currencyOf, useCart } from '#stores/cart.ts'

/**
 * Shows the floating cart. The cart bar is hidden while the cart is empty (E-12), and until the total is known, 100 ms
 * after the first item (E-15).
 */
export function CartBar({ isAboveBar }: { isAboveBar: boolean }) {
  const { lines, total } = useCart()
  if (lines.length === 0 || total.productQuantity === 0) return null
  const count = cartCount(lines, setting('countQuantityAsTotalItemsOnCart'))
  return (
    <FloatingCart
      href="/cart"
      countText={`${count} ${count === 1 ? t('floatCartItemText') : t('floatCartItemsText')}`}
      totalText={wirePrice(total.totalPrice, currencyOf(lines))}
      viewText={t('floatCartViewCartText')}
      thumbnails={lines.map(({ id, image }) => ({ id, image }))}
      isAboveBar={isAboveBar}
    />
  )
}
