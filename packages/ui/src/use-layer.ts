import { type RefObject, useEffect, useRef, useState } from 'react'
import { enterLayer } from './history-layers.ts'

const exitMs = 240
const root = document.documentElement

type LayerState = { ref: RefObject<HTMLDialogElement | null>; isMounted: boolean }

/**
 * Shows a `<dialog>` while `isOpen` is true. The browser moves the focus into the dialog, keeps it there, makes the
 * rest of the page inert and restores the focus afterwards. Escape, Back and a tap outside call `onClose`. The dialog's
 * content stays mounted until the closing animation ends.
 * @param options.takesEntry false for a dialog about a navigation, which must not add a history entry itself
 */
export function useLayer(isOpen: boolean, onClose: () => void, { takesEntry = true } = {}): LayerState {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  const isMounted = useLingering(isOpen)

  useEffect(() => {
    const dialog = ref.current
    if (!isOpen || !dialog) return
    const opener = document.activeElement
    dialog.showModal()
    // Keeps the page behind the layer from scrolling. A CSS selector could detect open layers too, but the browser
    // would search the page for them at every change.
    root.style.overflow = 'hidden'
    // The dialog itself takes the focus, so that screen readers read its name first and a quick Enter presses no
    // button. An element with `data-takes-focus`, such as the field for which the dialog was opened, gets the focus
    // instead.
    const wanted = dialog.querySelector<HTMLElement>('[data-takes-focus]') ?? dialog
    wanted.focus({ preventScroll: true })
    const leave = takesEntry ? enterLayer(() => close.current()) : () => {}
    const stop = listen(dialog, () => close.current())
    return () => {
      stop()
      leave()
      dialog.close()
      if (!document.querySelector('dialog[open]')) root.style.overflow = ''
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [isOpen, takesEntry])

  return { ref, isMounted }
}

function listen(dialog: HTMLDialogElement, close: () => void): () => void {
  const handleCancel = (event: Event) => {
    event.preventDefault()
    close()
  }
  const handleClick = (event: MouseEvent) => {
    if (event.target === dialog && !isInside(dialog, event)) close()
  }
  dialog.addEventListener('cancel', handleCancel)
  dialog.addEventListener('click', handleClick)
  return () => {
    dialog.removeEventListener('cancel', handleCancel)
    dialog.removeEventListener('click', handleClick)
  }
}

function isInside(element: Element, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
}

/** Returns true while the layer is open, and then until its closing animation has ended. */
function useLingering(isOpen: boolean): boolean {
  const [lingers, setLingers] = useState(isOpen)
  useEffect(() => {
    if (isOpen) {
      setLingers(true)
      return
    }
    const timer = setTimeout(() => setLingers(false), exitMs)
    return () => clearTimeout(timer)
  }, [isOpen])
  return isOpen || lingers
}
