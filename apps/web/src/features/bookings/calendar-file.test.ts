import { expect, test } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const visit = {
  unique_visit_id: 'V-1A2B',
  starts_at: '2026-11-28T11:00:00.000Z',
  ends_at: '2026-11-28T12:15:00.000Z',
  sequence: 2,
  title: 'Cut, colour · Glow',
  place: 'Glow, 4th Floor; 60 Feet Road',
  link: 'https://nukkad.example/visit/V-1A2B',
}
const now = new Date('2026-11-27T05:00:00Z')

test('[V-42] the calendar file of a visit keeps its number and counts its moves', () => {
  const lines = calendarFile(visit, now).split('\r\n')
  expect(lines.slice(0, 3)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Nukkad//Visits//EN'])
  for (const line of [
    'UID:V-1A2B@nukkad.example',
    'SEQUENCE:2',
    'DTSTAMP:20261127T050000Z',
    'DTSTART:20261128T110000Z',
    'DTEND:20261128T121500Z',
    'SUMMARY:Cut\\, colour · Glow',
    'LOCATION:Glow\\, 4th Floor\\; 60 Feet Road',
  ])
    expect(lines).toContain(line)
})

test('[V-42] no line of the file is longer than 75 bytes, and no letter is cut', () => {
  const title = 'बाल काटना और रंगना '.repeat(20)
  const lines = calendarFile({ ...visit, title }, now).split('\r\n')
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(lines.join('\r\n').replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}`)
})
