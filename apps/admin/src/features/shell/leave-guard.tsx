import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import { Discard } from '#components/discard.tsx'
import { UnsavedContext, useUnsavedPlace } from '#lib/unsaved.ts'

/** Asks before leaving a page with unsaved changes; closing the window shows the browser's own question. */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const { place, isUnsaved } = useUnsavedPlace()
  const isLost = useCallback(({ current, next }: Steps) => place.isAny() && placeOf(current) !== placeOf(next), [place])
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isLost,
    enableBeforeUnload: true,
    disabled: !isUnsaved,
    withResolver: true,
  })
  return (
    <UnsavedContext value={place}>
      {children}
      <Discard
        isOpen={status === 'blocked'}
        onKeep={() => reset?.()}
        onDiscard={() => proceed?.()}
        takesEntry={false}
      />
    </UnsavedContext>
  )
}

type Step = { pathname: string; search: object }
type Steps = { current: Step; next: Step }

/**
 * A store is shown section by section, so its section is part of the page; other search parameters do not affect the
 * forms of a page.
 */
function placeOf({ pathname, search }: Step): string {
  return 'section' in search ? `${pathname}#${search.section}` : pathname
}
