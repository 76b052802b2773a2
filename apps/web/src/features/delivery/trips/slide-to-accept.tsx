import { ChevronsRight } from 'lucide-react'
import { type PointerEvent, useRef, useState } from 'react'

export type SlideProps = { label: string; isDisabled?: boolean; onDone: () => void }

const enoughPart = 0.8
const knobPx = 52

/**
 * Accepts an order when the rider pulls the slider over its whole length, so that a phone in a pocket accepts nothing.
 * A plain button next to the slider accepts the order too.
 */
export function SlideToAccept({ label, isDisabled, onDone }: SlideProps) {
  const track = useRef<HTMLDivElement>(null)
  const start = useRef<number | undefined>(undefined)
  const [pulledPx, setPulledPx] = useState(0)
  const sign = document.documentElement.dir === 'rtl' ? -1 : 1
  const way = () => Math.max(1, (track.current?.clientWidth ?? 0) - knobPx - 8)
  const end = () => {
    if (start.current !== undefined && pulledPx >= way() * enoughPart) onDone()
    start.current = undefined
    setPulledPx(0)
  }
  const knob = {
    onPointerDown: (event: PointerEvent) => {
      if (isDisabled) return
      start.current = event.clientX
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current === undefined) return
      setPulledPx(Math.min(way(), Math.max(0, (event.clientX - start.current) * sign)))
    },
    onPointerUp: end,
    onPointerCancel: () => {
      start.current = undefined
      setPulledPx(0)
    },
  }
  return (
    <div
      ref={track}
      aria-hidden="true"
      className={`relative flex min-h-15 min-w-0 flex-[3_1_12rem] items-center overflow-hidden rounded-full bg-fill text-on select-none ${isDisabled ? 'opacity-45' : ''}`}
    >
      <span className="w-full ps-15 pe-3 text-center text-body font-650">{label}</span>
      <span
        {...knob}
        className={`absolute start-1 grid size-13 touch-none place-items-center rounded-full bg-on text-fill ${pulledPx === 0 ? 'transition-transform duration-200' : ''}`}
        style={{ transform: `translateX(${pulledPx * sign}px)` }}
      >
        <ChevronsRight className="size-7 rtl:-scale-x-100" />
      </span>
    </div>
  )
}
