import { useIsOnline } from '#features/shell/offline.tsx'
import { t } from '#lib/catalogue.ts'
import { useQueuedSteps } from './queue.ts'

/** Shows that steps are queued until the network is back. */
export function NetworkLine() {
  const isOnline = useIsOnline()
  const isWaiting = useQueuedSteps().length > 0
  if (isOnline && !isWaiting) return null
  return (
    <p role="status" className="mx-4 mb-3 rounded-control bg-ink px-4 py-2.5 text-body text-bg">
      {t(isOnline ? 'riderQueued' : 'riderOffline')}
    </p>
  )
}
