import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { countDown } from '#lib/unpaid.ts'

/** Counts down to the end of a hold, in epoch milliseconds. */
export function HoldTimer({ until, onOver }: { until: number; onOver: () => void }) {
  const [leftMs, setLeftMs] = useState(() => until - Date.now())
  useEffect(() => {
    setLeftMs(until - Date.now())
    const timer = setInterval(() => setLeftMs(until - Date.now()), 1000)
    return () => clearInterval(timer)
  }, [until])
  const isOver = leftMs <= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, when the time is over
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver])
  return (
    <p role="timer" className="num mb-2.5 flex items-center gap-1.5 text-small font-semibold text-gold-ink">
      <Timer aria-hidden="true" className="size-4 shrink-0" />
      {t('bookHeld', { left: countDown(leftMs) })}
    </p>
  )
}
