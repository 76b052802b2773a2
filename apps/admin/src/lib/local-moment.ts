/** `2026-11-21T15:30` in this browser's zone, as a field of the kind datetime-local holds it. */
export function toLocalField(iso: string | null | undefined): string {
  if (!iso) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** What such a field says as a moment; nothing for an empty one. */
export function fromLocalField(value: string): string | null {
  return value ? new Date(value).toISOString() : null
}
