import type { Output } from '@nukkad/contract/contract.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { dialog, noteAt, openPage, page, person, press, textIn, write } from '#test/app.tsx'
import { ownerOf, staffWith } from '#test/people.ts'
import { changed, type Part, recorded } from '#test/recorded.ts'
import { answer, callsOf, hold, inputsOf, refuse } from '#test/server.ts'

type Exports = Output<'dashboard/exports'>
const known = recorded('dashboard/exports')
const plan = changed(known.plans[0]!, {
  id: 5,
  name: 'Orders of the week',
  table: 'orders',
  format: 'xml',
  destination: 'drive',
  cadence: 'weekly',
  on_day: 3,
  at_hour: 22,
  is_active: true,
  q: 'asha',
  filters: { status: 'delivered' },
})
const run = changed(known.runs[0]!, { id: 7, plan_id: 5, table: 'orders', rows: 1200 })

function showExports(change: Part<Exports> = {}): void {
  answer('dashboard/exports', { ...known, plans: [plan], runs: [], ...change } as Exports)
}

beforeEach(() => {
  showExports()
  answer('dashboard/export-plans/save', recorded('dashboard/export-plans/save'))
})

const sent = () => inputsOf('dashboard/export-plans/save').at(-1)
const optionsOf = (form: ReturnType<typeof within>, label: string) =>
  within(form.getByLabelText(label))
    .getAllByRole('option')
    .map((option) => option.textContent)

describe('a plan of exports', () => {
  async function openPlan() {
    await openPage('/exports')
    await press(page(), 'Change Orders of the week')
    return dialog('Change the plan')
  }

  test('[U-27] shows what was saved and sends it again with the change', async () => {
    const form = await openPlan()
    expect(
      ['Name', 'Table', 'Search', 'Format', 'Send to', 'How often', 'Day', 'At'].map((label) => textIn(form, label)),
    ).toEqual(['Orders of the week', 'orders', 'asha', 'xml', 'drive', 'weekly', '3', '22'])
    await person.selectOptions(form.getByLabelText('At'), '06:00')
    await person.click(form.getByLabelText('Active'))
    await press(form, 'Save the plan')
    await screen.findByText('The plan was saved')
    expect(sent()).toMatchObject({
      id: 5,
      name: 'Orders of the week',
      table: 'orders',
      q: 'asha',
      format: 'xml',
      destination: 'drive',
      cadence: 'weekly',
      on_day: 3,
      at_hour: 6,
      filters: { status: 'delivered' },
    })
    expect(callsOf('dashboard/exports')).toHaveLength(2)
  })

  test('[U-27] asks for a day only where one is needed, and begins with the first', async () => {
    const form = await openPlan()
    expect(optionsOf(form, 'Day')).toHaveLength(7)
    await person.selectOptions(form.getByLabelText('How often'), 'Every month')
    expect(textIn(form, 'Day of the month')).toBe('1')
    expect(optionsOf(form, 'Day of the month')).toHaveLength(28)
    await person.selectOptions(form.getByLabelText('How often'), 'Every day')
    expect(form.queryByLabelText(/^Day/)).toBeNull()
    await press(form, 'Save the plan')
    await screen.findByText('The plan was saved')
    expect(sent()).toMatchObject({ cadence: 'daily', on_day: null })
  })

  test('[U-27] a plan that gets another table forgets the filters of the one before', async () => {
    const form = await openPlan()
    await person.selectOptions(form.getByLabelText('Table'), 'Reviews')
    const stars = within(form.getByRole('group', { name: 'Stars' }))
    await person.click(stars.getByLabelText('1 star'))
    await press(form, 'Save the plan')
    await screen.findByText('The plan was saved')
    expect(sent()).toMatchObject({ table: 'reviews', filters: { stars: '1' } })
  })

  test('[U-27] warns where Drive is not set up', async () => {
    showExports({ drive: { missing: 'driveFolderId' } })
    const form = await openPlan()
    expect(noteAt(form, 'Send to')).toBe('Google Drive is not set up yet: the setting driveFolderId is missing.')
    await person.selectOptions(form.getByLabelText('Send to'), 'By email, as a link that requires sign-in')
    expect(noteAt(form, 'Send to')).toBe('')
  })

  test('[U-27] a refused export plan keeps its input, and closing the form asks for confirmation', async () => {
    refuse('dashboard/export-plans/save', 'INVALID_INPUT', { fields: { name: 'fieldTooLong' } })
    const form = await openPlan()
    await write(form, 'Name', 'Orders of each week')
    await press(form, 'Save the plan')
    await expect.poll(() => noteAt(form, 'Name')).toBe('This value is too long')
    await press(form, 'Close')
    await press(await dialog('Discard changes?'), 'Keep editing')
    expect(textIn(form, 'Name')).toBe('Orders of each week')
  })

  test('[U-27] offers only the tables that the person may see', async () => {
    await openPage('/exports', staffWith('order_view', 'coupons_manage'))
    await press(page(), 'Plan an export')
    const form = await dialog('Plan an export')
    expect(optionsOf(form, 'Table')).toEqual(expect.arrayContaining(['Orders', 'Coupons', 'Disputes']))
    expect(optionsOf(form, 'Table')).not.toContain('Customers')
  })

  test('[U-27] the plan of an owner offers the tables of owners', async () => {
    await openPage('/exports', ownerOf())
    await press(page(), 'Plan an export')
    const form = await dialog('Plan an export')
    expect(optionsOf(form, 'Table')).toContain('Orders')
    expect(optionsOf(form, 'Table')).not.toContain('Coupons')
  })
})

describe('the page of exports', () => {
  test('[U-27] says how to begin without plans and files', async () => {
    showExports({ plans: [] })
    await openPage('/exports')
    await page().findByText(/^No exports planned yet\./)
    page().getByText(/^No files yet\./)
  })

  test('[U-27] the exports page says why it could not load, and loads again on request', async () => {
    refuse('dashboard/exports', 'INTERNAL')
    await openPage('/exports')
    const alert = within(await page().findByRole('alert'))
    expect(page().queryByText(/^No files yet\./)).toBeNull()
    showExports()
    await press(alert, 'Try again')
    await page().findByText('Orders of the week')
  })

  test('[U-27] says how each plan runs, and which one is stopped', async () => {
    showExports({ plans: [plan, changed(plan, { id: 6, name: 'Old', destination: 'mail', is_active: false })] })
    await openPage('/exports')
    const cards = (await page().findAllByRole('listitem')).map((card) => card.textContent)
    expect(cards[0]).toMatch(/^Orders of the weekOrders, XML to Drive\. .*22:00; next .*\./)
    expect(cards[1]).toMatch(/^OldOrders, XML by mail\. .*; stopped\./)
  })

  test('[U-25] [U-27] lists each file with its state, and offers only those that are done', async () => {
    showExports({
      runs: [
        { ...run, id: 7, status: 'done', fault: null, destination: 'mail' },
        { ...run, id: 8, status: 'failed', fault: 'permission', rows: 0 },
        {
          ...run,
          id: 9,
          plan_id: null,
          status: 'done',
          fault: null,
          link: 'https://drive.google.com/9',
          destination: 'drive',
        },
      ],
    })
    await openPage('/exports')
    await page().findByText('Download')
    const [, ...rows] = page().getAllByRole('row')
    const texts = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1)
        .map((cell) => cell.textContent),
    )
    expect(texts[0]).toEqual(['Orders of the week (CSV)', 'Mail', 'Done', '1,200', 'Download'])
    expect(texts[1]!.slice(-2)).toEqual(['0', '–'])
    expect(texts[1]![2]).toMatch(/^Not made./)
    expect(texts[2]).toEqual(['Orders (CSV)', 'Drive', 'Done', '1,200', 'Open in Drive'])
  })

  test('[U-27] makes a file now once for two presses, and says why it cannot', async () => {
    answer('dashboard/export-plans/run', recorded('dashboard/export-plans/run'))
    const release = hold('dashboard/export-plans/run')
    await openPage('/exports')
    await press(page(), 'Make now')
    await person.click(page().getByRole('button', { name: 'Make now' }))
    release()
    await screen.findByText('The file is being made')
    expect(callsOf('dashboard/export-plans/run')).toHaveLength(1)
    refuse('dashboard/export-plans/run', 'PERMISSION_MISSING')
    await press(page(), 'Make now')
    await expect.poll(() => screen.queryByText('The file is being made')).toBeNull()
  })

  test('[U-27] keeps a plan whose removal is refused', async () => {
    refuse('dashboard/export-plans/delete', 'NOT_FOUND')
    await openPage('/exports')
    await press(page(), 'Remove Orders of the week')
    await press(await dialog('Remove “Orders of the week”?'), 'Remove')
    await expect.poll(() => inputsOf('dashboard/export-plans/delete')).toEqual([{ id: 5 }])
    page().getByRole('button', { name: 'Change Orders of the week' })
  })
})
