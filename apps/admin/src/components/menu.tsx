import { classNames } from '@nukkad/ui/class-names.ts'
import { type ReactNode, useRef } from 'react'

/** The gap between the button and its menu, and the margin between the menu and the window's edge, in pixels. */
const GAP = 6
const EDGE = 8

/**
 * A button with a menu that closes on Escape or on a press elsewhere. With `isBrief`, the button shows only its icon on
 * phones; with the look `icon`, on all screens.
 */
export function Menu({
  label,
  name,
  icon,
  isBrief = false,
  look = 'label',
  children,
}: {
  label: string
  /** The accessible name, if the label alone does not identify the object. */
  name?: string
  icon: ReactNode
  isBrief?: boolean
  look?: 'label' | 'icon'
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  /** Opens the menu on the side of the button that has more room, and limits its height to that room. */
  const place = () => {
    if (!box.current || !button.current) return
    const { top, bottom, left } = button.current.getBoundingClientRect()
    const { style, offsetWidth } = box.current
    const isBelow = innerHeight - bottom >= top
    style.top = isBelow ? `${bottom + GAP}px` : 'auto'
    style.bottom = isBelow ? 'auto' : `${innerHeight - top + GAP}px`
    style.maxHeight = `min(70dvh, ${(isBelow ? innerHeight - bottom : top) - GAP - EDGE}px)`
    style.left = `${Math.max(EDGE, Math.min(left, innerWidth - (offsetWidth || 320) - EDGE))}px`
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={name}
        className={classNames(
          'control inline-flex items-center gap-2 text-label [&_svg]:size-4.5',
          look === 'icon' && 'min-w-10 justify-center px-0',
        )}
        onClick={() => {
          box.current?.togglePopover()
          place()
        }}
      >
        {icon}
        <span className={look === 'icon' ? 'sr-only' : isBrief ? 'max-wide:sr-only' : undefined}>{label}</span>
      </button>
      <div
        ref={box}
        popover="auto"
        role="dialog"
        aria-label={name ?? label}
        className="fixed m-0 overflow-y-auto rounded-control bg-raised p-4 text-ink shadow-2"
      >
        {children}
      </div>
    </>
  )
}
