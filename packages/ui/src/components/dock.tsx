import type { ReactNode } from 'react'

/**
 * Renders the bottom of a screen with one main action: a summary row, a reason or hint, and one button. The dock
 * reserves its own space at the end of the screen at any text size, and stays in view while the person scrolls. With
 * very large text, the dock stays at the end of the screen instead, because it would cover the screen.
 */
export function Dock({
  summary,
  reason,
  hint,
  children,
}: {
  summary?: ReactNode
  /** The reason why the person cannot use the button. */
  reason?: string | null
  /** A hint about the person's next step, which shows if no reason is given. */
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
