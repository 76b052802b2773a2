import { type ReactNode, useEffect, useRef } from 'react'
import { StoreSwitch } from '#features/shell/store-switch.tsx'
import { useShownStore } from './use-shown-store.ts'

/**
 * The head of a counter page: its title, the store below it, and one action. The head of the page stays at the top of
 * the screen while the page scrolls.
 */
export function CounterHead({ title, children }: { title: string; children?: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null)
  const { store, hasSeveral } = useShownStore()
  useEffect(() => {
    document.title = `${title} · Dashboard`
    ref.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <div className="counter-head sticky z-10 -mx-4 -mt-5 mb-4 flex min-h-16 items-center gap-2 border-b border-line bg-surface px-4 py-2">
      <div className="min-w-0 flex-1">
        <h1 ref={ref} tabIndex={-1} className="title text-section outline-none">
          {title}
        </h1>
        <p className="truncate text-small text-ink-2">{store?.name ?? (hasSeveral ? 'All my stores' : '')}</p>
      </div>
      {children}
      <StoreSwitch />
    </div>
  )
}
