import { Button } from '@nukkad/ui/parts/button.tsx'
import { EmptyState } from '@nukkad/ui/parts/states.tsx'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { t } from '#lib/catalogue.ts'
import { queryClient } from '#lib/query.ts'

const patienceMs = 2000

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

/** The full screen after 2 s without a network; with saved content it folds to a bar (A-15, GAP-63). */
export function Offline() {
  const isOnline = useIsOnline()
  const [isShown, setShown] = useState(false)
  const [isFolded, setFolded] = useState(false)
  useEffect(() => {
    if (isOnline) {
      setShown(false)
      setFolded(false)
      return
    }
    const timer = setTimeout(() => setShown(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isOnline])
  if (!isShown) return null
  if (isFolded) {
    return (
      <p role="status" className="fixed inset-x-0 top-0 z-60 bg-ink px-4 py-1 text-center text-small text-bg">
        {t('offlineBar')}
      </p>
    )
  }
  const hasContent = queryClient
    .getQueryCache()
    .getAll()
    .some(({ state }) => state.data !== undefined)
  return (
    <div className="fixed inset-0 z-60 grid place-items-center bg-bg">
      <EmptyState
        picture="/assets/img/states/offline.webp"
        title={t('offlineTitleMessage')}
        text={t('offlineSubTitleMessage')}
        action={
          <div className="flex flex-col gap-2">
            <Button onClick={() => location.reload()}>{t('offlineRetry')}</Button>
            {hasContent ? (
              <Button look="plain" onClick={() => setFolded(true)}>
                {t('offlineKeepBrowsing')}
              </Button>
            ) : null}
          </div>
        }
      />
    </div>
  )
}
