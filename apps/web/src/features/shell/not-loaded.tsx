import { ErrorState } from '@nukkad/ui/components/states.tsx'
import { t } from '#lib/catalogue.ts'

/** Shows that content failed to load, with a button to try again. */
export function NotLoaded({ onRetry, isRetrying }: { onRetry: () => void; isRetrying?: boolean }) {
  return (
    <ErrorState
      text={t('stateLoadFailed')}
      retryLabel={t('commonRetry')}
      onRetry={onRetry}
      isRetrying={isRetrying ?? false}
    />
  )
}
