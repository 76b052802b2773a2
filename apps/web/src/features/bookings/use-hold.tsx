import type { WireInput } from '@nukkad/contract/contract.ts'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ApiError, call } from '#lib/api.ts'
import { openLogin, useLoginSheet } from '#lib/login-sheet.ts'
import { newKey } from '#lib/new-key.ts'
import { notifyFailure } from '#lib/notify-failure.ts'
import { ask, queryClient } from '#lib/query.ts'
import { isArray, isRecord } from '#lib/storage.ts'
import { isOffline } from '#lib/toasts.ts'
import type { Visit } from '#lib/visits.ts'
import { useSession } from '#stores/session.ts'

const HoldSheet = lazy(() => import('./hold-sheet.tsx'))

type Wanted = Omit<WireInput<'hold-visit'>, 'replaces'>

/**
 * The reason why the server held no time, if the customer decides how to continue: someone else took the time, or the
 * customer holds another time.
 */
export type HoldProblem = { kind: 'taken'; nextStarts: string[] } | { kind: 'open' }

type Holding = { storeName: string; timeZone: string; onHeld: (visit: Visit) => void; onOther?: () => void }

/**
 * Returns a function that holds a time. A guest logs in first, and the time is held after the login. A sheet offers the
 * next times if someone else took the time first, and asks before the customer's other hold is given up.
 */
export function useHold({ storeName, timeZone, onHeld, onOther }: Holding) {
  const [problem, setProblem] = useState<HoldProblem | null>(null)
  const [last, setLast] = useState<Wanted | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const isCustomer = useSession(({ user }) => user !== null)
  const isAsked = useLoginSheet(({ asked }) => asked !== null)
  const { mutate, isPending } = useMutation({
    mutationFn: (input: WireInput<'hold-visit'>) => call('hold-visit', input, { idempotencyKey: newKey() }),
    onSuccess: ({ visit }) => {
      setProblem(null)
      holdEnds.set(visit.unique_visit_id, Date.now() + HOLD_MS)
      lastHeldAt = visit.store.id
      queryClient.setQueryData(ask('visit', { unique_visit_id: visit.unique_visit_id }).queryKey, {
        success: true,
        visit,
      })
      onHeld(visit)
    },
    onError: (error) => {
      const found = problemOf(error)
      setProblem(found)
      if (!found) notifyFailure(error)
      void queryClient.invalidateQueries({ queryKey: ['free-times'] })
    },
  })
  const hold = (wanted: Wanted, isAgreed = false) => {
    // A person who goes back from the review and chooses another time gives up the time that they held before.
    const replaces = isAgreed || lastHeldAt === wanted.store_id
    setLast(wanted)
    if (isOffline()) return
    if (isCustomer) return mutate({ ...wanted, replaces })
    setWaiting(true)
    openLogin({ kind: 'visit', store: storeName })
  }
  // While the app waits for a guest's login, the guest has logged in or has closed the sheet.
  const isEntered = isWaiting && isCustomer && !isAsked
  const isGivenUp = isWaiting && !isCustomer && !isAsked
  useEffect(() => {
    if (!isEntered && !isGivenUp) return
    setWaiting(false)
    if (isEntered && last) mutate(last)
  }, [isEntered, isGivenUp, last, mutate])
  const sheet = problem ? (
    <Suspense>
      <HoldSheet
        problem={problem}
        timeZone={timeZone}
        isBusy={isPending}
        onClose={() => setProblem(null)}
        onTake={(startsAt) => last && hold({ ...last, starts_at: startsAt ?? last.starts_at }, startsAt === undefined)}
        onOther={() => {
          setProblem(null)
          onOther?.()
        }}
      />
    </Suspense>
  ) : null
  return { hold, isPending, sheet }
}

/** How long the server holds a time (`hold-visit`), in ms. */
const HOLD_MS = 120_000
/**
 * The end of each hold of this page, in epoch milliseconds of this device's clock, which may differ from the server's.
 */
const holdEnds = new Map<string, number>()
/** The id of the salon at which this page last held a time. */
let lastHeldAt: number | undefined

/** Returns when a hold ends, in epoch milliseconds; null for a visit that is not held, or awaits its payment. */
export function holdEndOf({ unique_visit_id, status, held_until }: Visit): number | null {
  if (status !== 'held' || held_until === null) return null
  return holdEnds.get(unique_visit_id) ?? Date.parse(held_until)
}

function problemOf(error: unknown): HoldProblem | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'HOLD_OPEN') return { kind: 'open' }
  if (error.code !== 'SLOT_TAKEN') return null
  return { kind: 'taken', nextStarts: nextStartsOf(error) }
}

/** Returns the next free starts that a refusal with `SLOT_TAKEN` carries. */
export function nextStartsOf({ body }: ApiError): string[] {
  const starts = isRecord(body) && isArray(body.next_starts) ? body.next_starts : []
  return starts.filter((start) => typeof start === 'string')
}
