import { classNames } from '@nukkad/ui/class-names.ts'
import { type ReactNode, useRef } from 'react'

/**
 * A button with a menu that closes on Escape or on a press elsewhere. `isBrief` shows only its icon on phones, the look
 * `icon` everywhere.
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
  /** The accessible name, where the label alone does not identify the object. */
  name?: string
  icon: ReactNode
  isBrief?: boolean
  look?: 'label' | 'icon'
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const place = () => {
    if (!box.current || !button.current) return
    const { bottom, left } = button.current.getBoundingClientRect()
    const width = box.current.offsetWidth || 320
    box.current.style.top = `${bottom + 6}px`
    box.current.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
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
        className="fixed m-0 max-h-[70dvh] overflow-y-auto rounded-control bg-raised p-4 text-ink shadow-2"
      >
        {children}
      </div>
    </>
  )
}
