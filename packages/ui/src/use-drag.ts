import { type PointerEvent, type RefObject, useRef } from 'react'

const enoughPartOfSize = 0.35
const enoughVelocity = 0.5

/**
 * Lets a person pull a layer off the screen: a sheet down, a drawer towards its edge. The layer closes when the person
 * pulled it by a third of its size, or flicked it. Each layer that a person can pull also has a button that closes it
 * (WCAG 2.5.7).
 */
export function useDrag(ref: RefObject<HTMLElement | null>, axis: 'down' | 'end', onClose: () => void) {
  const start = useRef<{ at: number; time: number } | undefined>(undefined)
  const along = (event: PointerEvent) => (axis === 'down' ? event.clientY : event.clientX * edgeSign())
  const size = () => (axis === 'down' ? ref.current?.offsetHeight : ref.current?.offsetWidth) ?? 1

  const move = (distance: number | undefined) => {
    const element = ref.current
    if (!element) return
    element.toggleAttribute('data-dragging', distance !== undefined)
    const sign = axis === 'down' ? 1 : edgeSign()
    if (distance === undefined) element.style.removeProperty('--drag')
    else element.style.setProperty('--drag', `${sign * Math.max(0, distance)}px`)
  }

  const end = (event: PointerEvent) => {
    const began = start.current
    start.current = undefined
    move(undefined)
    if (!began) return
    const distance = along(event) - began.at
    const velocity = distance / Math.max(1, event.timeStamp - began.time)
    if (distance > size() * enoughPartOfSize || (distance > 24 && velocity > enoughVelocity)) onClose()
  }

  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.target instanceof Element && event.target.closest('button,a,input')) return
      start.current = { at: along(event), time: event.timeStamp }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current) move(along(event) - start.current.at)
    },
    onPointerUp: end,
    onPointerCancel: () => {
      start.current = undefined
      move(undefined)
    },
  }
}

function edgeSign(): 1 | -1 {
  return document.documentElement.dir === 'rtl' ? -1 : 1
}
