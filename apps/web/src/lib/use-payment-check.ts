import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { ApiError } from './api.ts'
import { go } from './navigation.ts'
import { nextAskMs } from './next-ask.ts'
import { ask, queryClient } from './query.ts'

/** What is known of the payment that the address names, for somebody who comes back from a provider. */
export type PaymentCheck = { status: 'none' | 'pending' | 'paid' | 'failed'; provider: string }

/** Asks until the answer is final, at growing distances; what came of it is shown by whoever lists orders and money. */
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

/** Takes the payment out of the address once it has said what it had to. */
export function forgetPayment(): void {
  go(location.pathname, { replace: true })
}

/** No payment of this customer's; an answer that merely did not come is asked for again. */
function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}
