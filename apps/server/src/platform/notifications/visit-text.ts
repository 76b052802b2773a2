import type { TextKey } from '@nukkad/contract/texts/en.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Settings } from '#platform/settings/settings.ts'

type Params = Record<string, string | number>

/**
 * Returns a text with the date and time of a visit, such as "Fri, 4 Dec" and "4:30 pm", in this language or in the
 * shop's.
 * @param params `date` as YYYY-MM-DD and `time` as HH:MM, on the salon's clock
 */
export function visitText(
  settings: Settings,
  { key, params }: { key: TextKey; params: Params },
  language: string | undefined,
): string {
  return settings.text(key, withLocalTime(settings, params, language), language)
}

/** Selects an instant as the columns `date` and `time` that `withLocalTime` reads, on the clock of the store `s`. */
export function salonTime(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(${at} at time zone s.time_zone, 'YYYY-MM-DD') as date, to_char(${at} at time zone s.time_zone, 'HH24:MI') as time`
}

/**
 * Replaces `date` (YYYY-MM-DD) and `time` (HH:MM) by the forms that people of a language read, as the phone app does:
 * as written in India, with Latin digits. Other values stay.
 */
export function withLocalTime<P extends Params>(settings: Settings, params: P, language: string | undefined): P {
  const code = settings.languageOf(language) ?? settings.languages().find(({ isDefault }) => isDefault)?.code ?? 'en'
  const format = (value: string, parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(`${code}-IN-u-nu-latn`, { ...parts, timeZone: 'UTC' })
      .format(new Date(value))
      // A text message with a narrow space would need twice the room.
      .replace(/[\u00a0\u202f]/g, ' ')
  const { date, time } = params
  return {
    ...params,
    ...(isMatch(date, /^\d{4}-\d\d-\d\d$/) && {
      date: format(`${date}T00:00:00Z`, { weekday: 'short', day: 'numeric', month: 'short' }),
    }),
    ...(isMatch(time, /^\d\d:\d\d$/) && {
      time: format(`2000-01-01T${time}:00Z`, { hour: 'numeric', minute: '2-digit' }),
    }),
  }
}

function isMatch(value: unknown, form: RegExp): boolean {
  return typeof value === 'string' && form.test(value)
}
