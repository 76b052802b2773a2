import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { useLayer } from '../use-layer.ts'

type DialogProps = {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  icon?: ReactNode
  tone?: 'plain' | 'danger'
  /**
   * The buttons of the dialog, at most two. A destructive button is never first, because the first button gets the
   * focus.
   */
  actions: ReactNode
  /** The fixed height of the dialog in px, if the specification asks for one. */
  height?: number
  /** Whether the dialog adds an entry to the browser's history; see `useLayer`. */
  takesEntry?: boolean
  children?: ReactNode
}

/** Renders a small, centred dialog. */
export function Dialog({
  isOpen,
  onClose,
  title,
  icon,
  tone = 'plain',
  actions,
  height,
  takesEntry = true,
  children,
}: DialogProps) {
  const titleId = useId()
  const { ref, isMounted } = useLayer(isOpen, onClose, { takesEntry })
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="layer layer-dialog"
      style={height ? { height, overflowY: 'auto' } : undefined}
    >
      {isMounted ? (
        <div className="flex min-h-full flex-col p-5 text-center">
          <div className="my-auto grid gap-2">
            {icon ? (
              <span
                aria-hidden="true"
                className={classNames(
                  'mx-auto mb-1 grid size-14 place-items-center rounded-full [&_svg]:size-6',
                  tone === 'danger' ? 'bg-error-tint text-error' : 'bg-tint text-on-tint',
                )}
              >
                {icon}
              </span>
            ) : null}
            <h2 id={titleId} className="title text-section">
              {title}
            </h2>
            <div className="text-body text-ink-2">{children}</div>
          </div>
          <div className="grid auto-cols-fr grid-flow-col gap-2.5 pt-5">{actions}</div>
        </div>
      ) : null}
    </dialog>
  )
}
