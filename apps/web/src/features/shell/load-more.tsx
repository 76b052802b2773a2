import { Button } from '@nukkad/ui/components/button.tsx'
import { useEffect, useRef } from 'react'

export type LoadMoreProps = { label: string; hasMore: boolean; isLoading: boolean; onMore: () => void }

/**
 * Loads the next page when this element is near the viewport. A button also loads the next page, for people who do not
 * scroll.
 */
export function LoadMore({ label, hasMore, isLoading, onMore }: LoadMoreProps) {
  const ref = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  more.current = onMore
  useEffect(() => {
    const element = ref.current
    if (!element || !hasMore || isLoading) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current(), {
      rootMargin: '320px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasMore, isLoading])
  if (!hasMore) return null
  return (
    <div ref={ref} className="grid place-items-center py-4">
      <Button variant="outline" size="small" isBusy={isLoading} onClick={onMore}>
        {label}
      </Button>
    </div>
  )
}
