import { Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { setting, t } from '#lib/catalogue.ts'
import { countDown, isPayable, paysUntil, type Unpaid } from './unpaid.ts'

const thresholdMinutes = () => Number(setting('awaitingPaymentThreshold'))

/** Whether an order can be paid now. */
export function canBePaid(order: Unpaid, now = Date.now()): boolean {
  return isPayable(order, { now, thresholdMinutes: thresholdMinutes() })
}

/** Counts down to the moment at which an unpaid order lapses (wire contract §6.4). */
export function PaymentTimer({ order, onOver }: { order: Unpaid; onOver: () => void }) {
  const until = paysUntil(order, thresholdMinutes())
  const [leftMs, setLeftMs] = useState(() => until - Date.now())
  useEffect(() => {
    const timer = setInterval(() => setLeftMs(until - Date.now()), 1000)
    return () => clearInterval(timer)
  }, [until])
  const isOver = leftMs <= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when the time is over
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver])
  return (
    <p className="num flex items-center gap-1.5 text-small font-semibold text-gold-ink">
      <Timer aria-hidden="true" className="size-4" />
      {t('awaitingPaymentTimerText')} {countDown(leftMs)}
    </p>
  )
}
