import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls the current link into view if a row of links is wider than the screen. */
export function useCurrentInView<Strip extends HTMLElement>(current: string): RefObject<Strip | null> {
  const ref = useRef<Strip>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs again when another link is current
  useEffect(() => {
    const strip = ref.current
    const link = strip?.querySelector<HTMLElement>('[aria-current]')
    if (strip && link) strip.scrollLeft += link.getBoundingClientRect().left - strip.getBoundingClientRect().left - 48
  }, [current])
  return ref
}
