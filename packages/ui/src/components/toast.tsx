import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

export type ToastMessage = {
  id: number
  text: string
  tone: 'success' | 'error' | 'info'
  action?: { label: string; onAct: () => void }
}

const icons = { success: CircleCheck, error: CircleAlert, info: Info }
const shownMs = 4000

/**
 * Shows one message at a time for 4 s, in front of the screen and above the elements with `data-foot` at its bottom.
 * The time stops while the person touches or focuses the message.
 */
export function Toast({ message, onDone }: { message: ToastMessage | null; onDone: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  const [isHeld, setHeld] = useState(false)

  useEffect(() => {
    const element = ref.current
    if (!element) return
    // The message's popover is hidden and shown again, because this moves it in front of a dialog that opened in the
    // meantime.
    element.togglePopover(false)
    if (!message) return
    const place = () => {
      const feet = [...document.querySelectorAll('[data-foot]')].map((foot) => foot.getBoundingClientRect().top)
      element.style.bottom = `${innerHeight - Math.min(innerHeight, ...feet) + 12}px`
    }
    place()
    element.showPopover()
    // A timer corrects the position of the message: the screen or sheet that showed the message often closes
    // immediately, and its elements with `data-foot` disappear with it.
    const timer = setInterval(place, 100)
    return () => clearInterval(timer)
  }, [message])

  useEffect(() => {
    if (!message || isHeld) return
    const timer = setTimeout(onDone, shownMs)
    return () => clearTimeout(timer)
  }, [message, isHeld, onDone])

  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  const Icon = icons[message?.tone ?? 'info']
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at the message only stops its timer
    <div
      ref={ref}
      popover="manual"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      className="fixed inset-x-0 top-auto mx-auto w-[calc(100%-24px)] max-w-100 rounded-button bg-ink p-0 text-bg shadow-2"
    >
      <div role="status" aria-live="polite" className="appear flex min-h-12 items-center gap-2.5 ps-4 pe-2">
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        <span className="min-w-0 flex-1 py-3 text-label">{message?.text}</span>
        {message?.action ? (
          <button
            type="button"
            onClick={() => {
              message.action?.onAct()
              onDone()
            }}
            className="min-h-11 px-3 text-label underline underline-offset-2"
          >
            {message.action.label}
          </button>
        ) : null}
      </div>
    </div>
  )
}
