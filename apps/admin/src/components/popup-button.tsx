import { classNames } from '@nukkad/ui/class-names.ts'
import type { ReactNode } from 'react'

export type PopupButtonProps = {
  label: string
  /** The accessible name, where the label alone does not identify the object. */
  name?: string
  icon: ReactNode
  /** Whether the button shows only its icon on phones. */
  isBrief?: boolean
  /** A button with the look `icon` shows only its icon on every screen. */
  look?: 'label' | 'icon'
}

/** Returns the properties of the button that opens a popup or a menu. */
export function popupButton({ label, name, icon, isBrief = false, look = 'label' }: PopupButtonProps) {
  return {
    'aria-label': name,
    className: classNames(
      'control inline-flex items-center gap-2 text-label [&_svg]:size-4.5',
      look === 'icon' && 'min-w-10 justify-center px-0',
    ),
    children: (
      <>
        {icon}
        <span className={look === 'icon' ? 'sr-only' : isBrief ? 'max-wide:sr-only' : undefined}>{label}</span>
      </>
    ),
  }
}
