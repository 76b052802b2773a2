import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { dialog, noteAt, openPage, page, person, press, textIn, write } from '#test/app.tsx'
import { ownerOf } from '#test/people.ts'
import { recorded } from '#test/recorded.ts'
import { at, date, inSalons, showDiary, visit } from '#test/salon.ts'
import { answer, callsOf, cut, hold, inputsOf, refuse } from '#test/server.ts'

const start = (time: string, stylists: (number | null)[] = [1]) => ({
  starts_at: at(time),
  ends_at: at('18:00'),
  time,
  stylists,
})
const showTimes = (...starts: ReturnType<typeof start>[]) =>
  answer('free-times', { success: true, time_zone: 'Asia/Kolkata', days: [{ date, starts }] })

beforeEach(() => {
  // The current time is exactly on a step of the salon's time grid.
  showDiary({ now: at('09:45') })
  answer('get-single-item', { ...recorded('get-single-item')!, addon_categories: [] })
  answer('dashboard/bookings/walk-in', { success: true, visit: visit('T', { customer: 'Tara' }) })
  showTimes(start('10:00'), start('10:30'))
  answer('dashboard/bookings/quote', {
    success: true,
    total: '650.00',
    ends_at: at('10:50'),
    minutes: 50,
    stylists: [1],
  })
})

async function openForm() {
  await openPage(`/visits?date=${date}`, inSalons(ownerOf()))
  await press(page(), 'Walk-in')
  return dialog('Walk-in')
}
const checkIn = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Check in' })
const asked = () => inputsOf('free-times').map(({ services }) => services)

describe('the services of a guest', () => {
  test('[V-63] a guest needs at least one service, a start and a name', async () => {
    const form = await openForm()
    expect(form.queryByRole('group', { name: 'Start' })).toBeNull()
    expect(checkIn().disabled).toBe(true)
    await press(form, 'Choose a service')
    await press(form, /^10:00/)
    expect(checkIn().disabled).toBe(true)
    await write(form, 'Name', 'Tara')
    expect(checkIn().disabled).toBe(false)
  })

  test('[V-63] a guest can have five services at most, and removing one loads other times', async () => {
    const form = await openForm()
    await press(form, 'Choose a service')
    for (let service = 2; service <= 5; service++) await press(form, 'Another service')
    expect(form.queryByRole('button', { name: 'Another service' })).toBeNull()
    await expect.poll(() => asked().at(-1)).toHaveLength(5)
    await press(form, 'Remove service 5')
    await expect.poll(() => asked().at(-1)).toHaveLength(4)
  })

  test('[V-63] with one person ask for their times, and another service forgets the start', async () => {
    const form = await openForm()
    await press(form, 'Choose a service')
    await person.selectOptions(form.getByLabelText('With'), 'Farah')
    await expect.poll(() => asked().at(-1)).toEqual([{ item_id: 1, stylist_id: 2, addons: [] }])
    await write(form, 'Name', 'Tara')
    await press(form, /^10:30/)
    expect(checkIn().disabled).toBe(false)
    await person.selectOptions(form.getByLabelText('With'), 'Anyone')
    expect(checkIn().disabled).toBe(true)
  })
})

describe('the start of a guest', () => {
  test('[V-63] is another day where none is free', async () => {
    showTimes()
    const form = await openForm()
    await press(form, 'Choose a service')
    await form.findByText('No free time on this day or the next. Choose another day in the diary.')
  })

  test('[V-63] says why the times cannot be read', async () => {
    refuse('free-times', 'NOT_FOUND')
    const form = await openForm()
    await press(form, 'Choose a service')
    await form.findByRole('alert')
    expect(checkIn().disabled).toBe(true)
  })

  test('[V-63] a start of the next day names that day', async () => {
    answer('free-times', {
      success: true,
      time_zone: 'Asia/Kolkata',
      days: [
        { date, starts: [start('17:30')] },
        { date: '2026-12-02', starts: [{ ...start('09:00'), starts_at: '2026-12-02T03:30:00.000Z' }] },
      ],
    })
    const form = await openForm()
    await press(form, 'Choose a service')
    const starts = within(await form.findByRole('group', { name: 'Start' })).getAllByRole('button')
    expect(starts).toHaveLength(2)
    expect(starts[1]!.textContent).toMatch(/2.*, /)
  })
})

describe('the quote of a guest', () => {
  test('[V-63] is the server’s, and shows the total, the length and the times', async () => {
    const form = await openForm()
    await press(form, 'Choose a service')
    await press(form, /^10:00/)
    const total = await form.findByRole('region', { name: 'Total' })
    await expect.poll(() => total.textContent).toMatch(/^₹650\.00 ?50 min · 10:00.* – 10:50.*$/)
    expect(inputsOf('dashboard/bookings/quote')).toEqual([
      { store_id: 1, services: [{ item_id: 1, stylist_id: null, addons: [] }], starts_at: at('10:00') },
    ])
  })

  test('[V-63] is of the current step at first, and the guest is entered at it', async () => {
    showDiary({ now: at('09:50') })
    const form = await openForm()
    await press(form, 'Choose a service')
    await form.findByRole('button', { name: /^Now, / })
    await form.findByText('With Nila.')
    await write(form, 'Name', 'Tara')
    await press(form, 'Check in')
    // One quote answers both whether the current time is free and how much the visit costs.
    expect(inputsOf('dashboard/bookings/quote')).toHaveLength(1)
    await screen.findByText(/^Tara: /)
    expect(inputsOf('dashboard/bookings/walk-in')).toMatchObject([{ starts_at: at('09:45') }])
  })

  test('[V-63] leaves out the current step when it is not free', async () => {
    showDiary({ now: at('09:50') })
    refuse('dashboard/bookings/quote', 'SLOT_TAKEN')
    const form = await openForm()
    await press(form, 'Choose a service')
    await form.findByRole('button', { name: /^10:00/ })
    expect(form.queryByRole('button', { name: /^Now/ })).toBeNull()
    expect(form.queryByRole('alert')).toBeNull()
  })

  test('[V-63] says why the guest cannot be entered at that time', async () => {
    refuse('dashboard/bookings/quote', 'SLOT_TAKEN')
    const form = await openForm()
    await press(form, 'Choose a service')
    await press(form, /^10:00/)
    await form.findByRole('alert')
    expect(form.queryByRole('region', { name: 'Total' })).toBeNull()
  })
})

describe('a guest', () => {
  async function fill() {
    const form = await openForm()
    await press(form, 'Choose a service')
    await press(form, /^10:00/)
    await write(form, 'Name', 'Tara')
    await write(form, 'Phone', '98450 12345')
    return form
  }

  test('[V-63] is entered once for two presses, and the diary is read again', async () => {
    const form = await fill()
    const release = hold('dashboard/bookings/walk-in')
    await press(form, 'Check in')
    await person.click(form.getByRole('button', { name: 'Check in' }))
    const before = callsOf('dashboard/bookings/day').length
    release()
    await screen.findByText(/^Tara: 10:00/)
    expect(inputsOf('dashboard/bookings/walk-in')).toEqual([
      {
        store_id: 1,
        services: [{ item_id: 1, stylist_id: null, addons: [] }],
        starts_at: at('10:00'),
        guest_name: 'Tara',
        guest_phone: '98450 12345',
        is_there: true,
      },
    ])
    await expect.poll(() => callsOf('dashboard/bookings/day').length).toBeGreaterThan(before)
  })

  test('[V-63] a guest whose phone is wrong is refused at it, with the start kept', async () => {
    refuse('dashboard/bookings/walk-in', 'INVALID_INPUT', { fields: { guest_phone: 'fieldPhoneInvalid' } })
    const form = await fill()
    await press(form, 'Check in')
    await expect.poll(() => noteAt(form, 'Phone')).toBe('Enter a valid mobile number')
    expect(checkIn().disabled).toBe(false)
  })

  test('[V-63] stays typed without a connection, and is not lost without a question', async () => {
    cut('dashboard/bookings/walk-in')
    const form = await fill()
    await press(form, 'Check in')
    await form.findByText('There is no connection, so nothing was changed. Please try again.')
    expect([textIn(form, 'Name'), textIn(form, 'Phone')]).toEqual(['Tara', '98450 12345'])
    await press(form, 'Close')
    await press(await dialog('Discard changes?'), 'Keep editing')
    expect(textIn(form, 'Name')).toBe('Tara')
  })
})
