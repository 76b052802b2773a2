import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useState } from 'react'
import { AskedAction } from '#components/asked-action.tsx'
import { Input } from '#components/controls.tsx'
import { OpenTo } from '#components/open-to.tsx'
import { instantAt } from '#features/bookings/reception/diary.ts'
import { momentText } from '#features/bookings/reception/visit-texts.ts'
import { call } from '#lib/api.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { CoveredVisits } from './covered-visits.tsx'
import { rereadSetup, type Stylist } from './use-setup.ts'
import type { Covered } from './visits-outside.ts'

type AbsencesProps = { storeId: number; stylist: Stylist; timeZone: string }

/**
 * The absences of a person. If a new absence covers booked visits, the page lists them, and the person decides which of
 * them to move.
 */
export function Absences({ storeId, stylist, timeZone }: AbsencesProps) {
  const [covered, setCovered] = useState<Covered[]>([])
  return (
    <section aria-labelledby="absences" className="grid grid-cols-1 gap-3">
      <h3 id="absences" className="text-heading">
        Absences
      </h3>
      {stylist.absences.length > 0 ? (
        <ul className="card divide-y divide-line">
          {stylist.absences.map(({ id, starts_at, ends_at, reason }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2 px-3 py-2">
              <span>
                {momentText(starts_at, timeZone)} – {momentText(ends_at, timeZone)}
                {reason ? <span className="block text-small text-ink-2">{reason}</span> : null}
              </span>
              <OpenTo access={{ permission: 'stores_edit', owners: true, storeId }}>
                <AskedAction
                  label="Delete"
                  name={`Delete the absence of ${momentText(starts_at, timeZone)}`}
                  variant="plain"
                  question="Delete this absence?"
                  action="Delete"
                  says="Customers can book this time again."
                  act={async () => {
                    await call('dashboard/bookings/absences/delete', { store_id: storeId, id })
                    await rereadSetup()
                    toast('The absence was deleted')
                  }}
                />
              </OpenTo>
            </li>
          ))}
        </ul>
      ) : null}
      {covered.length > 0 ? (
        <CoveredVisits
          storeId={storeId}
          timeZone={timeZone}
          where="in this time"
          visits={covered}
          onDecided={(number) => setCovered(covered.filter((visit) => visit.unique_visit_id !== number))}
        />
      ) : null}
      <AbsenceForm storeId={storeId} stylist={stylist} timeZone={timeZone} onCovered={setCovered} />
    </section>
  )
}

function AbsenceForm({
  storeId,
  stylist,
  timeZone,
  onCovered,
}: AbsencesProps & { onCovered: (visits: Covered[]) => void }) {
  const empty = { starts_at: '', ends_at: '', reason: '' }
  const { field, submit, reset, formError, formState } = useCallForm('dashboard/bookings/absences/save', {
    values: empty,
    toInput: (typed) => ({
      store_id: storeId,
      stylist_id: stylist.id,
      starts_at: instantOf(typed.starts_at, timeZone),
      ends_at: instantOf(typed.ends_at, timeZone),
      reason: typed.reason,
    }),
    onDone: async ({ visits }) => {
      await rereadSetup()
      toast('The absence was recorded')
      reset(empty)
      onCovered(visits)
    },
  })
  return (
    <form aria-label="New absence" onSubmit={submit} noValidate className="card grid grid-cols-1 gap-3 p-4">
      <FormError text={formError} size="small" />
      <OpenTo access={{ permission: 'stores_edit', owners: true, storeId }}>
        <Input label="From" type="datetime-local" {...field('starts_at')} />
        <Input label="Until" type="datetime-local" {...field('ends_at')} />
        <Input label="Reason" help="Only the salon sees the reason. Optional." maxLength={200} {...field('reason')} />
        <div>
          <Button type="submit" size="small" variant="outline" isBusy={formState.isSubmitting}>
            Record the absence
          </Button>
        </div>
      </OpenTo>
    </form>
  )
}

/** Returns the instant of a datetime-local field in the salon's time zone; an empty field stays empty. */
function instantOf(typed: string, timeZone: string): string {
  const [date, time] = typed.split('T')
  if (!date || !time) return ''
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(instantAt(date, hours * 60 + minutes, timeZone)).toISOString()
}
