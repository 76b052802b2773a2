import { useEffect, useState } from 'react'

const tickMs = 15_000

/** Returns the current time, and renders the component again at each interval so that it stays current. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

export function minutesSince(instant: string, now: number): number {
  return Math.max(0, Math.floor((now - new Date(instant).getTime()) / 60_000))
}
