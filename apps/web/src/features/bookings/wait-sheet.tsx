import type { WireInput } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Field } from '@nukkad/ui/components/field.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { SendButton } from '#features/shell/send-button.tsx'
import { ApiError, call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { newKey } from '#lib/new-key.ts'
import { notifyFailure } from '#lib/notify-failure.ts'
import { queryClient } from '#lib/query.ts'
import { announce } from '#lib/toasts.ts'
import { dayText, whenText } from '#lib/visits.ts'
import { nextStartsOf } from './use-hold.tsx'

type WaitSheetProps = {
  wanted: Pick<WireInput<'join-wait-list'>, 'store_id' | 'services'>
  /** The days that can be chosen, and which of them are chosen at first. */
  days: readonly string[]
  first: readonly string[]
  timeZone: string
  onClose: () => void
}

/** Asks for the days and times that suit the customer, and enters the customer in the wait list with them. */
export default function WaitSheet({ wanted, days, first, timeZone, onClose }: WaitSheetProps) {
  const [dates, setDates] = useState<readonly string[]>(first)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(
        'join-wait-list',
        { ...wanted, dates: [...dates], from: from || null, to: to || null },
        { idempotencyKey: newKey() },
      ),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['my-wait-list'] })
      announce(t('waitJoined'))
      go('/my-visits')
    },
    onError: (refusal) => {
      if (!(refusal instanceof ApiError && refusal.code === 'SLOT_FREE')) notifyFailure(refusal)
    },
  })
  const free = error instanceof ApiError && error.code === 'SLOT_FREE' ? nextStartsOf(error) : []
  const isWrong = from !== '' && to !== '' && from > to
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('waitJoin')}
      closeLabel={t('a11yClose')}
      foot={
        free.length > 0 ? (
          <Button isBlock onClick={onClose}>
            {t('bookChooseTime')}
          </Button>
        ) : (
          <SendButton isBlock isBusy={isPending} disabled={dates.length === 0 || isWrong} onClick={() => mutate()}>
            {t('waitJoin')}
          </SendButton>
        )
      }
    >
      {free.length > 0 ? (
        <div role="alert">
          <p className="text-ink-2">{t('waitFree')}</p>
          <ul className="num mt-2 grid gap-1 font-semibold">
            {free.map((start) => (
              <li key={start}>{whenText(start, timeZone)}</li>
            ))}
          </ul>
        </div>
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <p className="text-ink-2">{t('waitText')}</p>
          <Days days={days} chosen={dates} timeZone={timeZone} onChoose={setDates} />
          <div className="grid grid-cols-2 gap-3">
            <Field
              label={t('waitFrom')}
              type="time"
              value={from}
              onChange={(event) => setFrom(event.currentTarget.value)}
            />
            <Field
              label={t('waitTo')}
              type="time"
              value={to}
              error={isWrong ? t('waitWrong') : null}
              onChange={(event) => setTo(event.currentTarget.value)}
            />
          </div>
        </div>
      )}
    </Sheet>
  )
}

type DaysProps = {
  days: readonly string[]
  chosen: readonly string[]
  timeZone: string
  onChoose: (dates: readonly string[]) => void
}

function Days({ days, chosen, timeZone, onChoose }: DaysProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-label">{t('waitDays')}</legend>
      <div className="times">
        {days.map((date) => (
          <label key={date} className="pick-time press num text-small">
            <input
              type="checkbox"
              className="sr-only"
              checked={chosen.includes(date)}
              onChange={(event) =>
                onChoose(event.currentTarget.checked ? [...chosen, date] : chosen.filter((one) => one !== date))
              }
            />
            {dayText(date, timeZone)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
