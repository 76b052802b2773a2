import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Renders its content once it is near the viewport. Until the content renders, the element has no height. */
export function WhenNear({ children }: { children: ReactNode }) {
  const mark = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = mark.current
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setNear(true)
      },
      { rootMargin: '400px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return isNear ? children : <div ref={mark} className="h-px" />
}
