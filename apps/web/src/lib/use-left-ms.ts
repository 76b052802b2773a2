import { useEffect, useState } from 'react'

/**
 * Returns the milliseconds that are left until an instant (epoch milliseconds). The returned number changes every
 * second.
 * @param onOver is called once, when the time is over
 */
export function useLeftMs(until: number, onOver: () => void): number {
  const [leftMs, setLeftMs] = useState(() => until - Date.now())
  useEffect(() => {
    setLeftMs(until - Date.now())
    const timer = setInterval(() => setLeftMs(until - Date.now()), 1000)
    return () => clearInterval(timer)
  }, [until])
  const isOver = leftMs <= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect calls `onOver` once, when the time is over
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver])
  return leftMs
}
