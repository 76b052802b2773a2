import type { Output } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { call } from '#lib/api.ts'
import { formatCount, formatShortMoment } from '#lib/format.ts'
import { queryClient } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { alarmTexts } from './alarm-texts.ts'

type Alarm = Output<'dashboard/home'>['alarms'][number]

/** An open alarm, as a row in the list at the top of the home page. */
export function AlarmRow({ alarm }: { alarm: Alarm }) {
  const texts = alarmTexts[alarm.code]
  const close = useMutation({
    mutationFn: () => call('dashboard/alarms/close', { id: alarm.id }),
    onSuccess: () => {
      toast('Alarm closed')
      return queryClient.invalidateQueries()
    },
    onError: toastError,
  })
  return (
    <li className="flex flex-wrap items-start gap-3 py-3">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-error" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-label">{texts.title(alarm)}</p>
        <p className="text-small text-ink-2">
          {texts.advice} Since {formatShortMoment(alarm.raised_at)}
          {alarm.times_seen > 1 ? `, seen ${formatCount(alarm.times_seen)} times` : ''}.
        </p>
      </div>
      <div className="flex items-center gap-3">
        <Link to={texts.to as never} className="text-brand underline">
          {texts.page}
        </Link>
        <Button size="small" variant="outline" isBusy={close.isPending} onClick={() => close.mutate()}>
          Close alarm
        </Button>
      </div>
    </li>
  )
}
