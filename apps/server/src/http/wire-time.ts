const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns `YYYY-MM-DD HH:MM:SS` in the given zone, the form of every time on the wire
 * (docs/reference/wire.md#value-types).
 */
export function wireTime(at: Date, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    // The Swedish locale is used because it formats dates in the form of the wire.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(timeZone, format)
  }
  return format.format(at)
}
