import { createContext, useContext, useEffect, useRef, useState } from 'react'

/**
 * Whether pictures load when they are up to one screen away from the visible part of the page. While a sheet covers the
 * lower part of the page and keeps it from scrolling, only the pictures above the sheet load.
 */
export const LoadsAhead = createContext(true)

const AHEAD = '100% 0px'
/** The margin by which pictures under a sheet do not count as near: a sheet covers at least 40 % of a phone. */
const ABOVE_SHEET = '0px 0px -40% 0px'

/**
 * Returns a ref, and whether its element has come near the visible part of the page; `isAlways` skips the check. An
 * element is near within one screen, so all pictures of a rail load together, and a rail that is scrolled sideways
 * shows no empty pictures.
 */
export function useNear<Place extends Element>(isAlways = false) {
  const place = useRef<Place>(null)
  const [isNear, setNear] = useState(isAlways)
  const isAhead = useContext(LoadsAhead)
  useEffect(() => {
    const element = place.current
    if (isNear || !element) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: isAhead ? AHEAD : ABOVE_SHEET },
    )
    observer.observe((isAhead && element.closest('.rail')) || element)
    return () => observer.disconnect()
  }, [isNear, isAhead])
  return [place, isNear] as const
}
