import { Button } from '@nukkad/ui/components/button.tsx'
import { ChoiceRow } from '@nukkad/ui/components/choice.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SendButton } from '#features/shell/send-button.tsx'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { notifyFailure } from '#lib/notify-failure.ts'
import type { Order } from './use-tracking.ts'

/** Cancels an order with a reason, while the order allows it (F-16, GAP-16). */
export function CancelOrder({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  const reasons = [
    t('trackingCancelReasonMistake'),
    t('trackingCancelReasonAddress'),
    t('trackingCancelReasonLate'),
    t('trackingCancelReasonOther'),
  ]
  const [reason, setReason] = useState(reasons[0])
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(
        'cancel-order',
        { order_id: order.id, cancel_reason: reason },
        { idempotencyKey: `cancel-order-${order.unique_order_id}` },
      ),
    onSuccess: () => setOpen(false),
    onError: (error) => {
      setOpen(false)
      notifyFailure(error)
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['update-user-info'] })
      void client.invalidateQueries({ queryKey: ['get-orders'] })
    },
  })
  return (
    <>
      <Button variant="plain" size="small" className="!text-error" onClick={() => setOpen(true)}>
        {t('cancelOrderMainButton')}
      </Button>
      <Sheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('trackingCancelTitle')}
        sub={t('trackingCancelText')}
        closeLabel={t('a11yClose')}
        foot={
          <div className="grid grid-cols-2 items-end gap-2.5">
            <Button variant="outline" onClick={() => setOpen(false)}>
              {t('trackingCancelKeep')}
            </Button>
            <SendButton variant="danger" isBlock isBusy={isPending} onClick={() => mutate()}>
              {t('trackingCancelConfirm')}
            </SendButton>
          </div>
        }
      >
        <fieldset>
          <legend className="text-label">{t('trackingCancelReasonTitle')}</legend>
          <div className="divide-y divide-line">
            {reasons.map((text) => (
              <ChoiceRow
                key={text}
                type="radio"
                name="reason"
                label={text}
                isChecked={reason === text}
                onChange={() => setReason(text)}
              />
            ))}
          </div>
        </fieldset>
      </Sheet>
    </>
  )
}
