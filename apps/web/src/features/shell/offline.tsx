import { type ComponentType, lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { t } from '#lib/catalogue.ts'

const patienceMs = 2000

const screen = () => import('./offline-screen.tsx')
const Nothing: ComponentType = () => null
// If the network fails before the chunk of the offline screen has loaded, the app continues without that screen.
const OfflineScreen = lazy(async () => ({
  default: await screen().then(
    ({ OfflineScreen }) => OfflineScreen,
    () => Nothing,
  ),
}))

export function useIsOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('online', listener)
      addEventListener('offline', listener)
      return () => {
        removeEventListener('online', listener)
        removeEventListener('offline', listener)
      }
    },
    () => navigator.onLine,
  )
}

/** Returns the text that says why nothing can be sent while offline; undefined while online (GAP-63). */
export function useOfflineReason(): string | undefined {
  return useIsOnline() ? undefined : t('offlineActionDisabled')
}

/**
 * Shows the offline screen after 2 s without a network. The chunk of the offline screen loads while the network works.
 */
export function Offline() {
  const isOnline = useIsOnline()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => (isOnline ? void screen().catch(() => undefined) : setShown(true)), patienceMs)
    return () => {
      clearTimeout(timer)
      if (!isOnline) setShown(false)
    }
  }, [isOnline])
  return isShown ? (
    <Suspense>
      <OfflineScreen />
    </Suspense>
  ) : null
}
