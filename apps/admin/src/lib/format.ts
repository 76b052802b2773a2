/** The locale in which the dashboard formats numbers, money and times. */
const locale = navigator.language || 'en-IN'
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const momentOfYear = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})
const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const count = new Intl.NumberFormat(locale)
const moneyFormats = new Map<string, Intl.NumberFormat>()

/** `"2026-11-21T09:30:00.000Z"` → 21 Nov 2026, 3:00 pm */
export function formatMoment(iso: string): string {
  return moment.format(new Date(iso))
}

/** Formats like `formatMoment`, without the year if it is the current one, because tables have little width. */
export function formatShortMoment(iso: string): string {
  const at = new Date(iso)
  return at.getFullYear() === new Date().getFullYear() ? momentOfYear.format(at) : moment.format(at)
}

/** `"2026-11-21T09:30:00.000Z"` → 3:00 pm */
export function formatTime(iso: string): string {
  return time.format(new Date(iso))
}

export function formatDay(date: string): string {
  return day.format(new Date(date))
}

/**
 * Returns today's date, such as `2026-11-21`, in the browser's time zone, which is the shop's time zone for people who
 * work there.
 */
export function today(now = Date.now()): string {
  return new Intl.DateTimeFormat('sv-SE').format(new Date(now))
}

export function formatCount(value: number): string {
  return count.format(value)
}

/** `"1200.00"` of `INR` → ₹1,200.00 */
export function formatMoney(amount: string, currency: string): string {
  let format = moneyFormats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    moneyFormats.set(currency, format)
  }
  return format.format(amount as Intl.StringNumericLiteral)
}

/** Returns the currency sign to show in front of an amount field, such as ₹ for `INR`. */
export function currencySign(currency: string): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return parts.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
}

/** Returns how long ago an instant was, in the largest useful unit. */
export function formatAgo(iso: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(iso)) / 60_000))
  if (minutes < 60) return `${minutes} min`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`
  return `${Math.floor(minutes / (24 * 60))} days`
}

const ofDuration = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 })

/** `1250` → 1.25 s, `48.6` → 48.6 ms */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${ofDuration.format(ms)} ms` : `${ofDuration.format(ms / 1000)} s`
}

const bytes = (unit: string) => new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 })
const [megabytes, gigabytes] = [bytes('megabyte'), bytes('gigabyte')]

/** `1500000000` → 1.5 GB */
export function formatBytes(count: number): string {
  return count < 1e9 ? megabytes.format(count / 1e6) : gigabytes.format(count / 1e9)
}
