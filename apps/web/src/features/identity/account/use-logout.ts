import { useMutation } from '@tanstack/react-query'
import { endAtServer } from '#lib/log-out.ts'
import { forgetSession } from '#stores/session.ts'

/**
 * Ends the session immediately in this browser, and on the server as soon as the network allows (H-15 to H-17, GAP-49).
 */
export function useLogout() {
  return useMutation({ mutationFn: logOut })
}

export function logOut(): Promise<void> {
  const isEnded = endAtServer('customer')
  forgetSession(true)
  return isEnded
}
