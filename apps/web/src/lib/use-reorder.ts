import { useMutation } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { bookPath } from './book-path.ts'
import { errorText, t } from './catalogue.ts'
import { go } from './navigation.ts'
import type { PastOrder } from './reorder.ts'
import { notify } from './toasts.ts'

/**
 * Fills the cart with the items of a past order and opens the cart. A toast reports that some items are no longer sold
 * (GAP-81). Services of a salon do not go into a cart, so for an order of services the booking screen opens.
 */
export function useReorder() {
  return useMutation({
    mutationFn: async (order: PastOrder) => (await import('./reorder.ts')).reorder(order),
    onSuccess: (count, order) => {
      if (count === 0 && order.restaurant.kind === 'salon')
        return go(bookPath(order.restaurant.slug, servicesOf(order)))
      if (count === 0) return notify(t('ordersReorderNone'), 'info')
      if (count < order.orderitems.length) notify(t('ordersReorderSome'), 'info')
      go('/cart')
    },
    onError: (error) =>
      notify(error instanceof ApiError && error.status > 0 ? errorText(error.code) : t('stateLoadFailedHint'), 'error'),
  })
}

function servicesOf({ orderitems }: PastOrder) {
  return orderitems.flatMap(({ item_id }) => (item_id ? [{ itemId: item_id, stylistId: null, isBeside: false }] : []))
}
