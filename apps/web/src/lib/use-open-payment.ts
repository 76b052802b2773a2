import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { leaveToPay, type Way } from './open-payment.ts'
import { isOffline, notify } from './toasts.ts'

/**
 * Opens a payment provider's page only once, even if the person presses the button several times. The button stays busy
 * until the browser leaves the page, and is enabled again if Back restores the page from the browser's cache.
 */
export function useOpening() {
  const { mutate, reset, isPending, data } = useMutation({
    mutationFn: (open: () => Promise<Way>) => open(),
    onSuccess: (way) => (way.kind === 'open' ? leaveToPay(way.url) : notify(way.text, 'error')),
  })
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) reset()
    }
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [reset])
  return {
    open: (way: () => Promise<Way>) => {
      if (!isOffline()) mutate(way)
    },
    isOpening: isPending || data?.kind === 'open',
  }
}
