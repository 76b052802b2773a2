import { wallClock } from '@nukkad/rules/wall-clock.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { rereadVisits } from '#features/bookings/reception/use-diary.ts'
import { momentText } from '#features/bookings/reception/visit-texts.ts'
import { call } from '#lib/api.ts'
import { newKey } from '#lib/new-key.ts'
import { toast, toastError } from '#lib/toasts.ts'
import type { Covered } from './visits-outside.ts'

/** Lists booked visits that a change affects. The person moves each visit to its suggested start or leaves it. */
export function CoveredVisits({
  storeId,
  timeZone,
  where,
  visits,
  onDecided,
}: {
  storeId: number
  timeZone: string
  /** The end of the sentence about the visits, such as “in this time”. */
  where: string
  visits: readonly Covered[]
  onDecided: (number: string) => void
}) {
  const move = useMutation({
    mutationFn: (visit: Covered) => moveToSuggestion(storeId, timeZone, visit),
    onSuccess: async ({ visit }) => {
      await rereadVisits()
      toast(`${visit.customer}: moved to ${momentText(visit.starts_at, timeZone)}`)
      onDecided(visit.unique_visit_id)
    },
    onError: toastError,
  })
  return (
    <div role="alert" className="grid grid-cols-1 gap-3 rounded-control bg-gold-tint p-3">
      <p className="text-gold-ink">
        {visits.length === 1 ? 'One booked visit is' : `${visits.length} booked visits are`} {where}. No visit has been
        moved yet.
      </p>
      <ul className="grid grid-cols-1 gap-2">
        {visits.map((visit) => (
          <li key={visit.unique_visit_id} className="card grid grid-cols-1 gap-2 p-3">
            <p>
              <span className="text-label">{visit.customer}</span>, {momentText(visit.starts_at, timeZone)}
              <span className="block text-small text-ink-2">{visit.services.join(', ')}</span>
            </p>
            <div className="flex flex-wrap gap-2">
              {visit.suggestion ? (
                <Button
                  size="small"
                  variant="tint"
                  disabled={move.isPending}
                  isBusy={move.isPending && move.variables.unique_visit_id === visit.unique_visit_id}
                  onClick={() => move.mutate(visit)}
                >
                  Move to {momentText(visit.suggestion, timeZone)}
                </Button>
              ) : (
                <p className="text-small text-ink-2">No free time was found. Call the customer.</p>
              )}
              <Button size="small" variant="outline" onClick={() => onDecided(visit.unique_visit_id)}>
                Keep the time
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Moves a visit to its suggested start, with the people whom the customer asked for and anyone else for the rest. */
async function moveToSuggestion(storeId: number, timeZone: string, { unique_visit_id, ...covered }: Covered) {
  const { date } = wallClock(new Date(covered.starts_at), timeZone)
  const { visits } = await call('dashboard/bookings/day', { store_id: storeId, date })
  const services = visits.find((visit) => visit.unique_visit_id === unique_visit_id)?.services
  return call(
    'dashboard/bookings/move',
    {
      store_id: storeId,
      unique_visit_id,
      starts_at: covered.suggestion ?? covered.starts_at,
      ...(services && {
        stylist_ids: services.map(({ is_wished, stylist }) => (is_wished ? (stylist?.id ?? null) : null)),
      }),
    },
    { idempotencyKey: newKey() },
  )
}
