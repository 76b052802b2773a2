import type { ReactNode } from 'react'

/** The fixed foot of a focus screen: a summary row, a reason when something is missing, and one button. */
export function Dock({
  summary,
  reason,
  children,
}: {
  summary?: ReactNode
  reason?: string | null
  children: ReactNode
}) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 mx-auto max-w-192 rounded-t-[24px] bg-raised px-4 pt-3.5 pb-[calc(16px+var(--safe-bottom))] shadow-3">
      {summary}
      {reason ? (
        <p role="status" className="mb-2.5 text-small font-medium text-error">
          {reason}
        </p>
      ) : null}
      {children}
    </div>
  )
}
