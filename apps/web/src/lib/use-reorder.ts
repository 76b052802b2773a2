import { useMutation } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { errorText, t } from './catalogue.ts'
import { go } from './navigation.ts'
import type { PastOrder } from './reorder.ts'
import { notify } from './toasts.ts'

/**
 * Fills the cart with the items of a past order and opens the cart. A toast reports that some items are no longer sold
 * (GAP-81).
 */
export function useReorder() {
  return useMutation({
    mutationFn: async (order: PastOrder) => (await import('./reorder.ts')).reorder(order),
    onSuccess: (count, order) => {
      if (count === 0) return notify(t('ordersReorderNone'), 'info')
      if (count < order.orderitems.length) notify(t('ordersReorderSome'), 'info')
      go('/cart')
    },
    onError: (error) =>
      notify(error instanceof ApiError && error.status > 0 ? errorText(error.code) : t('stateLoadFailedHint'), 'error'),
  })
}
