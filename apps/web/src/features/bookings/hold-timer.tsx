import { Timer } from 'lucide-react'
import { t } from '#lib/catalogue.ts'
import { countDown } from '#lib/unpaid.ts'
import { useLeftMs } from '#lib/use-left-ms.ts'

/** Counts down to the end of a hold, in epoch milliseconds. */
export function HoldTimer({ until, onOver }: { until: number; onOver: () => void }) {
  const leftMs = useLeftMs(until, onOver)
  return (
    <p role="timer" className="num mb-2.5 flex items-center gap-1.5 text-small font-semibold text-gold-ink">
      <Timer aria-hidden="true" className="size-4 shrink-0" />
      {t('bookHeld', { left: countDown(leftMs) })}
    </p>
  )
}
