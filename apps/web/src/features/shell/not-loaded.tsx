import { ErrorState } from '@nukkad/ui/parts/states.tsx'
import { t } from '#lib/catalogue.ts'

/** Where content should be that did not arrive: it can be asked for again. */
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
