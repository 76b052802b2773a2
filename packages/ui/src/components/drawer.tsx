import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDrag } from '../use-drag.ts'
import { useLayer } from '../use-layer.ts'
import { IconButton } from './icon-button.tsx'

type DrawerProps = {
  isOpen: boolean
  onClose: () => void
  /** The accessible name of the drawer. */
  name: string
  closeLabel: string
  /**
   * Content at the top of the drawer, behind the close button. Pulling the content at the top to the edge closes the
   * drawer.
   */
  picture: ReactNode
  foot: ReactNode
  children: ReactNode
}

/** Renders a drawer that comes from the end edge and is 80 % wide (D-17, D-18). */
export function Drawer({ isOpen, onClose, name, closeLabel, picture, foot, children }: DrawerProps) {
  const { ref, isMounted } = useLayer(isOpen, onClose)
  const drag = useDrag(ref, 'end', onClose)
  return (
    <dialog ref={ref} tabIndex={-1} aria-label={name} className="layer layer-drawer">
      {isMounted ? (
        <>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
            <div {...drag} className="relative [touch-action:pan-y]">
              {picture}
              <IconButton label={closeLabel} variant="glass" onClick={onClose} className="absolute start-3.5 top-3.5">
                <X aria-hidden="true" />
              </IconButton>
            </div>
            {children}
          </div>
          <div className="shrink-0 bg-raised px-4 pt-3.5 pb-[calc(16px+var(--safe-bottom))] line-above">{foot}</div>
        </>
      ) : null}
    </dialog>
  )
}
