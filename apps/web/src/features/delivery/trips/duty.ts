import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#lib/api.ts'
import { errorText, t } from '#lib/catalogue.ts'
import { endAtServer } from '#lib/log-out.ts'
import { go } from '#lib/navigation.ts'
import { notify } from '#lib/toasts.ts'
import { forgetRider, keepRider, type Rider, renewRider, useRider } from '#stores/rider.ts'
import { refreshTrips, riderQuery } from './queries.ts'

/**
 * Returns whether the rider is on duty, and a function that changes it. A change of duty is shown immediately, and
 * undone if the server refuses it (N-11).
 */
export function useDuty() {
  const rider = useRider(({ rider }) => rider)
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('delivery/toggle-delivery-guy-status', { toggle_status: true, force_offline: false }),
    onMutate: () => {
      if (rider) keepDuty(rider, rider.data.status === 1 ? 0 : 1)
      return rider
    },
    onSuccess: (answer) => {
      client.setQueryData(riderQuery().queryKey, answer)
      keepFigures(answer)
      refreshTrips()
    },
    onError: (error, _nothing, before) => {
      if (before) renewRider(before)
      notify(refusalText(error), 'error')
    },
  })
  const isOnDuty = rider?.data.status === 1
  const toggle = () => {
    if (!isOnDuty) void hearOffers()
    mutate()
  }
  return { isOnDuty, toggle, isPending }
}

/**
 * Saves the push subscription of a rider who goes on duty, so that offers reach a locked phone. If the person or the
 * server refuses, the app only writes a log line.
 */
async function hearOffers(): Promise<void> {
  try {
    const { askForPush, mayAskForPush, saveRiderPushToken } = await import('#lib/push-subscription.ts')
    if (mayAskForPush()) await askForPush()
    await saveRiderPushToken()
  } catch (cause) {
    console.warn('the push token could not be saved', cause)
  }
}

/** Ends the rider's session and duty: immediately in this browser, and on the server as soon as the network allows. */
export function useRiderLogout() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => {
      const isEnded = endAtServer('delivery')
      forgetRider(true)
      client.removeQueries({ predicate: ({ queryKey: [name] }) => String(name).startsWith('delivery/') })
      go('/delivery/login', { replace: true })
      return isEnded
    },
  })
}

/** Stores a rider's sign-in. */
export function enterAsRider(answer: Rider): void {
  keepRider(withoutTrips(answer))
}

/** Stores the rider's current figures from an answer after the sign-in. */
export function keepFigures(answer: Rider): void {
  renewRider(withoutTrips(answer))
}

/**
 * Returns only the fields of an answer that the app stores, which a login also has; earnings and trips are not stored.
 */
function withoutTrips({ data }: Rider): Rider {
  const { id, auth_token, name, email, wallet_balance, onGoingCount, completedCount, status } = data
  return {
    success: true,
    data: { id, auth_token, name, email, wallet_balance, onGoingCount, completedCount, status },
  }
}

/** Returns the text that a rider sees after a call was refused or got no answer. */
export function refusalText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('stateLoadFailed')
  if (error.code === 'NETWORK') return t('stateLoadFailedHint')
  return errorText(error.code)
}

function keepDuty(rider: Rider, status: 0 | 1): void {
  renewRider({ ...rider, data: { ...rider.data, status } })
}
