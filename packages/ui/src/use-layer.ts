import { type RefObject, useEffect, useRef, useState } from 'react'
import { enterLayer } from './history-layers.ts'

const exitMs = 240
const root = document.documentElement

type LayerState = { ref: RefObject<HTMLDialogElement | null>; isMounted: boolean }

/**
 * Shows a `<dialog>` while `isOpen`: the platform moves focus in, keeps it, makes the rest inert and gives focus back.
 * Escape, Back and a tap on the scrim all call `onClose`. Content stays mounted until the exit has played.
 * @param options.takesEntry false for what asks about a step through the history and so must not take one itself
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
    // The page behind it stands still. Styles could see that for themselves, by a search at every change of the page.
    root.style.overflow = 'hidden'
    // The layer itself takes the focus, so that its name is read first and no button is pressed by a hasty Enter; or
    // what asks for it, such as a field that the layer is opened to type into.
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

/** True while open and a little longer, so that what is closing can be seen closing. */
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
