import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { address, dialog, openPage, page, person, press } from '#test/app.tsx'
import { employeeAs, ownerOf, staffWith } from '#test/people.ts'
import { type Part, recorded, row } from '#test/recorded.ts'
import { at, date, inSalons, showDiary, visit } from '#test/salon.ts'
import { answer, answerTable, callsOf, hold, inputsOf, refuse } from '#test/server.ts'

type Card = ReturnType<typeof recorded<'dashboard/bookings/customer'>>

const asha = row('salon_customers', {
  id: 7,
  name: 'Asha Menon',
  visits: 3,
  no_shows: 1,
  last_visit_at: '2026-11-01T05:00:00.000Z',
  next_visit_at: at('10:00'),
  spent: '1650.00',
  currency: 'INR',
  store_id: 1,
})
const service = { name: 'Haircut', stylist: 'Nila', addons: ['Long hair'], price: '400.00' }
const ofCard = { ends_at: at('10:30'), price: '400.00', currency: 'INR', services: [service] }
const coming = { ...ofCard, unique_visit_id: 'V-NEXT', status: 'booked' as const, starts_at: at('10:00') }
const missed = {
  ...ofCard,
  unique_visit_id: 'V-PAST',
  status: 'no_show' as const,
  starts_at: '2026-11-01T05:00:00.000Z',
}

function showCard(change: Part<Card> = {}) {
  answer('dashboard/bookings/customer', {
    ...recorded('dashboard/bookings/customer', {
      time_zone: 'Asia/Kolkata',
      customer: { id: 7, name: 'Asha Menon', phone: '+919811112222', is_deleted: false },
      spent: '1650.00',
      coming: [coming],
      past: [missed],
      goods: [{ name: 'Shampoo', quantity: 2, price: '500.00', currency: 'INR', sold_at: '2026-11-01T05:00:00.000Z' }],
      ...change,
    }),
  })
}

beforeEach(() => {
  answerTable('salon_customers', [asha])
  showDiary()
  showCard()
})
const list = (name: string) => within(page().getByRole('region', { name }))

describe('the list of the customers of a salon', () => {
  test('[V-31] is that of one salon, and a row opens the card', async () => {
    await openPage('/salon-customers', inSalons(ownerOf()))
    await person.click(await page().findByText('Asha Menon'))
    await page().findByRole('heading', { level: 1, name: 'Asha Menon' })
    expect(address()).toBe('/salon-customers/7?store=1')
    expect(inputsOf('dashboard/table').at(-1)).toMatchObject({ table: 'salon_customers', filters: { store: '1' } })
    expect(inputsOf('dashboard/bookings/customer').at(-1)).toEqual({ store_id: 1, customer_id: 7 })
    await person.click(page().getByRole('link', { name: 'Salon customers' }))
    await expect.poll(address).toBe('/salon-customers?store=1')
  })

  test('[V-31] says that it is empty, also with the salon in the URL', async () => {
    answerTable('salon_customers', [])
    await openPage('/salon-customers?store=1', inSalons(ownerOf()))
    await page().findByText(/^No customers yet/)
    expect(page().queryByRole('button', { name: 'Show all' })).toBeNull()
  })

  test('[V-31] is a page for the counter of a salon', async () => {
    await openPage('/salon-customers', inSalons(employeeAs('cashier')))
    await page().findByText('Asha Menon')
  })

  test('[V-31] is no page for the kitchen', async () => {
    await openPage('/salon-customers', inSalons(employeeAs('kitchen')))
    await page().findByRole('heading', { name: 'You can’t open Salon customers' })
  })
})

describe('the card of a customer', () => {
  test('[V-31] has the visits with services, people, prices and states, the goods and the totals', async () => {
    await openPage('/salon-customers/7', inSalons(ownerOf()))
    const next = await page().findByRole('region', { name: 'Coming visits' })
    expect(next.textContent).toMatch(/10:00.*Booked₹400.00Haircut, Long hair with Nila/)
    expect(list('Past visits').getByText('No-show')).toBeTruthy()
    expect(list('Goods').getByRole('listitem').textContent).toMatch(/^2 × Shampoo.*₹500.00$/)
    expect(page().getByText('₹1,650.00')).toBeTruthy()
    expect(page().getByRole('link', { name: '+919811112222' }).getAttribute('href')).toBe('tel:+919811112222')
    await person.click(list('Coming visits').getByRole('link'))
    await expect.poll(address).toBe(`/visits?store=1&date=${date}&visit=V-NEXT`)
  })

  test('[V-31] the card of a customer without visits and goods says so', async () => {
    showCard({ coming: [], past: [], goods: [], last_visit_at: null, next_visit_at: null })
    await openPage('/salon-customers/7', inSalons(ownerOf()))
    await page().findByText('No visit is booked.')
    expect(page().getByText('No visit yet.')).toBeTruthy()
    expect(page().queryByRole('region', { name: 'Goods' })).toBeNull()
  })

  test('[V-31] the card of a deleted account has no name, no phone and no button', async () => {
    showCard({ customer: { id: 7, name: '—', phone: null, is_deleted: true } })
    await openPage('/salon-customers/7', inSalons(ownerOf()))
    await page().findByRole('heading', { level: 1, name: 'Deleted account' })
    expect(page().queryByRole('button', { name: 'Book a visit' })).toBeNull()
  })

  test('[V-31] a card that cannot be read says why, and can be read again', async () => {
    refuse('dashboard/bookings/customer', 'NOT_FOUND')
    await openPage('/salon-customers/7', inSalons(ownerOf()))
    await page().findByRole('alert')
    showCard()
    await press(page(), /again/i)
    await page().findByRole('heading', { level: 1, name: 'Asha Menon' })
  })

  test('[V-31] has no button for staff who may only see orders', async () => {
    await openPage('/salon-customers/7?store=1', staffWith('order_view'))
    await page().findByRole('heading', { level: 1, name: 'Asha Menon' })
    expect(page().queryByRole('button', { name: 'Book a visit' })).toBeNull()
  })
})

describe('a visit for a customer', () => {
  const start = { starts_at: at('10:00'), ends_at: at('10:30'), time: '10:00', stylists: [1] }

  async function openForm() {
    await openPage('/salon-customers/7', inSalons(ownerOf()))
    await press(page(), 'Book a visit')
    const form = await dialog('Visit of Asha Menon')
    await press(form, 'Choose a service')
    return form
  }

  beforeEach(() => {
    answer('get-single-item', { ...recorded('get-single-item')!, addon_categories: [] })
    answer('dashboard/bookings/walk-in', { success: true, visit: visit('T', { customer: 'Asha Menon' }) })
    answer('free-times', { success: true, time_zone: 'Asia/Kolkata', days: [{ date, starts: [start] }] })
    answer('dashboard/bookings/quote', { ...recorded('dashboard/bookings/quote')! })
  })

  test('[V-31] is booked once for two presses, without asking for a name, and the card is read again', async () => {
    const form = await openForm()
    expect(form.queryByLabelText('Name')).toBeNull()
    await press(form, /10:00/)
    const release = hold('dashboard/bookings/walk-in')
    await press(form, 'Book')
    await person.click(form.getByRole('button', { name: 'Book' }))
    const before = callsOf('dashboard/bookings/customer').length
    release()
    await screen.findByText(/^Asha Menon: 10:00/)
    expect(inputsOf('dashboard/bookings/walk-in')).toEqual([
      {
        store_id: 1,
        services: [{ item_id: 1, stylist_id: null, addons: [] }],
        starts_at: at('10:00'),
        is_there: false,
        customer_id: 7,
      },
    ])
    await expect.poll(() => callsOf('dashboard/bookings/customer').length).toBeGreaterThan(before)
  })

  test('[V-31] a visit can be on a later day, and another day forgets the start', async () => {
    const form = await openForm()
    await press(form, /10:00/)
    fireEvent.change(form.getByLabelText('Day'), { target: { value: date } })
    await expect.poll(() => inputsOf('free-times').at(-1)?.from).toBe(date)
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Book' }).disabled).toBe(true)
  })

  test('[V-31] a visit whose time is taken offers the next ones', async () => {
    refuse('dashboard/bookings/walk-in', 'SLOT_TAKEN', { extra: { next_starts: [at('11:30')] } })
    const form = await openForm()
    await press(form, /10:00/)
    await press(form, 'Book')
    await within(await form.findByRole('group', { name: 'Next free times' })).findByRole('button', { name: /11:30/ })
  })
})
