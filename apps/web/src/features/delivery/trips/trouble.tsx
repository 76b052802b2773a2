import type { WireInput } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useOfflineReason } from '#features/shell/offline.tsx'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { notify } from '#lib/toasts.ts'
import { refusalText } from './duty.ts'
import { isAccepted, type ShownOrder } from './orders.ts'
import { refreshTrips } from './queries.ts'

type Trouble = WireInput<'delivery/report-trouble'>['trouble']

/** Lets the rider report why they cannot deliver, and describes the consequence before each press. */
export default function Trouble({ order, onClose }: { order: ShownOrder; onClose: () => void }) {
  const offline = useOfflineReason()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (trouble: Trouble) => call('delivery/report-trouble', { order_id: order.id, trouble }),
    onSuccess: ({ wait_seconds }) => {
      refreshTrips()
      if (wait_seconds !== null) return
      notify(t('troubleSent'), 'info')
      go('/delivery/orders', { replace: true })
    },
  })
  const isWaited = order.trouble === 'customer_unreachable'
  const seconds = useCountdown(order.wait_seconds ?? 0)
  const choice = (trouble: Trouble, text: ReactNode, hint: string, isOff = false) => (
    <div className="grid gap-1.5">
      <Button
        isBlock
        variant="tint"
        className="min-h-15 text-rider"
        disabled={isOff || isPending || offline !== undefined}
        onClick={() => mutate(trouble)}
      >
        {text}
      </Button>
      <p className="text-body text-ink-2">{hint}</p>
    </div>
  )
  return (
    <Sheet isOpen onClose={onClose} title={t('troubleButton')} closeLabel={t('a11yClose')}>
      <div className="grid gap-4 pt-1 text-rider">
        {error || offline ? (
          <p role="alert" className="font-medium text-error">
            {error ? refusalText(error) : offline}
          </p>
        ) : null}
        {isAccepted(order) ? (
          choice('store_closed', t('troubleStore'), t('troubleStoreText'))
        ) : isWaited ? (
          <>
            {seconds > 0 ? (
              <p role="timer" className="num title text-title">
                {t('troubleWait', { time: clockText(seconds) })}
              </p>
            ) : null}
            {choice('returned', t('troubleReturn'), t('troubleReturnText'), seconds > 0)}
          </>
        ) : (
          choice('customer_unreachable', t('troubleUnreachable'), t('troubleUnreachableText'))
        )}
        {choice('rider_stopped', t('troubleStopped'), t('troubleStoppedText'))}
      </div>
    </Sheet>
  )
}

/** Counts down from the seconds that the server gave. The countdown starts again when the server gives a new number. */
function useCountdown(from: number): number {
  const [left, setLeft] = useState(from)
  useEffect(() => {
    const endsAt = Date.now() + from * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [from])
  return left
}

function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
