import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { dialog, noteAt, openPage, page, person, press, textIn, write } from '#test/app.tsx'
import { employeeAs, ownerOf } from '#test/people.ts'
import { changed, recorded } from '#test/recorded.ts'
import { inSalons, showDiary } from '#test/salon.ts'
import { answer, callsOf, cut, hold, inputsOf, refuse } from '#test/server.ts'

const setup = recorded('dashboard/bookings/salon')
const [nila] = setup.stylists
const ravi = setup.stylists.find(({ name }) => name === 'Ravi K')!

const open = (section: string, as = inSalons(ownerOf())) => openPage(`/salon?section=${section}`, as)
async function openRow(section: string, name: string, as = inSalons(ownerOf())) {
  await open(section, as)
  await press(page(), new RegExp(`^${name}`))
  return dialog(name)
}

beforeEach(() => {
  answer('dashboard/bookings/salon', setup)
  showDiary()
})

describe('a person of a salon', () => {
  const saved = () => inputsOf('dashboard/bookings/stylists/save').at(-1)
  beforeEach(() => answer('dashboard/bookings/stylists/save', { success: true, stylist: nila! }))

  test('[V-65] is sent as stored if nothing of it was changed but the name', async () => {
    const form = await openRow('people', 'Ravi K')
    await write(form, 'Name', 'Ravi')
    await press(form, 'Save')
    await screen.findByText(/^Saved\./)
    expect(saved()).toMatchObject({
      id: ravi.id,
      name: 'Ravi',
      account_id: 1,
      is_active: 1,
      hours: ravi.hours,
      exceptions: ravi.exceptions,
      services: [],
    })
  })

  test('[V-65] a person who takes no visits any more keeps their services', async () => {
    const form = await openRow('people', 'Nila 1')
    await person.click(form.getByLabelText('Takes visits'))
    await press(form, 'Save')
    await screen.findByText(/^Saved\./)
    expect(saved()).toMatchObject({ is_active: 0, services: [{ item_id: 1 }, { item_id: 2 }] })
  })

  test('[V-65] has an exceptional day, and a service less', async () => {
    const form = await openRow('people', 'Nila 1')
    await press(form, 'Add a day')
    await person.type(form.getByLabelText('Date'), '2026-12-25')
    await person.click(form.getByLabelText('Haircut'))
    await press(form, 'Save')
    await screen.findByText(/^Saved\./)
    expect(saved()).toMatchObject({ exceptions: [{ date: '2026-12-25', windows: [] }], services: [{ item_id: 2 }] })
  })

  test('[V-71] has no rates for a manager, who cannot change the account either', async () => {
    const form = await openRow('people', 'Nila 1', inSalons(employeeAs('manager')))
    expect(form.queryByLabelText('Commission')).toBeNull()
    await press(form, /^Own terms.*Haircut$/)
    expect(form.getByLabelText('Price for this person')).toBeTruthy()
    expect(form.queryByLabelText('Commission for this person')).toBeNull()
    expect(form.getByLabelText<HTMLSelectElement>('Account').disabled).toBe(true)
    await write(form, 'Name', 'Nila')
    await press(form, 'Save')
    await screen.findByText(/^Saved\./)
    expect(saved()).not.toHaveProperty('commission')
  })

  test('[V-65] a person whose account works for another person is refused at the account', async () => {
    refuse('dashboard/bookings/stylists/save', 'INVALID_INPUT', { fields: { account_id: 'fieldTaken' } })
    const form = await openRow('people', 'Nila 1')
    await write(form, 'Name', 'Nila Das')
    await press(form, 'Save')
    await expect.poll(() => noteAt(form, 'Account')).toBe('This value is already taken. Choose another.')
    expect(textIn(form, 'Name')).toBe('Nila Das')
  })

  test('[V-65] is sent once for two presses, and stays typed without a connection', async () => {
    cut('dashboard/bookings/stylists/save')
    const form = await openRow('people', 'Nila 1')
    await write(form, 'Name', 'Nila Das')
    await press(form, 'Save')
    await form.findByText('There is no connection, so nothing was changed. Please try again.')
    answer('dashboard/bookings/stylists/save', { success: true, stylist: nila! })
    const release = hold('dashboard/bookings/stylists/save')
    await press(form, 'Save')
    await person.click(form.getByRole('button', { name: 'Save' }))
    release()
    await screen.findByText(/^Saved\./)
    expect(callsOf('dashboard/bookings/stylists/save')).toHaveLength(2)
  })

  test('[V-65] a person of a salon without services says so', async () => {
    answer('dashboard/bookings/salon', { ...setup, services: [] })
    const form = await openRow('people', 'Ravi K')
    form.getByText('The salon has no services yet.')
  })
})

describe('an absence', () => {
  test('[V-67] needs a start and an end, each refused at its field', async () => {
    const panel = await openRow('people', 'Nila 1')
    const form = within(panel.getByRole('form', { name: 'New absence' }))
    await press(form, 'Record the absence')
    await expect.poll(() => noteAt(form, 'From')).toMatch(/\w/)
    expect(noteAt(form, 'Until')).toMatch(/\w/)
  })

  test('[V-67] is recorded in the time zone of the salon, and its form begins again', async () => {
    answer('dashboard/bookings/salon', { ...setup, time_zone: 'Asia/Dubai' })
    answer('dashboard/bookings/absences/save', recorded('dashboard/bookings/absences/save', { visits: [] }))
    const panel = await openRow('people', 'Nila 1')
    const form = within(panel.getByRole('form', { name: 'New absence' }))
    await write(form, 'From', '2026-12-01T09:00')
    await write(form, 'Until', '2026-12-01T12:30')
    await write(form, 'Reason', 'Dentist')
    await press(form, 'Record the absence')
    await screen.findByText('The absence was recorded')
    expect(inputsOf('dashboard/bookings/absences/save')).toEqual([
      {
        store_id: 1,
        stylist_id: nila!.id,
        starts_at: '2026-12-01T05:00:00.000Z',
        ends_at: '2026-12-01T08:30:00.000Z',
        reason: 'Dentist',
      },
    ])
    await expect.poll(() => textIn(form, 'Reason')).toBe('')
  })
})

describe('a service', () => {
  const sent = () => inputsOf('dashboard/bookings/services/save').at(-1)
  beforeEach(() => answer('dashboard/bookings/services/save', { success: true, service: setup.services[0]! }))

  test('[V-66] has at least one part and at most twelve', async () => {
    const form = await openRow('services', 'Haircut')
    const remove = () => form.getByRole<HTMLButtonElement>('button', { name: 'Remove part 1' })
    expect(remove().disabled).toBe(true)
    for (let part = 2; part <= 12; part++) await press(form, 'Add a part')
    expect(form.queryByRole('button', { name: 'Add a part' })).toBeNull()
    expect(remove().disabled).toBe(false)
  })

  test('[V-66] gets a part that needs the same chair, and hands in turn', async () => {
    const form = await openRow('services', 'Haircut')
    await press(form, 'Add a part')
    const needs = form.getAllByLabelText<HTMLSelectElement>('Needs').map(({ value }) => value)
    expect(needs).toEqual(['chair', 'chair'])
    expect(form.getAllByLabelText<HTMLInputElement>('Hands-on').map(({ checked }) => checked)).toEqual([true, false])
    await person.selectOptions(form.getAllByLabelText('Needs')[1]!, 'No resource')
    await press(form, 'Save')
    await screen.findByText(/^Saved\./)
    expect(sent()).toMatchObject({
      segments: [
        { minutes: 30, needs_stylist: true, resource_kind: 'chair' },
        { minutes: 15, needs_stylist: false, resource_kind: null },
      ],
    })
  })

  test.each([
    ['deposit_value', 'Deposit', 'fieldAmountInvalid', 'Please enter an amount'],
    [
      'free_cancel_hours',
      'Free cancellation until, in hours before the start',
      'fieldTooLarge',
      'This number is too large',
    ],
    ['late_cancel_percent', 'Salon keeps after a late cancellation', 'fieldTooLarge', 'This number is too large'],
    ['no_show_percent', 'Salon keeps after a no-show', 'fieldNotNumber', 'Please enter a number'],
  ] as const)('[V-66] shows a refused %s at its field', async (name, label, reason, text) => {
    refuse('dashboard/bookings/services/save', 'INVALID_INPUT', { fields: { [name]: reason } })
    const form = await openRow('services', 'Haircut')
    await person.selectOptions(form.getByLabelText('Kind'), 'A percentage of the price')
    await write(form, 'Deposit', '50')
    await press(form, 'Save')
    await expect.poll(() => noteAt(form, label)).toBe(text)
    expect(textIn(form, 'Deposit')).toBe('50')
  })

  test('[V-64] is closed to the kitchen', async () => {
    await open('services', inSalons(employeeAs('kitchen')))
    await page().findByRole('heading', { name: /^You can’t open/ })
    expect(inputsOf('dashboard/bookings/salon')).toEqual([])
  })
})

describe('a resource', () => {
  test('[V-65] is renamed and taken out of use, which its row then says', async () => {
    answer('dashboard/bookings/resources/save', recorded('dashboard/bookings/resources/save'))
    const form = await openRow('resources', 'Chair 1')
    expect([textIn(form, 'Kind'), textIn(form, 'Name')]).toEqual(['chair', 'Chair 1'])
    await person.click(form.getByLabelText('In use'))
    const resources = [changed(setup.resources[0]!, { is_active: 0 })]
    answer('dashboard/bookings/salon', { ...setup, resources })
    await press(form, 'Save')
    await screen.findByText('Saved')
    await page().findByText('Out of use')
    expect(inputsOf('dashboard/bookings/resources/save')).toEqual([
      { store_id: 1, id: 1, kind: 'chair', name: 'Chair 1', position: 0, is_active: 0 },
    ])
  })

  test('[V-65] a new resource gets the kind of the others, and is refused without a name', async () => {
    await open('resources')
    await press(page(), 'Add a resource')
    const form = await dialog('New resource')
    expect(textIn(form, 'Kind')).toBe('chair')
    await press(form, 'Save')
    await expect.poll(() => noteAt(form, 'Name')).toBe('Please fill in this field')
  })

  test('[V-65] is none at first, and the page says so', async () => {
    answer('dashboard/bookings/salon', { ...setup, resources: [] })
    await open('resources')
    await page().findByText('No chairs, rooms or machines yet. Add the first chair, room or machine.')
  })
})
