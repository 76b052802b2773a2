import type { TextKey } from '@nukkad/contract/texts/en.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Settings } from '#platform/settings/settings.ts'

type Params = Record<string, string | number>

/**
 * Returns a text with the date and time of a visit, such as "Fri, 4 Dec" and "4:30 pm", in this language or, without a
 * language, in the shop's.
 * @param params `date` as YYYY-MM-DD and `time` as HH:MM, in the salon's time zone
 */
export function visitText(
  settings: Settings,
  { key, params }: { key: TextKey; params: Params },
  language: string | undefined,
): string {
  return settings.text(key, withLocalTime(settings, params, language), language)
}

/**
 * Selects a point in time as the columns `date` and `time` that `withLocalTime` reads, in the time zone of the store
 * `s`.
 */
export function salonTime(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(${at} at time zone s.time_zone, 'YYYY-MM-DD') as date, to_char(${at} at time zone s.time_zone, 'HH24:MI') as time`
}

/**
 * Replaces `date` (YYYY-MM-DD) and `time` (HH:MM) with the forms of a language, in the same way as the phone app: as
 * written in India, with Latin digits. Values other than `date` and `time` stay unchanged.
 */
export function withLocalTime<P extends Params>(settings: Settings, params: P, language: string | undefined): P {
  const code = settings.languageOf(language) ?? settings.languages().find(({ isDefault }) => isDefault)?.code ?? 'en'
  const format = (value: string, parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(`${code}-IN-u-nu-latn`, { ...parts, timeZone: 'UTC' })
      .format(new Date(value))
      // Replaces narrow spaces, because a text message with such a space needs twice as many bytes.
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
