import { RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '#lib/catalogue.ts'

const thresholdPx = 64
const mostPx = 96
/** The indicator moves by this part of the finger's way, as if it hung on a spring. */
const resistance = 0.5

type Refresh = () => Promise<unknown>

/**
 * Refetches a list when a person pulls it down at its top (docs/reference/interface.md#native-feel). Lists that a
 * finger can pull are also refetched automatically, because a mouse or keyboard cannot make this gesture.
 */
export default function PullToRefresh({ onRefresh }: { onRefresh: Refresh }) {
  const mark = useRef<HTMLDivElement>(null)
  const refresh = useRef(onRefresh)
  refresh.current = onRefresh
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const show = (px: number) => {
      mark.current?.style.setProperty('translate', `0 ${px}px`)
      mark.current?.style.setProperty('opacity', String(Math.min(1, px / thresholdPx)))
    }
    return followPull(show, async () => {
      setBusy(true)
      show(thresholdPx)
      await refresh.current().catch((cause: unknown) => console.warn('not refreshed', cause))
      setBusy(false)
      show(0)
    })
  }, [])
  return (
    <>
      {isBusy ? (
        <p role="status" className="sr-only">
          {t('a11yLoading')}
        </p>
      ) : null}
      <div
        ref={mark}
        aria-hidden="true"
        className="pointer-events-none opacity-0 fixed inset-x-0 -top-12 z-20 mx-auto grid size-10 place-items-center rounded-full bg-raised text-brand shadow-2"
      >
        <RotateCw className={`size-5 ${isBusy ? 'spin' : ''}`} />
      </div>
    </>
  )
}

/** Returns whether the page and all scrollable elements around the touched one are at their top. */
function isAtTop(target: EventTarget | null): boolean {
  let scrolled = scrollY
  for (let part = target instanceof Element ? target : null; part; part = part.parentElement) scrolled += part.scrollTop
  return scrolled === 0
}

/** Reports how far the page is pulled below its top, and when it is released beyond the threshold. */
function followPull(show: (px: number) => void, letGo: Refresh): () => void {
  let start: { x: number; y: number } | undefined
  let pulledPx = 0
  let isBusy = false
  const stop = () => {
    start = undefined
    pulledPx = 0
    if (!isBusy) show(0)
  }
  const handleStart = ({ touches, target }: TouchEvent) => {
    const [touch] = touches
    const isElsewhere = target instanceof Element && target.closest('dialog, [role="application"]') !== null
    if (touch && touches.length === 1 && isAtTop(target) && !isBusy && !isElsewhere) {
      start = { x: touch.clientX, y: touch.clientY }
    }
  }
  const handleMove = ({ touches }: TouchEvent) => {
    const [touch] = touches
    if (!start || !touch) return
    const [down, aside] = [touch.clientY - start.y, Math.abs(touch.clientX - start.x)]
    // Only a downward move pulls: an upward move scrolls the page, and a sideways move scrolls a carousel.
    if (down < 0 || (pulledPx === 0 && aside > down)) return stop()
    pulledPx = Math.min(down * resistance, mostPx)
    show(pulledPx)
  }
  const handleEnd = () => {
    const isFar = pulledPx >= thresholdPx
    if (isFar) isBusy = true
    stop()
    if (isFar) void letGo().finally(() => (isBusy = false))
  }
  const listeners = { touchstart: handleStart, touchmove: handleMove, touchend: handleEnd, touchcancel: stop }
  const on = Object.entries(listeners) as [keyof typeof listeners, (event: TouchEvent) => void][]
  for (const [name, listener] of on) addEventListener(name, listener, { passive: true })
  return () => {
    for (const [name, listener] of on) removeEventListener(name, listener)
  }
}
