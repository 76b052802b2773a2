import { useEffect, useState } from 'react'

/** Returns the current time and updates it regularly, for the display of elapsed times. */
export function useNow(everyMs = 10_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
