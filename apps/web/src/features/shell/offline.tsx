import { type ComponentType, lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { t } from '#lib/catalogue.ts'

const patienceMs = 2000

const screen = () => import('./offline-screen.tsx')
const Nothing: ComponentType = () => null
// A network that goes before the screen was fetched must not take the app with it.
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

/** Why nothing can be sent now, undefined while there is a network (GAP-63). */
export function useOfflineReason(): string | undefined {
  return useIsOnline() ? undefined : t('offlineActionDisabled')
}

/** The full screen after 2 s without a network. It is fetched while there is one. */
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
