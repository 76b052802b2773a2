import { Button } from '@nukkad/ui/components/button.tsx'
import { EmptyState } from '@nukkad/ui/components/states.tsx'
import { CloudOff } from 'lucide-react'
import { t } from '#lib/catalogue.ts'

type ScreenNotLoadedProps = {
  onRetry: () => void
  isRetrying?: boolean
  /** The level of the heading: 1 if the screen has no other heading. */
  level?: 1 | 2
}

/**
 * Shows that a whole screen failed to load. The picture of the message is inline SVG, because fetching a picture might
 * fail too.
 */
export function ScreenNotLoaded({ onRetry, isRetrying, level }: ScreenNotLoadedProps) {
  return (
    <EmptyState
      picture={<CloudOff />}
      title={t('stateLoadFailed')}
      text={t('stateLoadFailedHint')}
      level={level}
      action={
        <Button isBusy={isRetrying} onClick={onRetry}>
          {t('commonRetry')}
        </Button>
      }
    />
  )
}
