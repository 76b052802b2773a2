import type { ReactNode } from 'react'

/** The fixed foot of a focus screen: a summary row, what stands in the way or is still to be done, and one button. */
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
    <div className="fixed inset-x-0 bottom-0 z-20 mx-auto max-w-192 rounded-t-[24px] bg-raised px-4 pt-3.5 pb-[calc(16px+var(--safe-bottom))] shadow-3">
      {summary}
      {reason || hint ? (
        <p role="status" className={`mb-2.5 text-small font-medium ${reason ? 'text-error' : 'text-ink-2'}`}>
          {reason || hint}
        </p>
      ) : null}
      {children}
    </div>
  )
}
