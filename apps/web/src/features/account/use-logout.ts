import { useMutation } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import { readKey } from '#lib/storage.ts'
import { forgetPlace } from '#stores/place.ts'
import { forgetSession } from '#stores/session.ts'

/** Ends the session here and there; here also when the server cannot be reached (H-15 to H-17, GAP-49). */
export function useLogout() {
  return useMutation({
    mutationFn: () => call('logout', { push_token: readKey('lastSavedNotificationToken') ?? null }),
    onError: (cause) => console.warn('the server still knows this session', cause),
    onSettled: forgetCustomer,
  })
}

/** Takes everything that belongs to the customer off this device (H-16). */
export function forgetCustomer(): void {
  forgetPlace()
  forgetSession()
  queryClient.clear()
}
