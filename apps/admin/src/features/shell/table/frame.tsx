import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * Surrounds a table. If the columns fit, the head sticks below the top bar. If the columns are too wide, the frame
 * scrolls in both directions and the head sticks to the frame.
 */
export function Frame({ label, children }: { label: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    const frame = ref.current
    const table = frame?.querySelector('table')
    if (!frame || !table) return
    const observer = new ResizeObserver(() => setWide(table.offsetWidth > frame.clientWidth))
    observer.observe(frame)
    observer.observe(table)
    return () => observer.disconnect()
  }, [])
  return (
    // A scrollable area must be reachable by keyboard.
    <div
      ref={ref}
      className="table-frame card"
      {...(isWide && { 'data-wide': '', tabIndex: 0, role: 'group', 'aria-label': `${label}, scrolls` })}
    >
      {children}
    </div>
  )
}
