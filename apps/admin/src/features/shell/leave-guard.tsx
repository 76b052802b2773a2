import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import { UnsavedContext, useUnsavedPlace } from '#lib/unsaved.ts'
import { Discard } from '#parts/discard.tsx'

/** Asks before a page is left in which something was typed and not saved; closing the window asks in the browser's words. */
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

/** A store is shown section by section; other search parameters leave the forms of a page alone. */
function placeOf({ pathname, search }: Step): string {
  return 'section' in search ? `${pathname}#${search.section}` : pathname
}
