import { useLayer } from '@nukkad/ui/use-layer.ts'
import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'

/** Comes in beside the list it belongs to; Escape, Back and the button close it. */
export function Panel({
  isOpen,
  onClose,
  title,
  foot,
  children,
}: {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  /** Stays at the bottom: what can be done with it. */
  foot?: ReactNode
  children: ReactNode
}) {
  const { ref, isMounted } = useLayer(isOpen, onClose)
  const titleId = useId()
  return (
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
              onClick={onClose}
              className="-me-2 grid size-11 place-items-center"
            >
              <X aria-hidden="true" className="size-5" />
            </button>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {foot ? <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{foot}</div> : null}
        </>
      ) : null}
    </dialog>
  )
}
