import { Button } from '@nukkad/ui/components/button.tsx'
import { TextArea } from '@nukkad/ui/components/field.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { SendButton } from '#features/shell/send-button.tsx'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { newKey } from '#lib/new-key.ts'
import { notifyFailure } from '#lib/notify-failure.ts'
import { minorOf, price } from '#lib/prices.ts'
import { queryClient } from '#lib/query.ts'
import { notify } from '#lib/toasts.ts'
import type { Visit } from '#lib/visits.ts'
import { refreshLists } from './place-visit.ts'

/** Asks for confirmation before a visit is cancelled, and shows the refund and the amount that the salon keeps. */
export function CancelSheet({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const { currency, terms, kept_if_cancelled } = visit
  const [key] = useState(newKey)
  const deposit = minorOf(terms.deposit, currency)
  const kept = minorOf(kept_if_cancelled, currency)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('cancel-visit', { unique_visit_id: visit.unique_visit_id }, { idempotencyKey: key }),
    onSuccess: () => notify(t('visitCancelledTitle')),
    onError: notifyFailure,
    onSettled: () => {
      refreshLists()
      onClose()
    },
  })
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('visitCancelTitle')}
      closeLabel={t('a11yClose')}
      foot={
        <div className="grid grid-cols-2 items-end gap-2.5">
          <Button variant="outline" onClick={onClose}>
            {t('visitCancelKeep')}
          </Button>
          <SendButton variant="danger" isBlock isBusy={isPending} onClick={() => mutate()}>
            {t('visitCancel')}
          </SendButton>
        </div>
      }
    >
      <ul className="num grid gap-1 text-ink-2">
        {deposit > kept ? <li>{t('visitCancelBack', { amount: price(deposit - kept, currency) })}</li> : null}
        {kept > 0n ? <li>{t('visitCancelKept', { amount: price(kept, currency) })}</li> : null}
        {deposit === 0n ? <li>{t('visitCancelFree')}</li> : null}
      </ul>
    </Sheet>
  )
}

/** Lets a customer who did come to a visit object to its state "no-show". */
export function ObjectSheet({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const [words, setWords] = useState('')
  const [key] = useState(newKey)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('open-case', { order_id: orderId, problem: 'no_show', words }, { idempotencyKey: key }),
    onSuccess: () => notify(t('helpSent')),
    onError: notifyFailure,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['get-cases'] })
      onClose()
    },
  })
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('caseNoShow')}
      closeLabel={t('a11yClose')}
      foot={
        <SendButton isBlock isBusy={isPending} onClick={() => mutate()}>
          {t('helpSend')}
        </SendButton>
      }
    >
      <p className="mb-3 text-ink-2">{t('visitObjectText')}</p>
      <TextArea
        label={t('helpWords')}
        rows={3}
        maxLength={500}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
    </Sheet>
  )
}
