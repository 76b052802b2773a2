import type { Visit } from '#lib/visits.ts'

/** The fields of a visit that a calendar entry shows. */
type Entry = Pick<Visit, 'unique_visit_id' | 'starts_at' | 'ends_at' | 'sequence'> & {
  title: string
  place: string
  link: string
}

/**
 * Returns a file of the iCalendar format (RFC 5545) with one visit. The file of a moved visit has the same UID and a
 * higher SEQUENCE, so that a calendar replaces the entry.
 */
export function calendarFile(entry: Entry, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Nukkad//Visits//EN',
    'BEGIN:VEVENT',
    `UID:${entry.unique_visit_id}@${new URL(entry.link).hostname}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${instantOf(now)}`,
    `DTSTART:${instantOf(new Date(entry.starts_at))}`,
    `DTEND:${instantOf(new Date(entry.ends_at))}`,
    `SUMMARY:${escaped(entry.title)}`,
    `LOCATION:${escaped(entry.place)}`,
    `URL:${entry.link}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.flatMap(folded).join('\r\n')}\r\n`
}

/** Returns an instant as 20261127T110000Z. */
function instantOf(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
}

const MAX_BYTES = 75

/** Splits a line into pieces of at most 75 bytes, between characters; each piece after the first begins with a space. */
function folded(line: string): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const letter of line) {
    if (new TextEncoder().encode(piece + letter).length > MAX_BYTES) {
      pieces.push(piece)
      piece = ' '
    }
    piece += letter
  }
  return [...pieces, piece]
}
