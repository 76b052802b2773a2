import type { ReactNode } from 'react'

/**
 * The foot of a focus screen: a summary row, what stands in the way or is still to be done, and one button. It keeps its
 * own room at the end of the screen, however large the letters are, and stays in sight while one scrolls; with much larger
 * letters it waits at the end instead, else it would cover the screen.
 */
export function Dock({
  summary,
  reason,
  hint,
  children,
}: {
  summary?: ReactNode
  /** Something is wrong. */
  reason?: string | null
  /** Nothing is wrong: what to do first. */
  hint?: string | null
  children: ReactNode
}) {
  return (
    <div
      className="pointer-events-none sticky z-20 mt-auto pt-6"
      style={{ bottom: 'calc(max(0px, 1rem - 24px) * -999)' }}
    >
      <div
        data-foot
        className="pointer-events-auto rounded-t-[24px] bg-raised px-4 pt-3.5 pb-[calc(16px+var(--safe-bottom))] shadow-3"
      >
        {summary}
        {reason || hint ? (
          <p role="status" className={`mb-2.5 text-small font-medium ${reason ? 'text-error' : 'text-ink-2'}`}>
            {reason || hint}
          </p>
        ) : null}
        {children}
      </div>
    </div>
  )
}
