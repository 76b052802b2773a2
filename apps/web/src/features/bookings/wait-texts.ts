import type { Output } from '@nukkad/contract/contract.ts'
import { t } from '#lib/catalogue.ts'
import { clockTime } from '#lib/clock.ts'
import { dayText } from '#lib/visits.ts'

export type WaitEntry = Output<'my-wait-list'>['entries'][number]

/** Returns a text such as "Today, Mon, 23 Nov · from 4:30 pm". */
export function wishText({ dates, from, to, time_zone }: WaitEntry): string {
  const days = dates.map((date) => dayText(date, time_zone)).join(' · ')
  const times =
    from && to
      ? t('waitBetween', { from: clockTime(from), to: clockTime(to) })
      : from
        ? t('waitAfter', { from: clockTime(from) })
        : to
          ? t('waitUntil', { to: clockTime(to) })
          : null
  return times ? `${days} · ${times}` : days
}
