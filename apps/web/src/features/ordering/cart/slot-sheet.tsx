import type { Output } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Chip } from '@nukkad/ui/components/pill.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { formatDay, formatSlot } from '#lib/format-slot.ts'
import type { Schedule } from '#lib/slots.ts'
import { chooseSchedule } from '#stores/schedule.ts'

export type Days = Output<'get-schedule-slots'>['days']

type SlotSheetProps = { days: Days; isOpen: boolean; chosen: Schedule | null; onClose: () => void }

/** Shows the days and times that the store offers, and stores the chosen one. */
export default function SlotSheet({ days, isOpen, chosen, onClose }: SlotSheetProps) {
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
