import { useQuery } from '@tanstack/react-query'
import { CalendarClock, ChevronRight } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { errorText, isSettingOn, t } from '#lib/catalogue.ts'
import { formatSchedule } from '#lib/format-slot.ts'
import { ask } from '#lib/query.ts'
import type { Schedule } from '#lib/slots.ts'
import { notify } from '#lib/toasts.ts'
import { chooseSchedule, useSchedule } from '#stores/schedule.ts'
import { useSession } from '#stores/session.ts'
import type { Store } from './readiness.ts'
import type { Days } from './slot-sheet.tsx'

const SlotSheet = lazy(() => import('./slot-sheet.tsx'))

/**
 * Lets the person schedule the order, if the store accepts scheduled orders (docs/reference/wire.md#orders-for-later).
 */
export function ScheduleRow({ store }: { store: Store | undefined }) {
  const days = useOfferedDays(store)
  const chosen = useSchedule((schedule) => schedule.chosen)
  const [isOpen, setOpen] = useState<boolean | null>(null)
  useDropOldChoice(days, chosen)
  if (!days?.some(({ slots }) => slots.length > 0)) return null
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="press flex min-h-15 w-full items-center gap-3.5 rounded-card bg-surface px-4 py-2 text-start hairline"
      >
        <CalendarClock aria-hidden="true" className="size-6 shrink-0 text-brand" />
        <span className="min-w-0 flex-1">
          <span className="block font-650">{t(chosen ? 'modOSScheduleForText' : 'modOSScheduleThisOrderText')}</span>
          <span className="num block text-small text-ink-2">
            {chosen ? formatSchedule(chosen) : t('cartScheduleNow')}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 text-ink-2 rtl:-scale-x-100" />
      </button>
      {isOpen === null ? null : (
        <Suspense>
          <SlotSheet days={days} isOpen={isOpen} chosen={chosen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Fetches the days and slots from the server, which checks the chosen slot again when the order is placed. */
function useOfferedDays(store: Store | undefined): Days | undefined {
  const isCustomer = useSession(({ user }) => user !== null)
  const isOffered = store?.is_orderscheduling === true && isSettingOn('enableOrderSchedulingOnCustomer')
  const { data } = useQuery({
    ...ask('get-schedule-slots', { restaurant_id: store?.id ?? 0 }),
    enabled: isCustomer && isOffered,
    staleTime: 0,
  })
  if (!store || !isCustomer) return undefined
  return isOffered ? data?.days : []
}

/** Removes a chosen time that has passed or that this store does not offer, and notifies the person. */
function useDropOldChoice(days: Days | undefined, chosen: Schedule | null): void {
  const isGone =
    days !== undefined &&
    chosen !== null &&
    !days.some(({ date, slots }) => date === chosen.date.date && slots.some(({ open }) => open === chosen.slot.open))
  useEffect(() => {
    if (!isGone) return
    chooseSchedule(null)
    notify(errorText('SLOT_INVALID'), 'info')
  }, [isGone])
}
