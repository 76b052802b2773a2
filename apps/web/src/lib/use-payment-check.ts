import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { ApiError } from './api.ts'
import { go } from './navigation.ts'
import { nextAskMs } from './next-ask.ts'
import { ask, queryClient } from './query.ts'

/** The status of the payment that the URL names after a person has returned from a payment provider. */
export type PaymentCheck = { status: 'none' | 'pending' | 'paid' | 'failed'; provider: string }

/** Queries the payment status at growing intervals until it is final, and then refetches orders and the wallet. */
export function usePaymentCheck(): PaymentCheck {
  const reference = new URLSearchParams(useSearch()).get('payment') ?? ''
  const { data, error } = useQuery({
    ...ask('payment/check', { reference }),
    enabled: reference !== '',
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => {
      const isOver = state.data ? state.data.status !== 'pending' : isUnknown(state.error)
      return isOver ? false : nextAskMs(state.dataUpdateCount + state.errorUpdateCount)
    },
  })
  const status = data?.status
  useEffect(() => {
    if (status === undefined || status === 'pending') return
    for (const name of ['update-user-info', 'get-orders', 'get-wallet-transactions'])
      void queryClient.invalidateQueries({ queryKey: [name] })
  }, [status])
  if (reference === '' || isUnknown(error)) return { status: 'none', provider: '' }
  const provider = data?.gateway ?? ''
  if (status === undefined || status === 'pending') return { status: 'pending', provider }
  return { status: status === 'paid' ? 'paid' : 'failed', provider }
}

/** Removes the payment from the URL once its result has been shown. */
export function forgetPayment(): void {
  go(location.pathname, { replace: true })
}

/**
 * Returns whether the error says that the customer has no payment with this reference; after any other error the
 * request is repeated.
 */
function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}
