import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from './icon-button.tsx'

type TopBarProps = {
  title: ReactNode
  backLabel: string
  /**
   * The function that the bar calls when the person goes back. Screens of a tab leave `onBack` out, because they have
   * no screen above them.
   */
  onBack?: () => void
  /** The icon buttons at the end of the bar, at most two. */
  actions?: ReactNode
  /** Whether the bar shows a thin moving line, because new content loads while the old content stays. */
  isLoading?: boolean
}

export function TopBar({ title, backLabel, onBack, actions, isLoading }: TopBarProps) {
  return (
    <header className="sticky top-0 z-5 bg-bg pt-(--safe-top)">
      <div className={classNames('flex min-h-14 items-center gap-1', onBack ? 'px-2' : 'px-4')}>
        {onBack ? (
          <IconButton label={backLabel} onClick={onBack}>
            <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
          </IconButton>
        ) : null}
        <h1 tabIndex={-1} className={classNames('title min-w-0 flex-1', onBack ? 'text-section' : 'text-title')}>
          {title}
        </h1>
        {actions}
      </div>
      <LoadingLine isOn={isLoading ?? false} />
    </header>
  )
}

export function LoadingLine({ isOn }: { isOn: boolean }) {
  if (!isOn) return null
  return (
    <div className="absolute inset-x-0 bottom-0 h-0.5 overflow-hidden" aria-hidden="true">
      <div className="line-run h-full w-1/3 bg-fill" />
    </div>
  )
}
