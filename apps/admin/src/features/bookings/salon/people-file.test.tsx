import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openPage, page, person, press } from '#test/app.tsx'
import { ownerOf } from '#test/people.ts'
import { recorded } from '#test/recorded.ts'
import { inSalons } from '#test/salon.ts'
import { answer, callsOf, refuse } from '#test/server.ts'

const file = () => new File(['name\nTara\n'], 'people.csv', { type: 'text/csv' })
const preview = { success: true as const, rows: 2, to_add: 1, to_change: 1, unchanged: 0, errors_count: 0, errors: [] }
const open = async () => {
  await openPage('/salon?section=file', inSalons(ownerOf()))
  await person.upload(await page().findByLabelText('Choose a CSV file'), file())
}

beforeEach(() => answer('dashboard/bookings/salon', recorded('dashboard/bookings/salon')))

test('[V-24] a file is previewed, and imported with the same file', async () => {
  answer('dashboard/bookings/people-import/preview', {
    ...preview,
    sample: [
      { row: 2, does: 'change', name: 'Nila', changed: ['services', 'monday'] },
      { row: 3, does: 'add', name: 'Tara', changed: [] },
    ],
  })
  answer('dashboard/bookings/people-import/apply', { success: true, added: 1, changed: 1 })
  await open()
  await page().findByText('Changes: services, Monday')
  expect(callsOf('dashboard/bookings/people-import/apply')).toEqual([])
  await press(page(), 'Import 2 rows')
  await screen.findByText('Imported: 1 added, 1 changed')
  expect(callsOf('dashboard/bookings/people-import/apply')[0]!.file?.name).toBe('people.csv')
})

test('[V-24] a file with errors lists them and cannot be imported', async () => {
  answer('dashboard/bookings/people-import/preview', {
    ...preview,
    errors_count: 1,
    errors: [{ row: 3, column: 'services', message: 'This is not known' }],
    sample: [],
  })
  await open()
  await page().findByText('This is not known')
  expect(page().queryByRole('button', { name: /^Import/ })).toBeNull()
})

test('[V-24] a file whose import is refused says why, until another one is chosen', async () => {
  const sample = [{ row: 3, does: 'add' as const, name: 'Tara', changed: [] }]
  answer('dashboard/bookings/people-import/preview', { ...preview, sample })
  refuse('dashboard/bookings/people-import/apply', 'NOT_FOUND')
  await open()
  await press(page(), 'Import 2 rows')
  await page().findByRole('alert')
  await person.upload(page().getByLabelText('Choose a CSV file'), file())
  await expect.poll(() => page().queryByRole('alert')).toBeNull()
  await page().findByRole('button', { name: 'Import 2 rows' })
})

test('[V-24] a file that cannot be read says why', async () => {
  refuse('dashboard/bookings/people-import/preview', 'INVALID_INPUT', { fields: { file: 'fieldFileEncoding' } })
  await open()
  await page().findByText('Please save the file as CSV in UTF-8')
  expect(page().queryByRole('region', { name: 'Preview' })).toBeNull()
})
