import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { dialog, noteAt, openPage, page, person, press, take, textIn, write } from '#test/app.tsx'
import { ownerOf, staffWith } from '#test/people.ts'
import { recorded } from '#test/recorded.ts'
import { at, date, inSalons, showDiary, visit } from '#test/salon.ts'
import { answer, callsOf, inputsOf, refuse } from '#test/server.ts'

const setup = recorded('dashboard/bookings/salon')
const [nila] = setup.stylists
const window = { from: at('09:00'), to: at('18:00') }
const open = (section = 'people') => openPage(`/salon?section=${section}`, inSalons(ownerOf()))
const row = (name: string) => press(page(), new RegExp(`^${name}`))

beforeEach(() => answer('dashboard/bookings/salon', setup))

describe('the people of a salon', () => {
  test('[V-65] [V-71] are added with hours, services, personal price, length and rates', async () => {
    answer('dashboard/bookings/stylists/save', { success: true, stylist: nila! })
    await open()
    await press(page(), 'Add a person')
    const form = await dialog('New person')
    await press(form, 'Save')
    await expect.poll(() => noteAt(form, 'Name')).toBe('Please fill in this field')
    await write(form, 'Name', 'Ravi')
    await press(form, 'Add a time window to Monday')
    fireEvent.change(form.getByLabelText('Monday, closes'), { target: { value: '13:00' } })
    await person.click(form.getByLabelText('Colour'))
    expect(form.queryByLabelText('Price for this person')).toBeNull()
    await press(form, /^Own terms.*Haircut$/)
    await write(form, 'Price for this person', '350')
    await write(form, 'Duration for this person', '45')
    await write(form, 'Commission', '40')
    await write(form, 'Commission for this person', '12.5')
    expect(form.getByText('Own: ₹350.00, 45 min, 12.5%')).toBeTruthy()
    await press(form, /^Own terms.*Haircut$/)
    await press(form, 'Save')
    await screen.findByText(/^Saved\. Booked visits stay/)
    const { hours, ...sent } = inputsOf('dashboard/bookings/stylists/save').at(-1)!
    expect(sent).toEqual({
      store_id: 1,
      name: 'Ravi',
      account_id: null,
      position: setup.stylists.length,
      is_active: 1,
      exceptions: [],
      commission: '40',
      services: [{ item_id: 1, price: '350', minutes: 45, commission: '12.5' }],
    })
    expect(hours).toMatchObject({ monday: [{ open: '09:00', close: '13:00' }], tuesday: [] })
  })

  test('[V-65] are deleted after a confirmation that says what happens to their visits', async () => {
    answer('dashboard/bookings/stylists/delete', { success: true })
    await open()
    await row('Nila 1')
    await press(await dialog('Nila 1'), 'Delete')
    const question = await dialog('Delete Nila 1?')
    expect(question.getByText(/Booked visits of this person stay in the diary/)).toBeTruthy()
    await press(question, 'Delete')
    await screen.findByText('Nila 1 was deleted')
    expect(inputsOf('dashboard/bookings/stylists/delete')).toEqual([{ store_id: 1, id: nila!.id }])
  })
})

describe('the picture of a person', () => {
  const picture = () => new File(['x'], 'nila.png', { type: 'image/png' })
  const withImage = (image: string | null) =>
    answer('dashboard/bookings/salon', { ...setup, stylists: [{ ...nila!, image }] })

  test('[V-25] is saved immediately after it is chosen, and shown with the name of the person', async () => {
    withImage(null)
    answer('dashboard/bookings/stylists/picture', { success: true, image: '/assets/img/uploads/i-1.webp' })
    await open()
    await row('Nila 1')
    const form = await dialog('Nila 1')
    withImage('/assets/img/uploads/i-1.webp')
    await person.upload(form.getByLabelText('Upload image'), picture())
    await form.findByRole('img', { name: 'Picture of Nila 1' })
    expect(callsOf('dashboard/bookings/stylists/picture')[0]!.file?.name).toBe('nila.png')
    expect(inputsOf('dashboard/bookings/stylists/picture')).toMatchObject([{ store_id: '1', id: String(nila!.id) }])
  })

  test('[V-25] is removed', async () => {
    withImage('/assets/img/uploads/i-1.webp')
    answer('dashboard/bookings/stylists/picture', { success: true, image: null })
    await open()
    await row('Nila 1')
    const form = await dialog('Nila 1')
    withImage(null)
    await press(form, 'Remove image')
    await form.findByText('No picture')
    expect(inputsOf('dashboard/bookings/stylists/picture')).toEqual([{ store_id: 1, id: nila!.id, remove: 1 }])
  })
})

describe('changed hours', () => {
  const save = async () => {
    answer('dashboard/bookings/stylists/save', { success: true, stylist: nila! })
    await open()
    await row('Nila 1')
    const panel = await dialog('Nila 1')
    await press(panel, 'Save')
    return panel
  }

  test('[V-67] list the booked visits outside them with a suggestion, and move none', async () => {
    const early = visit('A', { from: '08:00', to: '08:30' })
    showDiary({ visits: [early, visit('B')], days: [{ date, stylists: [{ id: 1, windows: [window] }] }] })
    const starts = [{ starts_at: at('12:00'), ends_at: at('12:30'), time: '12:00', stylists: [2] }]
    answer('free-times', { success: true, time_zone: 'Asia/Kolkata', days: [{ date, starts }] })
    answer('dashboard/bookings/move', { success: true, visit: early })
    const panel = await save()
    const alert = within(await panel.findByRole('alert'))
    expect(alert.getByText('One booked visit is outside these hours. No visit has been moved yet.')).toBeTruthy()
    expect(inputsOf('dashboard/bookings/day').map((input) => input.days)).toEqual([7, 7, 7, 7])
    expect(inputsOf('free-times')[0]).toMatchObject({ services: [{ item_id: 1, stylist_id: null, mode: 'after' }] })
    expect(inputsOf('dashboard/bookings/move')).toEqual([])
  })

  test('[V-67] without such visits are saved, and the panel closes', async () => {
    showDiary({ visits: [visit('B')], days: [{ date, stylists: [{ id: 1, windows: [window] }] }] })
    await save()
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Nila 1' })).toBeNull()
    expect(inputsOf('free-times')).toEqual([])
  })
})

describe('an absence during booked visits', () => {
  const { absence, visits } = recorded('dashboard/bookings/absences/save')
  const [covered] = visits
  const record = async () => {
    await open()
    await row('Nila 1')
    const panel = await dialog('Nila 1')
    fireEvent.change(panel.getByLabelText('From'), { target: { value: '2026-11-30T09:00' } })
    fireEvent.change(panel.getByLabelText('Until'), { target: { value: '2026-11-30T12:00' } })
    await press(panel, 'Record the absence')
    return panel
  }

  test('[V-67] lists them with a suggestion each, and moves one with the people whom its customer chose', async () => {
    answer('dashboard/bookings/absences/save', { success: true, absence, visits })
    const { visit } = recorded('dashboard/bookings/arrive')
    const [service] = visit.services
    const asked = { ...service!, is_wished: true, stylist: { id: 2, name: 'Nila 2', image: null } }
    const whole = {
      ...visit,
      unique_visit_id: covered!.unique_visit_id,
      services: [asked, { ...asked, is_wished: false }],
    }
    answer('dashboard/bookings/day', { ...recorded('dashboard/bookings/day'), visits: [whole] })
    answer('dashboard/bookings/move', { success: true, visit: whole })
    const panel = await record()
    const alert = within(await panel.findByRole('alert'))
    expect(alert.getByText(/^One booked visit is.*No visit has been moved yet\.$/)).toBeTruthy()
    expect(inputsOf('dashboard/bookings/absences/save')).toEqual([
      {
        store_id: 1,
        stylist_id: nila!.id,
        starts_at: '2026-11-30T03:30:00.000Z',
        ends_at: '2026-11-30T06:30:00.000Z',
        reason: '',
      },
    ])
    expect(inputsOf('dashboard/bookings/move')).toEqual([])
    await press(alert, /^Move to .*12:00/)
    await expect
      .poll(() => inputsOf('dashboard/bookings/move'))
      .toEqual([
        {
          store_id: 1,
          unique_visit_id: covered!.unique_visit_id,
          starts_at: covered!.suggestion,
          stylist_ids: [2, null],
        },
      ])
    await expect.poll(() => panel.queryByRole('alert')).toBeNull()
  })

  test('[V-67] keeps a visit at its time, and says if no time was found', async () => {
    answer('dashboard/bookings/absences/save', { success: true, absence, visits: [{ ...covered!, suggestion: null }] })
    const panel = await record()
    expect(await panel.findByText(/^No free time was found/)).toBeTruthy()
    await press(panel, 'Keep the time')
    await expect.poll(() => panel.queryByRole('alert')).toBeNull()
    expect(inputsOf('dashboard/bookings/move')).toEqual([])
  })

  test('[V-67] that overlaps another is refused; an absence is deleted after confirmation', async () => {
    refuse('dashboard/bookings/absences/save', 'ABSENCE_OVERLAPS')
    answer('dashboard/bookings/absences/delete', { success: true })
    const stylists = setup.stylists.map((one) => (one.id === nila!.id ? { ...one, absences: [absence] } : one))
    answer('dashboard/bookings/salon', { ...setup, stylists })
    const panel = await record()
    await panel.findByText(/already absent/)
    await press(panel, /^Delete the absence of/)
    await press(await dialog('Delete this absence?'), 'Delete')
    await expect.poll(() => inputsOf('dashboard/bookings/absences/delete')).toEqual([{ store_id: 1, id: absence.id }])
  })
})

describe('the services of a salon', () => {
  test('[V-66] show how long the stylist works and how long they are free', async () => {
    await open('services')
    await page().findByText('1 h 25 min for the customer. Hands-on 50 min, the person is free for 35 min.')
    // A service of one part shows its duration without a bar.
    expect(page().getAllByRole('figure')).toHaveLength(1)
    expect(page().getByRole('button', { name: /^Haircut.*30 min/ })).toBeTruthy()
  })

  test('[V-66] change their parts and their deposit, and show the text for the customer', async () => {
    answer('dashboard/bookings/services/save', { success: true, service: setup.services[1]! })
    await open('services')
    await row('Colour')
    const form = await dialog('Colour')
    expect(form.getByText('No deposit. You pay at the salon.')).toBeTruthy()
    await write(form, 'Part 2', '40')
    await press(form, 'Remove part 3')
    await press(form, 'Add a part')
    await write(form, 'Part 3', '25')
    await write(form, 'Time to clean up', '10')
    await person.selectOptions(form.getByLabelText('Kind'), 'An amount')
    await write(form, 'Deposit', '200')
    await write(form, 'Salon keeps after a late cancellation', '50')
    expect(form.getByText(/^You pay a deposit of ₹200.00 now.*If you cancel later, the salon keeps 50 %/)).toBeTruthy()
    expect(form.getByText(/^1 h 35 min for the customer.*10 min to clean up/)).toBeTruthy()
    await press(form, 'Save')
    await screen.findByText(/^Saved\. Booked visits keep/)
    expect(inputsOf('dashboard/bookings/services/save')).toEqual([
      {
        store_id: 1,
        item_id: 2,
        segments: [
          { minutes: 30, needs_stylist: true, resource_kind: 'chair' },
          { minutes: 40, needs_stylist: false, resource_kind: 'chair' },
          { minutes: 25, needs_stylist: true, resource_kind: 'chair' },
        ],
        buffer_minutes: 10,
        deposit_kind: 'amount',
        deposit_value: '200',
        free_cancel_hours: 24,
        late_cancel_percent: 50,
        no_show_percent: 100,
        addons: [],
      },
    ])
  })

  test('[V-66] warn about an option that adds no time although others of its choice do', async () => {
    const option = (addon_id: number, name: string, minutes: number) => ({
      addon_id,
      name,
      minutes,
      category_id: 1,
      is_first: addon_id === 1,
    })
    const addons = [option(1, 'Short', 0), option(2, 'Long', 30), option(3, 'Extra long', 0)]
    const services = setup.services.map((one) => (one.name === 'Colour' ? { ...one, addons } : one))
    answer('dashboard/bookings/salon', { ...setup, services })
    await open('services')
    expect(await page().findAllByText('Options without time')).toHaveLength(1)
    await row('Colour')
    const form = await dialog('Colour')
    expect(form.getAllByText(/^This add-on adds no time/)).toHaveLength(1)
    await write(form, 'Extra long', '60')
    expect(form.queryByText(/^This add-on adds no time/)).toBeNull()
  })

  test('[V-66] are refused with a reason when they are too long', async () => {
    refuse('dashboard/bookings/services/save', 'SERVICE_TOO_LONG')
    await open('services')
    await row('Haircut')
    const form = await dialog('Haircut')
    await write(form, 'Part 1', '1440')
    await press(form, 'Save')
    await form.findByRole('alert')
    expect(textIn(form, 'Part 1')).toBe('1440')
  })

  test('[V-66] become products again after confirmation', async () => {
    answer('dashboard/bookings/services/delete', { success: true })
    await open('services')
    await row('Haircut')
    await press(await dialog('Haircut'), 'Turn this service into a product')
    await press(await dialog('Turn Haircut into a product?'), 'Turn into a product')
    await screen.findByText('Haircut is now a product')
  })

  test('[V-66] are created from menu items that are not services yet', async () => {
    const menu = recorded('store-owner/get-menu-with-details')
    answer('store-owner/get-menu-with-details', menu)
    answer('dashboard/bookings/salon', { ...setup, services: [] })
    answer('dashboard/bookings/services/save', { success: true, service: setup.services[0]! })
    const item = menu.categories.flatMap(({ items }) => items)[0]!
    await open('services')
    await press(page(), 'Add a service')
    const form = await dialog('New service')
    await person.selectOptions(await form.findByLabelText('Menu item'), item.name)
    await press(form, 'Save')
    await expect
      .poll(() => inputsOf('dashboard/bookings/services/save'))
      .toMatchObject([
        {
          item_id: item.id,
          segments: [{ minutes: 30, needs_stylist: true, resource_kind: 'chair' }],
          deposit_kind: 'none',
        },
      ])
  })
})

test('[V-65] resources are added by kind and name, changed and deleted', async () => {
  answer('dashboard/bookings/resources/save', recorded('dashboard/bookings/resources/save'))
  answer('dashboard/bookings/resources/delete', { success: true })
  await open('resources')
  await press(page(), 'Add a resource')
  const form = await dialog('New resource')
  await write(form, 'Kind', 'room')
  await write(form, 'Name', 'Quiet room')
  await press(form, 'Save')
  await expect
    .poll(() => inputsOf('dashboard/bookings/resources/save'))
    .toEqual([{ store_id: 1, kind: 'room', name: 'Quiet room', position: setup.resources.length, is_active: 1 }])
  await press(page(), /^Chair 1/)
  await press(await dialog('Chair 1'), 'Delete')
  await press(await dialog('Delete Chair 1?'), 'Delete')
  await screen.findByText('Chair 1 was deleted')
})

test('[V-68] terms are saved as whole numbers, and a wrong one is refused at its field', async () => {
  answer('dashboard/bookings/terms/save', recorded('dashboard/bookings/terms/save'))
  await open('terms')
  const form = within(await page().findByRole('form', { name: 'Terms' }))
  await write(form, 'Minutes between starts', '3')
  await press(form, 'Save')
  await expect.poll(() => noteAt(form, 'Minutes between starts')).not.toMatch(/offers/)
  await write(form, 'Minutes between starts', '30')
  await write(form, 'Reminders', '48, 3')
  await press(form, 'Save')
  await screen.findByText('Saved')
  expect(inputsOf('dashboard/bookings/terms/save').at(-1)).toEqual({
    store_id: 1,
    ...setup.terms,
    step_minutes: 30,
    reminder_hours: [48, 3],
  })
})

test('[V-65] staff choose a salon, and staff who may only view it can change nothing', async () => {
  const noor = { id: 7, name: 'Noor Lounge', slug: 'noor', currency: 'INR' }
  answer('dashboard/find-stores', { success: true, stores: [noor] })
  await openPage('/salon?store=none', staffWith('stores_view'))
  await page().findByText('Choose a salon.')
  await person.click(page().getByLabelText('Salon'))
  await person.paste('noor')
  await take(page(), /Noor Lounge/)
  await page().findByText('Nila 1')
  expect(inputsOf('dashboard/bookings/salon')).toEqual([{ store_id: 7 }])
  expect(page().queryByRole('button', { name: 'Add a person' })).toBeNull()
})

test('[V-65] a store that is not a salon shows why the page is unavailable', async () => {
  refuse('dashboard/bookings/salon', 'NOT_FOUND')
  await open()
  await page().findByRole('alert')
})
