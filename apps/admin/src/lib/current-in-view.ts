import { type RefObject, useEffect, useRef } from 'react'

/** Where a strip of links is longer than the screen is wide, the one of the page that is open is brought into it. */
export function useCurrentInView<Strip extends HTMLElement>(current: string): RefObject<Strip | null> {
  const ref = useRef<Strip>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is current
  useEffect(() => {
    const strip = ref.current
    const link = strip?.querySelector<HTMLElement>('[aria-current]')
    if (strip && link) strip.scrollLeft += link.getBoundingClientRect().left - strip.getBoundingClientRect().left - 48
  }, [current])
  return ref
}
