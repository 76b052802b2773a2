import { Button } from '@nukkad/ui/components/button.tsx'
import { Dock } from '@nukkad/ui/components/dock.tsx'
import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useOfflineReason } from '#features/shell/offline.tsx'
import { Page } from '#features/shell/page.tsx'
import { ApiError, call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { goBack } from '#lib/navigation.ts'
import { newKey } from '#lib/new-key.ts'
import { notifyFailure } from '#lib/notify-failure.ts'
import { ask, queryClient } from '#lib/query.ts'
import { notify } from '#lib/toasts.ts'
import { type Visit, whenText } from '#lib/visits.ts'
import { refreshLists } from './place-visit.ts'
import { TimeChoice } from './time-choice.tsx'
import { nextStartsOf } from './use-hold.tsx'

const HoldSheet = lazy(() => import('./hold-sheet.tsx'))

/** Chooses a new time for a booked visit, with the same services and people. */
export default function MoveVisit({ visit }: { visit: Visit }) {
  const { unique_visit_id, starts_at, time_zone, store } = visit
  const salon = useQuery(ask('salon-services', { store_id: store.id }))
  const [startsAt, setStartsAt] = useState<string | null>(null)
  const offline = useOfflineReason()
  const { move, isPending, nextStarts, forget } = useMove(visit)
  return (
    <Page title={t('visitMoveTitle')} back={`/visit/${unique_visit_id}`} foot="dock">
      <p className="num px-4 text-ink-2">
        {t('visitMoveNow', { when: whenText(starts_at, time_zone) })} ·{' '}
        {visit.services.map(({ name }) => name).join(', ')}
      </p>
      {salon.data || salon.isError ? (
        <TimeChoice
          about={{ unique_visit_id }}
          timeZone={time_zone}
          horizonDays={salon.data?.horizon_days ?? DEFAULT_HORIZON_DAYS}
          startsAt={startsAt}
          opensAt={starts_at}
          onChoose={(start) => setStartsAt(start.starts_at)}
        />
      ) : (
        <div className="mt-5 px-4">
          <Skeleton className="h-52" />
        </div>
      )}
      <Dock reason={offline} hint={startsAt && isTooSoonAfter(visit, startsAt) ? t('visitMoveLoss') : null}>
        <div className="flex flex-wrap items-center gap-3">
          <p className="num min-w-0 flex-[1_1_5em] font-650">
            {startsAt ? whenText(startsAt, time_zone) : t('bookChooseTime')}
          </p>
          <Button
            disabled={!startsAt || startsAt === starts_at || offline !== undefined}
            isBusy={isPending}
            onClick={() => startsAt && move(startsAt)}
          >
            {t('visitMoveButton')}
          </Button>
        </div>
      </Dock>
      {nextStarts ? (
        <Suspense>
          <HoldSheet
            problem={{ kind: 'taken', nextStarts }}
            timeZone={time_zone}
            isBusy={isPending}
            onClose={forget}
            onTake={(to) => to && move(to)}
            onOther={forget}
          />
        </Suspense>
      ) : null}
    </Page>
  )
}

/** Returns a function that moves a visit, and the next free starts if someone else has taken the chosen one. */
function useMove({ unique_visit_id }: Visit) {
  const [nextStarts, setNextStarts] = useState<string[] | null>(null)
  const forget = () => setNextStarts(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (to: string) => call('move-visit', { unique_visit_id, starts_at: to }, { idempotencyKey: newKey() }),
    onSuccess: (answer) => {
      queryClient.setQueryData(ask('visit', { unique_visit_id }).queryKey, answer)
      refreshLists()
      notify(t('visitMoved'))
      goBack(`/visit/${unique_visit_id}`)
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: ['free-times'] })
      if (error instanceof ApiError && error.code === 'SLOT_TAKEN') return setNextStarts(nextStartsOf(error))
      forget()
      notifyFailure(error)
    },
  })
  return { move: mutate, isPending, nextStarts, forget }
}

/**
 * Returns whether a start is so soon that the moved visit could neither be cancelled free of charge nor be moved again.
 */
function isTooSoonAfter({ terms }: Visit, startsAt: string): boolean {
  return Date.parse(startsAt) - terms.free_cancel_hours * HOUR_MS < Date.now()
}

const HOUR_MS = 3_600_000

/** The number of days on which a visit can be booked if the salon's own number fails to load. */
const DEFAULT_HORIZON_DAYS = 30
