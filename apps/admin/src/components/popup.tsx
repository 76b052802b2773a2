import { Popover } from '@base-ui/react/popover'
import { type ReactNode, useRef } from 'react'
import { type PopupButtonProps, popupButton } from './popup-button.tsx'
import { popupLook, portal, positioner } from './top-layer.ts'

/**
 * A button that opens a small form or a choice. The popup closes on Escape, on a press outside of it and on a press on
 * `PopupClose`.
 */
export function Popup({ children, ...button }: PopupButtonProps & { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  return (
    <Popover.Root>
      <Popover.Trigger {...popupButton(button)} />
      <div ref={place} className="contents" />
      <Popover.Portal container={place} {...portal}>
        <Popover.Positioner {...positioner}>
          <Popover.Popup aria-label={button.name ?? button.label} className={popupLook}>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** A button inside a popup whose action also closes it. */
export const PopupClose = Popover.Close
