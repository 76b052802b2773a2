import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { useDrag } from '../use-drag.ts'
import { useLayer } from '../use-layer.ts'
import { IconButton } from './icon-button.tsx'

type SheetProps = {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  /** The content under the title of the sheet, such as a price. */
  sub?: ReactNode
  closeLabel: string
  /** The height of the sheet: `half` is 60 % of the screen, `full` is 92 %, and `auto` follows the content. */
  size?: 'auto' | 'half' | 'full'
  foot?: ReactNode
  children: ReactNode
}

const heights = { auto: 'max-h-[92dvh]', half: 'h-[60dvh]', full: 'h-[92dvh]' }

/**
 * Renders a sheet that comes from the bottom of the screen. The sheet closes when the person pulls it down, taps
 * outside, or uses Escape, Back or its button.
 */
export function Sheet({ isOpen, onClose, title, sub, closeLabel, size = 'auto', foot, children }: SheetProps) {
  const titleId = useId()
  const { ref, isMounted } = useLayer(isOpen, onClose)
  const drag = useDrag(ref, 'down', onClose)
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={classNames('layer layer-sheet text-start', heights[size])}
    >
      {isMounted ? (
        <>
          <div {...drag} className="shrink-0 touch-none px-4 pt-2.5 pb-2 select-none">
            <span aria-hidden="true" className="mx-auto block h-[5px] w-9 rounded-full bg-control opacity-60" />
            <div className="mt-2 flex items-start gap-2">
              <div className="min-w-0 flex-1 pt-2">
                <h2 id={titleId} className="title text-section">
                  {title}
                </h2>
                {sub ? <div className="num mt-0.5 text-small text-ink-2">{sub}</div> : null}
              </div>
              <IconButton label={closeLabel} onClick={onClose}>
                <X aria-hidden="true" />
              </IconButton>
            </div>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-4">{children}</div>
          {foot ? (
            <div data-foot className="shrink-0 bg-raised px-4 pt-3.5 pb-[calc(16px+var(--safe-bottom))] line-above">
              {foot}
            </div>
          ) : null}
        </>
      ) : null}
    </dialog>
  )
}
