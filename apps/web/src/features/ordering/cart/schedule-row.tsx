import type { Output } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Chip } from '@nukkad/ui/components/pill.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { errorText, isSettingOn, t } from '#lib/catalogue.ts'
import { formatDay, formatSchedule, formatSlot } from '#lib/format-slot.ts'
import { ask } from '#lib/query.ts'
import type { Schedule } from '#lib/slots.ts'
import { notify } from '#lib/toasts.ts'
import { chooseSchedule, useSchedule } from '#stores/schedule.ts'
import { useSession } from '#stores/session.ts'
import type { Store } from './readiness.ts'

type Days = Output<'get-schedule-slots'>['days']

/**
 * Lets the person schedule the order, if the store accepts scheduled orders (docs/reference/wire.md#orders-for-later).
 */
export function ScheduleRow({ store }: { store: Store | undefined }) {
  const days = useOfferedDays(store)
  const chosen = useSchedule((schedule) => schedule.chosen)
  const [isOpen, setOpen] = useState(false)
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
      <SlotSheet days={days} isOpen={isOpen} chosen={chosen} onClose={() => setOpen(false)} />
    </>
  )
}

type SlotSheetProps = { days: Days; isOpen: boolean; chosen: Schedule | null; onClose: () => void }

function SlotSheet({ days, isOpen, chosen, onClose }: SlotSheetProps) {
  const firstFree = days.find(({ slots }) => slots.length > 0)?.date
  const [picked, setPicked] = useState<{ date?: string; open?: string }>({})
  const date = picked.date ?? chosen?.date.date ?? firstFree
  const day = days.find((offered) => offered.date === date)
  const open = picked.open ?? (date === chosen?.date.date ? chosen?.slot.open : undefined)
  const slot = day?.slots.find((offered) => offered.open === open)
  const finish = (choice: Schedule | null) => {
    chooseSchedule(choice)
    setPicked({})
    onClose()
  }
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('modOSSelectDateTimeText')}
      closeLabel={t('a11yClose')}
      foot={
        <div className="flex gap-2.5 [&>*]:flex-1">
          {chosen ? (
            <Button variant="outline" onClick={() => finish(null)}>
              {t('modOSRemoveBtnText')}
            </Button>
          ) : null}
          <Button
            disabled={!day || !slot}
            onClick={() => (day && slot ? finish({ date: { day: day.day, date: day.date }, slot }) : undefined)}
          >
            {t('modOSDoneBtnText')}
          </Button>
        </div>
      }
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a scrolling row */}
      <div
        role="group"
        aria-label={t('cartScheduleDays')}
        className="sticky top-0 -mx-4 flex gap-2 overflow-x-auto bg-(--c-layer) px-4 py-1 pb-3 [scrollbar-width:none]"
      >
        {days.map((offered) => (
          <Chip
            key={offered.date}
            isOn={offered.date === date}
            className="shrink-0"
            onClick={() => setPicked({ date: offered.date })}
          >
            {formatDay(offered.date)}
          </Chip>
        ))}
      </div>
      <fieldset className="mt-1">
        <legend className="sr-only">{t('cartScheduleTimes')}</legend>
        {day && day.slots.length > 0 ? (
          <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
            {day.slots.map((offered) => (
              <Chip
                key={offered.open}
                isOn={offered.open === slot?.open}
                className="num min-h-11 justify-center"
                onClick={() => setPicked({ date: day.date, open: offered.open })}
              >
                {formatSlot(offered)}
              </Chip>
            ))}
          </div>
        ) : (
          <p className="py-4 text-ink-2">{t('modOSSlotNotAvalText')}</p>
        )}
      </fieldset>
    </Sheet>
  )
}

/** Fetches the days and slots from the server, which checks the chosen one again when the order is placed. */
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
