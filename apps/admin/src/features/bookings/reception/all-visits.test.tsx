import { tables } from '@nukkad/contract/tables/shapes.ts'
import type { Column } from '@nukkad/contract/tables/table.ts'
import { expect, test } from 'vitest'
import { phoneColumns } from '#features/shell/table/column-rules.ts'
import { address, dialog, openPage, page, person, press } from '#test/app.tsx'
import { ownerOf } from '#test/people.ts'
import { row } from '#test/recorded.ts'
import { inSalons, showDiary } from '#test/salon.ts'
import { answerTable, inputsOf } from '#test/server.ts'

const visit = row('visits', {
  id: 1,
  unique_visit_id: 'V-1',
  starts_at: '2026-12-01T05:00:00.000Z',
  status: 'no_show',
  customer: 'Asha',
  services: 'Haircut',
  people: 'Nila',
  price: '400.00',
  currency: 'INR',
  store_id: 1,
})

test('[V-23] all visits are listed with their states, and filtered by a person of the salon', async () => {
  answerTable('visits', [visit])
  showDiary()
  await openPage('/visits/all', inSalons(ownerOf()))
  await page().findByText('Asha')
  expect(page().getAllByText('No-show').length).toBeGreaterThan(0)
  await press(page(), 'Filter')
  const menu = await dialog('Filter')
  await menu.findByRole('option', { name: 'Farah' })
  await person.selectOptions(await menu.findByLabelText('Person'), 'Farah')
  await expect.poll(() => inputsOf('dashboard/table').at(-1)?.filters).toMatchObject({ stylist: '2' })
})

test('[V-23] a visit in the list opens in the diary of its day', async () => {
  answerTable('visits', [visit])
  showDiary()
  await openPage('/visits/all', inSalons(ownerOf()))
  await person.click(await page().findByText('Asha'))
  await expect.poll(address).toMatch(/^\/visits\?.*date=/)
  expect(address()).toContain('date=2026-12-01')
  expect(address()).toContain('visit=V-1')
})

test('[V-23] the list begins with the visits from today on, and has views of the past ones and of all', async () => {
  answerTable('visits', [visit])
  showDiary()
  await openPage('/visits/all', inSalons(ownerOf()))
  await page().findByText('Asha')
  const asked = () => inputsOf('dashboard/table').at(-1)
  expect(asked()).toMatchObject({
    sort: 'starts_at',
    filters: { starts_at: expect.stringMatching(/^\d{4}-\d\d-\d\d\.\.$/) },
  })
  expect(page().getByRole('link', { name: 'From today' }).getAttribute('aria-current')).toBe('page')
  await person.click(page().getByRole('link', { name: 'Past' }))
  await expect.poll(asked).toMatchObject({ filters: { starts_at: expect.stringMatching(/^\.\.\d/) } })
  await person.click(page().getByRole('link', { name: 'All' }))
  await expect.poll(() => asked()?.filters).toEqual({})
})

test('[V-23] a row on a phone is headed by the customer', () => {
  const shown = Object.entries<Column>(tables.visits.columns).flatMap(([key, column]) => (column.isHidden ? [] : [key]))
  const { title, first, facts } = phoneColumns(tables.visits, shown)
  expect({ title, first, facts }).toEqual({
    title: 'customer',
    first: ['price', 'status'],
    facts: ['starts_at', 'services', 'people', 'store'],
  })
})
