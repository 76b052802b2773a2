/** Formats an instant in this browser's time zone as a datetime-local field needs it: `2026-11-21T15:30`. */
export function toLocalField(iso: string | null | undefined): string {
  if (!iso) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Returns the instant of a datetime-local field in this browser's time zone; undefined for an empty field. */
export function fromLocalField(value: string): string | null {
  return value ? new Date(value).toISOString() : null
}
