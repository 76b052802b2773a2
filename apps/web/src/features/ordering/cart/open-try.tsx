import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useIsOnline } from '#features/shell/offline.tsx'
import { t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { notify } from '#lib/toasts.ts'
import { emptyCart } from '#stores/cart.ts'
import { useCustomer } from '#stores/session.ts'
import { askOfOpenTry, useOpenTry } from './place.ts'

/** Shows that the server may have placed an order whose answer was lost, and asks the server whether it did. */
export function OpenTry() {
  const id = useCustomer()?.id
  return id === undefined ? null : <OpenTryOf key={id} customerId={id} />
}

function OpenTryOf({ customerId }: { customerId: number }) {
  const isOpen = useOpenTry(customerId)
  // The question is shown only for an attempt to order that was made before the screen opened. For an attempt that
  // fails while the screen is open, a sheet opens.
  const [wasOpen] = useState(isOpen)
  const isOnline = useIsOnline()
  const { mutate, isPending } = useMutation({
    mutationFn: askOfOpenTry,
    onSuccess: (found) => {
      if (found?.kind === 'not-placed') notify(t('openTryNotPlaced'), 'info')
      if (found?.kind === 'placed-before') leaveForOrders(found)
    },
  })
  const isShown = isOpen && wasOpen
  useEffect(() => {
    if (isShown && isOnline) mutate()
  }, [isShown, isOnline, mutate])
  if (!isShown) return null
  return (
    <section role="status" className="grid gap-3 rounded-card bg-gold-tint p-4 text-gold-ink">
      <div>
        <h2 className="text-heading">{t('openTryTitle')}</h2>
        <p className="text-small">{t('openTryText')}</p>
      </div>
      <Button size="small" variant="outline" isBusy={isPending} disabled={!isOnline} onClick={() => mutate()}>
        {t('openTryAsk')}
      </Button>
    </section>
  )
}

/** Shows that the earlier attempt placed an order, and opens the list of orders, which begins with that order. */
export function leaveForOrders({ isSameCart }: { isSameCart: boolean }): void {
  notify(t('openTryPlaced'))
  go('/my-orders', { replace: true })
  if (isSameCart) emptyCart()
}
