import { createContext, useContext, useEffect, useRef, useState } from 'react'

/** Whether pictures load a screen ahead. Otherwise only those in sight load, while a sheet keeps the page from moving. */
export const LoadsAhead = createContext(true)

type Watch = { observer: IntersectionObserver; handlers: Map<Element, Set<() => void>> }

const watches = new Map<string, Watch>()

/**
 * Returns a ref, and whether its element has come near the viewport. A screen ahead, all elements of a rail are near
 * together, so that a rail that is scrolled sideways shows no empty pictures.
 */
export function useNear<Place extends Element>() {
  const place = useRef<Place>(null)
  const [isNear, setNear] = useState(false)
  const loadsAhead = useContext(LoadsAhead)
  useEffect(() => {
    const element = place.current
    if (isNear || !element) return
    const handle = () => setNear(true)
    if (!loadsAhead) return watch(element, '0px', handle)
    return watch(element.closest('.rail') ?? element, '100% 0px', handle)
  }, [isNear, loadsAhead])
  return [place, isNear] as const
}

/** Calls the handler once, when the element is within the margin of the viewport. Returns a function that ends it. */
function watch(element: Element, rootMargin: string, handle: () => void): () => void {
  const { observer, handlers } = watchFor(rootMargin)
  const all = handlers.get(element) ?? new Set()
  handlers.set(element, all.add(handle))
  observer.observe(element)
  return () => {
    if (!all.delete(handle) || all.size > 0) return
    handlers.delete(element)
    observer.unobserve(element)
  }
}

/** One observer for each margin, because a list has dozens of pictures. */
function watchFor(rootMargin: string): Watch {
  const known = watches.get(rootMargin)
  if (known) return known
  const handlers: Watch['handlers'] = new Map()
  const take = (element: Element) => {
    const all = [...(handlers.get(element) ?? [])]
    // An element that is watched again later reports again, because it is not watched now.
    handlers.get(element)?.clear()
    handlers.delete(element)
    observer.unobserve(element)
    for (const handle of all) handle()
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) take(target)
    },
    { rootMargin },
  )
  watches.set(rootMargin, { observer, handlers })
  return { observer, handlers }
}
