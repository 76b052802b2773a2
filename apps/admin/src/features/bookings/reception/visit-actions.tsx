import { Button } from '@nukkad/ui/components/button.tsx'
import { useState } from 'react'
import { Confirm } from '#components/confirm.tsx'
import { TextArea } from '#components/controls.tsx'
import { useMay } from '#lib/session.ts'
import type { Diary, Visit } from './diary.ts'
import { useVisitCall } from './use-diary.ts'
import { type AskedStep, momentText, questionOf } from './visit-texts.ts'

type ActionsProps = { storeId: number; diary: Diary; visit: Visit; onMove: () => void; onFinish: () => void }

/**
 * The actions that the state of a visit allows. Actions that move money or notify the customer ask for confirmation
 * first.
 */
export function VisitActions({ storeId, diary, visit, onMove, onFinish }: ActionsProps) {
  // The action stays set while the confirmation dialog closes, so that the dialog keeps its text.
  const [asked, setAsked] = useState<AskedStep>('cancel')
  const [isAsked, setOpen] = useState(false)
  const mayWaive = useMay({
    permission: 'order_actions',
    owners: true,
    call: 'dashboard/bookings/waive-share',
    storeId,
  })
  const steps = useSteps(storeId, visit, () => setOpen(false))
  const ask = (step: AskedStep) => {
    setAsked(step)
    setOpen(true)
  }
  const isBooked = visit.status === 'booked'
  const canMiss = isBooked && visit.no_show_from !== null && Date.parse(visit.no_show_from) <= Date.parse(diary.now)
  return (
    <>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isBooked ? (
          <>
            <Button size="small" isBusy={steps.arrive.isPending} onClick={steps.arrive.run}>
              Arrived
            </Button>
            <Button size="small" variant="outline" onClick={onMove}>
              Move
            </Button>
            <Button size="small" variant="outline" disabled={!canMiss} onClick={() => ask('no-show')}>
              No-show
            </Button>
            <Button size="small" variant="outline" onClick={() => ask('cancel')}>
              Cancel visit
            </Button>
          </>
        ) : null}
        {visit.status === 'arrived' ? (
          <Button size="small" onClick={onFinish}>
            Finish
          </Button>
        ) : null}
        {visit.kept?.state === 'waiting' && mayWaive ? (
          <Button size="small" variant="outline" onClick={() => ask('waive-share')}>
            Give the deposit back
          </Button>
        ) : null}
      </div>
      {isBooked && !canMiss && visit.no_show_from ? (
        <p className="-mt-3 text-small text-ink-2">
          A no-show can be recorded from {momentText(visit.no_show_from, diary.time_zone)} on.
        </p>
      ) : null}
      <Question
        step={asked}
        isOpen={isAsked}
        visit={visit}
        currency={diary.currency}
        isBusy={steps[asked].isPending}
        onClose={() => setOpen(false)}
        onConfirm={steps[asked].run}
      />
    </>
  )
}

type QuestionProps = {
  step: AskedStep
  isOpen: boolean
  visit: Visit
  currency: string
  isBusy: boolean
  onClose: () => void
  onConfirm: (reason: string) => void
}

function Question({ step, isOpen, visit, currency, isBusy, onClose, onConfirm }: QuestionProps) {
  const [reason, setReason] = useState('')
  const { text, ...question } = questionOf(step, visit, currency)
  return (
    <Confirm isOpen={isOpen} onClose={onClose} onConfirm={() => onConfirm(reason)} isBusy={isBusy} {...question}>
      {text}
      {step === 'cancel' && visit.order ? (
        <div className="mt-3 text-start">
          <TextArea
            label="Reason"
            help="The customer sees this reason."
            rows={2}
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
      ) : null}
    </Confirm>
  )
}

/** The calls for the actions on a visit. */
function useSteps(storeId: number, { unique_visit_id, customer }: Visit, onSettled: () => void) {
  const about = { store_id: storeId, unique_visit_id }
  const arrive = useVisitCall('dashboard/bookings/arrive', `${customer} is here`)
  const miss = useVisitCall('dashboard/bookings/no-show', `${customer} did not come`)
  const cancel = useVisitCall('dashboard/bookings/cancel', `The visit of ${customer} is cancelled`)
  const waive = useVisitCall('dashboard/bookings/waive-share', 'The deposit went back to the customer')
  const done = { onSettled }
  return {
    arrive: { isPending: arrive.isPending, run: () => arrive.mutate(about) },
    'no-show': { isPending: miss.isPending, run: () => miss.mutate(about, done) },
    cancel: { isPending: cancel.isPending, run: (reason: string) => cancel.mutate({ ...about, reason }, done) },
    'waive-share': { isPending: waive.isPending, run: () => waive.mutate(about, done) },
  }
}
