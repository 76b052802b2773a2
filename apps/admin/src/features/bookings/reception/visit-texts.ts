import { visitStatusLabels } from '@nukkad/contract/tables/visits.ts'
import { addDays } from '@nukkad/rules/wall-clock.ts'
import type { PillVariant } from '@nukkad/ui/components/pill.tsx'
import { formatMoney } from '#lib/format.ts'
import type { Visit } from './diary.ts'

const locale = navigator.language || 'en-IN'

export const statusTexts: Readonly<Record<Visit['status'], string>> = visitStatusLabels

export const statusTones: Readonly<Record<Visit['status'], PillVariant>> = {
  held: 'plain',
  booked: 'info',
  arrived: 'gold',
  done: 'ok',
  no_show: 'error',
  cancelled: 'plain',
}

const formats = new Map<string, Intl.DateTimeFormat>()
function format(of: string, options: Intl.DateTimeFormatOptions, at: string | number): string {
  const known = formats.get(of) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(of, known)
  return known.format(new Date(at))
}

/** Returns the time of an instant in the salon's time zone, such as "3:00 pm". */
export function clockText(at: string | number, timeZone: string): string {
  return format(`clock ${timeZone}`, { timeStyle: 'short', timeZone }, at)
}

/** Returns the date and time of an instant in the salon's time zone, such as "Mon, 30 Nov, 3:00 pm". */
export function momentText(at: string | number, timeZone: string): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const
  return format(`moment ${timeZone}`, { ...parts, timeZone }, at)
}

/** Returns the date of a moment in a time zone, with its year. */
export function dayText(at: string, timeZone: string): string {
  return format(`day ${timeZone}`, { dateStyle: 'medium', timeZone }, at)
}

/** Returns a minute of a day as a time of day. */
export function minuteText(minute: number): string {
  return clockText(minute * 60_000, 'UTC')
}

/** `2026-11-30` → Mon, 30 Nov */
export function dateText(date: string): string {
  return format('date', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }, date)
}

/** `2026-11-30` → Monday, 30 November 2026 */
export function longDateText(date: string): string {
  return format('long date', { dateStyle: 'full', timeZone: 'UTC' }, date)
}

/** Returns the first and last day of a week that starts on this date, such as "Mon, 30 Nov – Sun, 6 Dec". */
export function weekText(monday: string): string {
  return `${dateText(monday)} – ${dateText(addDays(monday, 6))}`
}

/** `85` → 1 h 25 min */
export function lengthText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours ? `${hours} h` : '', rest || !hours ? `${rest} min` : ''].filter(Boolean).join(' ')
}

/** Describes the deposit terms that the customer accepted. */
export function termsText({ deposit, free_until, late_cancel_percent, no_show_percent }: Terms, salon: Salon): string {
  if (Number(deposit) === 0) return 'No deposit. The customer can cancel free of charge.'
  return [
    `Deposit of ${formatMoney(deposit, salon.currency)}.`,
    `The customer can cancel free of charge until ${momentText(free_until, salon.time_zone)}.`,
    `If the customer cancels later, the salon keeps ${late_cancel_percent} % of the deposit, or ${no_show_percent} % after a no-show.`,
  ].join(' ')
}
type Terms = NonNullable<Visit['terms']>
type Salon = { currency: string; time_zone: string }

/** Describes the part of a deposit that the salon keeps after a no-show, and until when the customer can object. */
export function keptText({ amount, state, pays_at }: NonNullable<Visit['kept']>, salon: Salon): string {
  const sum = formatMoney(amount, salon.currency)
  if (state === 'paid') return `The salon has kept ${sum}.`
  if (state === 'returned') return `${sum} was returned to the customer.`
  return `The salon keeps ${sum}. The customer can object until ${momentText(pays_at, salon.time_zone)}.`
}

/** The actions on a visit that ask for confirmation. */
export type AskedStep = 'no-show' | 'cancel' | 'waive-share'
type Question = { title: string; action: string; text: string }

/** Returns the question that confirms an action, with the amounts that move. */
export function questionOf(step: AskedStep, { order, terms, kept }: Visit, currency: string): Question {
  const money = (amount: string) => formatMoney(amount, currency)
  if (step === 'no-show') {
    const text =
      terms && Number(terms.deposit) > 0
        ? `The salon keeps ${terms.no_show_percent} % of the deposit of ${money(terms.deposit)} once the customer has had time to object. The rest goes back to the customer.`
        : 'No deposit was paid, so no money moves.'
    return { title: 'Record a no-show?', action: 'Record', text }
  }
  if (step === 'cancel') {
    const text = order
      ? `${money(order.paid)} goes back to the customer, who is notified.`
      : 'Others can book this time again. No money moves.'
    return { title: 'Cancel the visit?', action: 'Cancel visit', text }
  }
  const text = `${money(kept?.amount ?? '0')} goes back to the customer. If the customer has objected, the objection is settled too.`
  return { title: 'Give the deposit back?', action: 'Give back', text }
}
