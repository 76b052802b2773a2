import { Button } from '@nukkad/ui/parts/button.tsx'
import { EmptyState } from '@nukkad/ui/parts/states.tsx'
import { CloudOff } from 'lucide-react'
import { t } from '#lib/catalogue.ts'

type ScreenNotLoadedProps = {
  onRetry: () => void
  isRetrying?: boolean
  /** 1 where the screen has no other heading. */
  level?: 1 | 2
}

/** In place of a whole screen that did not arrive; its picture is drawn, since a fetched one might not come either. */
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
