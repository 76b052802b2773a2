import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { openPage, page, person, press } from '#test/app.tsx'
import { watchDownloads } from '#test/dom.ts'
import { staffWith } from '#test/people.ts'
import { changed, recorded } from '#test/recorded.ts'
import { answer, callsOf, hold, inputsOf, refuse } from '#test/server.ts'

const importId = '0b9e9f3a-53c7-4d0e-9a5b-1f0a6c1f7d11'
const known = recorded('dashboard/store-import/preview')
const preview = changed(known, {
  import_id: importId,
  rows: 2,
  to_add: 1,
  to_change: 1,
  unchanged: 0,
  errors: [],
  errors_count: 0,
  sample: [
    {
      row: 2,
      does: 'change',
      name: 'Corner Kitchen',
      changes: [
        { column: 'Radius in km', before: '5', after: '8' },
        { column: 'Offer', before: '', after: '10% off' },
        { column: 'Label on the card of a featured store', before: 'Best', after: '' },
      ],
    },
    { row: 3, does: 'add', name: 'Corner Tea', changes: [{ column: 'Kind', before: null, after: 'Store' }] },
  ],
} as never)
const file = new File(['name'], 'stores.csv', { type: 'text/csv' })

beforeEach(() => {
  answer('dashboard/store-import/preview', preview)
  answer('dashboard/store-import/apply', recorded('dashboard/store-import/apply', { added: 1, changed: 1 }))
})

const upload = () => person.upload(page().getByLabelText('Choose a CSV file'), file)
const card = async () => within(await page().findByRole('region', { name: 'Preview' }))

describe('stores from a file', () => {
  test('[U-09] imported stores are previewed with each changed value, before anything changes', async () => {
    await openPage('/store-file')
    await upload()
    const [, ...rows] = (await card()).getAllByRole('row')
    const valuesOf = (row: HTMLElement) =>
      within(row)
        .getAllByRole('listitem')
        .map((item) => item.textContent)
    expect(rows.map(valuesOf)).toEqual([
      ['Radius in km: 5 8', 'Offer: nothing 10% off', 'Label on the card of a featured store: Best nothing'],
      ['Kind:  Store'],
    ])
    within(rows[0]!).getByText('Will be changed')
    within(rows[1]!).getByText('Will be added')
    expect(callsOf('dashboard/store-import/preview')[0]!.file?.name).toBe('stores.csv')
    expect(callsOf('dashboard/store-import/apply')).toEqual([])
  })

  test('[U-09] stores are imported once for two presses, and undone', async () => {
    answer('dashboard/store-import/undo', recorded('dashboard/store-import/undo', { removed: 1, put_back: 1 }))
    await openPage('/store-file')
    await upload()
    const release = hold('dashboard/store-import/apply')
    await press(await card(), 'Import 2 rows')
    await person.click(page().getByRole('button', { name: 'Import 2 rows' }))
    release()
    await page().findByText('1 stores were added and 1 changed.')
    expect(page().queryByRole('region', { name: 'Preview' })).toBeNull()
    expect(inputsOf('dashboard/store-import/apply')).toEqual([{ import_id: importId }])
    await press(page(), 'Undo (within ten minutes)')
    await screen.findByText('1 added stores were removed, and 1 changed stores were restored.')
    expect(inputsOf('dashboard/store-import/undo')).toEqual([{ import_id: importId }])
    expect(page().queryByRole('button', { name: 'Undo (within ten minutes)' })).toBeNull()
  })

  test('[U-09] stores whose import is too late say so, until another file is chosen', async () => {
    refuse('dashboard/store-import/apply', 'NOT_FOUND')
    await openPage('/store-file')
    await upload()
    await press(await card(), 'Import 2 rows')
    await page().findByRole('alert')
    await upload()
    await expect.poll(() => page().queryByRole('alert')).toBeNull()
    await card()
  })

  test('[U-09] a file that cannot be read shows the reason', async () => {
    refuse('dashboard/store-import/preview', 'INVALID_INPUT', { fields: { file: 'fieldFileEmpty' } })
    await openPage('/store-file')
    await upload()
    await page().findByText('This file has no rows')
    expect(page().queryByRole('region', { name: 'Preview' })).toBeNull()
  })

  test('[U-25] stores are downloaded as they are, or as a template', async () => {
    const { links, files } = watchDownloads()
    answer('dashboard/export', { success: true, url: '/dashboard/exports/the-ticket' } as never)
    await openPage('/store-file')
    await press(page(), 'All stores')
    await expect.poll(() => links).toEqual(['/dashboard/exports/the-ticket'])
    expect(inputsOf('dashboard/export')).toEqual([{ table: 'stores', sort: 'name', format: 'csv' }])
    await press(page(), 'A template')
    const [head, row] = (await files[0]!.text()).split(/\r?\n/)
    expect(head).toContain('Name')
    expect(row).toContain('Corner Kitchen')
  })

  test('[U-01] imports are closed to staff who may not add stores', async () => {
    await openPage('/store-file', staffWith('stores_view'))
    await page().findByRole('heading', { name: /^You can’t open/ })
  })
})
