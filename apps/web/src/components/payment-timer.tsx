import { Timer } from 'lucide-react'
import { thresholdMinutes } from '#lib/can-be-paid.ts'
import { t } from '#lib/catalogue.ts'
import { countDown, paysUntil, type Unpaid } from '#lib/unpaid.ts'
import { useLeftMs } from '#lib/use-left-ms.ts'

/** Counts down to the moment at which an unpaid order expires (docs/reference/wire.md#timers). */
export function PaymentTimer({ order, onOver }: { order: Unpaid; onOver: () => void }) {
  const until = paysUntil(order, thresholdMinutes())
  const leftMs = useLeftMs(until, onOver)
  return (
    <p className="num flex items-center gap-1.5 text-small font-semibold text-gold-ink">
      <Timer aria-hidden="true" className="size-4" />
      {t('awaitingPaymentTimerText')} {countDown(leftMs)}
    </p>
  )
}
