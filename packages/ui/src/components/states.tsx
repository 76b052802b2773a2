import { CloudOff, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Button } from './button.tsx'
import { Picture } from './picture.tsx'

type EmptyStateProps = {
  /** The picture of the state: the path of a 96 px picture, or an icon. */
  picture: string | ReactNode
  title: string
  text?: string
  action?: ReactNode
  /** The level of the state's heading in the outline of the screen. */
  level?: 1 | 2
}

export function EmptyState({ picture, title, text, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className="mx-auto flex max-w-75 flex-col items-center px-4 py-8 text-center">
      {typeof picture === 'string' ? (
        <Picture path={picture} alt="" width={96} height={96} sizes="96px" className="size-24 object-contain" isEager />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-24 place-items-center rounded-full bg-tint text-on-tint [&_svg]:size-10"
        >
          {picture}
        </span>
      )}
      <Heading tabIndex={level === 1 ? -1 : undefined} className="title mt-4 text-section">
        {title}
      </Heading>
      {text ? <p className="mt-1.5 text-ink-2">{text}</p> : null}
      {action ? <div className="mt-5">{action}</div> : null}
    </div>
  )
}

type ErrorStateProps = { text: string; retryLabel: string; onRetry: () => void; isRetrying?: boolean }

/**
 * Renders one row with the button Retry in place of a part of the screen that could not be loaded. The row is never an
 * alert.
 */
export function ErrorState({ text, retryLabel, onRetry, isRetrying }: ErrorStateProps) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-3 rounded-card bg-surface p-4 hairline">
      <CloudOff aria-hidden="true" className="size-5 shrink-0 text-ink-2" />
      <p className="min-w-0 flex-1 basis-30 text-small text-ink-2">{text}</p>
      <Button variant="tint" size="small" isBusy={isRetrying} onClick={onRetry}>
        {isRetrying ? null : <RotateCw aria-hidden="true" className="size-4" />}
        {retryLabel}
      </Button>
    </div>
  )
}

/** Renders a placeholder with the size of the content that is loading. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={classNames('skeleton rounded-control', className)} />
}

const patienceMs = 120
const leastShownMs = 300

/**
 * Returns true while a skeleton should show: the skeleton appears after 120 ms of loading, and stays for at least 300
 * ms.
 */
export function usePatience(isLoading: boolean): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (isLoading === isShown) return
    const timer = setTimeout(() => setShown(isLoading), isLoading ? patienceMs : leastShownMs)
    return () => clearTimeout(timer)
  }, [isLoading, isShown])
  return isShown
}
