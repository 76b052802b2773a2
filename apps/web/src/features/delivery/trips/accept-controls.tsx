import { Button } from '@nukkad/ui/components/button.tsx'
import { useState } from 'react'
import { useIsOnline } from '#features/shell/offline.tsx'
import { t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { useDuty } from './duty.ts'
import type { ShownOrder } from './orders.ts'
import { SlideToAccept } from './slide-to-accept.tsx'
import { useAccept } from './steps.ts'

/** Accepts an offer by a slider or by the button next to it (docs/reference/interface.md#rider-area, WCAG 2.5.7). */
export function AcceptControls({ order }: { order: ShownOrder }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const isOnline = useIsOnline()
  const { isOnDuty } = useDuty()
  const { mutate, isPending } = useAccept({
    onAccepted: () =>
      go(`/delivery/orders/${order.unique_order_id}`, { replace: location.pathname !== '/delivery/orders' }),
    onRefused: setRefusal,
  })
  const isOff = !isOnline || !isOnDuty || isPending
  const reason = refusal ?? (isOnline ? (isOnDuty ? null : t('riderOffDutyText')) : t('offlineActionDisabled'))
  const accept = () => {
    setRefusal(null)
    mutate(order)
  }
  return (
    <div>
      {reason ? (
        <p role={refusal ? 'alert' : undefined} className="mb-2.5 font-medium text-error">
          {reason}
        </p>
      ) : null}
      <div className="flex flex-wrap items-stretch gap-2.5">
        <SlideToAccept label={t('riderSlideToAccept')} isDisabled={isOff} onDone={accept} />
        <Button
          variant="tint"
          disabled={isOff && !isPending}
          isBusy={isPending}
          onClick={accept}
          className="min-h-15 grow text-rider"
        >
          {t('deliveryAcceptOrderButton')}
        </Button>
      </div>
    </div>
  )
}
