import { useLayer } from '@nukkad/ui/use-layer.ts'
import { X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { UnsavedContext, useUnsavedPlace } from '#lib/unsaved.ts'
import { Discard } from './discard.tsx'

/**
 * A panel that opens next to its list. Escape, Back and a button close the panel. With unsaved changes, the panel asks
 * before it closes.
 */
export function Panel({
  isOpen,
  onClose,
  title,
  foot,
  isUnsaved = false,
  children,
}: {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  /** Buttons that are fixed at the bottom of the panel. */
  foot?: ReactNode
  /**
   * Whether a form whose state is kept outside the panel has unsaved changes. Forms inside the panel report their own
   * unsaved changes.
   */
  isUnsaved?: boolean
  children: ReactNode
}) {
  const { place } = useUnsavedPlace()
  const [isAsked, setAsked] = useState(false)
  const close = () => (isUnsaved || place.isAny() ? setAsked(true) : onClose())
  const { ref, isMounted } = useLayer(isOpen, close)
  const titleId = useId()
  return (
    <>
      <dialog ref={ref} tabIndex={-1} aria-labelledby={titleId} className="layer layer-panel">
        {isMounted ? (
          <>
            <div className="flex min-h-16 items-center gap-2 border-b border-line px-5">
              <h2 id={titleId} className="title min-w-0 flex-1 text-section">
                {title}
              </h2>
              <button
                type="button"
                aria-label="Close"
                onClick={close}
                className="-me-2 grid size-11 place-items-center"
              >
                <X aria-hidden="true" className="size-5" />
              </button>
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
              <UnsavedContext value={place}>{children}</UnsavedContext>
            </div>
            {foot ? (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{foot}</div>
            ) : null}
          </>
        ) : null}
      </dialog>
      <Discard
        isOpen={isAsked}
        onKeep={() => setAsked(false)}
        onDiscard={() => {
          setAsked(false)
          onClose()
        }}
      />
    </>
  )
}
