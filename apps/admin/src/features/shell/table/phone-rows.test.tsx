import { within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { address, openPage, page, person, press } from '#test/app.tsx'
import { narrowWindow } from '#test/dom.ts'
import { row } from '#test/recorded.ts'
import { answerTable, queriesOf } from '#test/server.ts'

beforeEach(narrowWindow)

const rowOf = async (text: string) => (await page().findByText(text)).closest('tr')!
const linesOf = (tableRow: HTMLElement) =>
  [...tableRow.querySelectorAll('td > span')].map((line) => line.textContent?.replaceAll('\u00a0', ' '))

test('[U-19] a row on a phone has its name, amount and state on one line, and its facts on the other', async () => {
  answerTable('orders', [
    row('orders', {
      id: 1,
      unique_order_id: 'OD-AAAA1111',
      placed_at: '2026-11-21T09:30:00.000Z',
      status: 'placed',
      store: 'Corner Kitchen',
      customer: 'Asha Menon',
      type: 'delivery',
      payment_mode: 'COD',
      total: '1250.00',
      currency: 'INR',
    }),
  ])
  await openPage('/orders')
  expect(linesOf(await rowOf('AAAA1111'))).toEqual([
    'AAAA1111₹1,250.00New',
    'Nov 21, 3:00 PM · Corner Kitchen · Asha Menon · Cash',
  ])
  expect(page().queryAllByRole('columnheader')).toEqual([])
})

test('[U-19] rows on a phone are sorted from a list', async () => {
  answerTable('orders', [row('orders', { id: 1, unique_order_id: 'OD-AAAA1111' })])
  await openPage('/orders')
  const sort = await page().findByLabelText('Sort')
  expect(
    within(sort)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Placed, newest first', 'Placed, oldest first'])
  await person.selectOptions(sort, 'Placed, oldest first')
  await expect.poll(() => queriesOf('orders').at(-1)).toMatchObject({ sort: 'placed_at' })
  expect(address()).toBe('/orders?sort=placed_at')
})

test('[U-19] rows on a phone are selected for one action together', async () => {
  answerTable('coupons', [row('coupons', { id: 4, code: 'FEAST', percent: '10', used: 3 })])
  await openPage('/coupons')
  const shown = await rowOf('FEAST')
  expect(linesOf(shown).at(-1)).toBe('Percent off 10% · Used 3')
  await person.click(within(shown).getByRole('checkbox', { name: 'Choose row 4' }))
  await page().findByText('1 selected')
})

test('[U-19] a row on a phone without a page shows all its values below it', async () => {
  answerTable('trips', [row('trips', { id: 1, order: 'OD-AAAA1111', rider: 'Ravi', real: 31 })])
  await openPage('/reports/trips')
  const shown = await rowOf('OD-AAAA1111')
  expect(within(shown).queryByText('Actual min', { selector: 'dt' })).toBeNull()
  await press(within(shown), 'Details')
  expect(within(shown).getByText('Actual min', { selector: 'dt' }).nextElementSibling?.textContent).toBe('31')
  expect(within(shown).getByRole('button', { name: 'Details' }).getAttribute('aria-expanded')).toBe('true')
})
