import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { address, dialog, openPage, page, person, press, write } from '#test/app.tsx'
import { employeeAs, ownerOf } from '#test/people.ts'
import { recorded } from '#test/recorded.ts'
import { at, date, inSalons, money, people, showDiary, terms, type VisitChange, visit } from '#test/salon.ts'
import { answer, answerFile, inputsOf, refuse } from '#test/server.ts'
import type { Visit } from './diary.ts'

const open = () => openPage(`/visits?date=${date}`, inSalons(ownerOf()))
const block = (name: RegExp) => page().findByRole('button', { name })
const column = async (name: string) => within(await page().findByRole('region', { name }))
const moved = (one: Visit) => answer('dashboard/bookings/move', { success: true, visit: one })

beforeEach(() => showDiary())

describe('the diary of a salon', () => {
  test('[V-60] shows each visit in the column of its person, with its state', async () => {
    showDiary({ visits: [visit('A'), visit('B', { stylist: 1, status: 'arrived', from: '11:00', to: '11:30' })] })
    await open()
    const name = /^10:00 am ?to 10:30 am, ?Guest A ?Booked · Haircut$/i
    expect((await column('Nila')).getByRole('button', { name })).toBeTruthy()
    expect((await column('Farah')).getByRole('button', { name: /Guest B ?Arrived/ })).toBeTruthy()
    expect(inputsOf('dashboard/bookings/day')).toEqual([{ store_id: 1, date, days: 1 }])
  })

  test('[V-60] steps by days, and for one person by weeks', async () => {
    await open()
    await press(page(), 'Next day')
    await expect.poll(() => address()).toContain('date=2026-12-02')
    await press(page(), 'Week')
    await person.selectOptions(await page().findByLabelText('Person'), 'Farah')
    await expect
      .poll(() => inputsOf('dashboard/bookings/day').at(-1))
      .toEqual({
        store_id: 1,
        date: '2026-11-30',
        days: 7,
      })
    await press(page(), 'Previous week')
    await expect.poll(() => inputsOf('dashboard/bookings/day').at(-1)).toMatchObject({ date: '2026-11-23' })
    expect(address()).toContain('person=2')
  })

  test('[V-60] lists cancelled visits below, and explains the missing set-up in a salon without people', async () => {
    showDiary({ visits: [visit('A', { status: 'cancelled' })] })
    await open()
    await page().findByRole('heading', { name: 'Cancelled' })
    expect(page().getByRole('button', { name: /Guest A/ })).toBeTruthy()
  })

  test('[V-60] of a salon without people links to its set-up', async () => {
    showDiary({ stylists: [] })
    await open()
    await page().findByText(/^No one offers services here yet/)
  })

  test('[V-60] that cannot be read can be retried', async () => {
    refuse('dashboard/bookings/day', 'NOT_FOUND')
    await open()
    await page().findByRole('alert')
    showDiary({ visits: [visit('A')] })
    await press(page(), 'Try again')
    await block(/Guest A/)
  })
})

describe('moving a visit with the keyboard', () => {
  const takeUp = async () => {
    const taken = await block(/Guest A/)
    act(() => taken.focus())
    await person.keyboard(' ')
  }

  test('[V-61] moves it to a later time and another person when Enter confirms', async () => {
    const before = visit('A')
    showDiary({ visits: [before] })
    moved(before)
    await open()
    await takeUp()
    await person.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{ArrowRight}')
    expect(screen.getByText(/^10:15 am with Farah/i)).toBeTruthy()
    await person.keyboard('{Enter}')
    await screen.findByText(/^Guest A: moved to 10:15/)
    expect(inputsOf('dashboard/bookings/move')).toEqual([
      { store_id: 1, unique_visit_id: 'V-guest-A', starts_at: at('10:15'), stylist_ids: [2] },
    ])
    await press(screen, 'Undo')
    await expect
      .poll(() => inputsOf('dashboard/bookings/move').at(-1))
      .toMatchObject({
        starts_at: at('10:00'),
        stylist_ids: [1],
      })
  })

  test('[V-61] puts it back on Escape, on Enter at its own place, and when the focus leaves it', async () => {
    showDiary({ visits: [visit('A')] })
    await open()
    for (const keys of ['{ArrowDown}{Escape}', '{ArrowDown}{ArrowUp}{Enter}', '{ArrowDown}{Tab}']) {
      await takeUp()
      await person.keyboard(keys)
      expect(screen.getByText('Move cancelled.')).toBeTruthy()
    }
    expect(inputsOf('dashboard/bookings/move')).toEqual([])
  })

  test('[V-61] is not possible after the customer has arrived', async () => {
    showDiary({ visits: [visit('A', { status: 'arrived' })] })
    await open()
    await takeUp()
    await person.keyboard('{ArrowDown}{Enter}')
    expect(inputsOf('dashboard/bookings/move')).toEqual([])
    await dialog('Guest A')
  })

  test('[V-61] puts it back after a refusal, with the reason and the next free starts', async () => {
    showDiary({ visits: [visit('A')] })
    refuse('dashboard/bookings/move', 'SLOT_TAKEN', { extra: { next_starts: [at('12:00'), at('12:15')] } })
    await open()
    await takeUp()
    await person.keyboard('{ArrowDown}{Enter}')
    const refusal = within(await page().findByRole('alert'))
    expect(refusal.getByText(/^Guest A stays at 10:00.*is taken by another visit/i)).toBeTruthy()
    moved(visit('A'))
    await press(refusal, /12:15/)
    await expect
      .poll(() => inputsOf('dashboard/bookings/move').at(-1))
      .toEqual({
        store_id: 1,
        unique_visit_id: 'V-guest-A',
        starts_at: at('12:15'),
      })
    await expect.poll(() => page().queryByRole('alert')).toBeNull()
  })
})

describe('dragging a visit', () => {
  // Gives the diary a layout: columns of 100 px next to each other, and one pixel for each minute.
  const layOut = () => {
    Element.prototype.setPointerCapture = () => {}
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const columns = [...document.querySelectorAll('[data-column]')]
      const minutes = Number(document.querySelector('[data-minutes]')?.getAttribute('data-minutes'))
      return new DOMRect(columns.indexOf(this) * 100, 0, 100, minutes)
    })
    onTestFinished(() => void vi.restoreAllMocks())
  }
  const press = (element: Element, pointerType = 'mouse') =>
    fireEvent.pointerDown(element, { button: 0, pointerType, clientX: 50, clientY: 60 })
  const dragTo = (element: Element, clientX: number, clientY: number) =>
    fireEvent.pointerMove(element, { buttons: 1, clientX, clientY })

  test('[V-61] moves it to another person and the nearest start of the grid', async () => {
    showDiary({ visits: [visit('A')] })
    moved(visit('A'))
    await open()
    layOut()
    const dragged = await block(/Guest A/)
    press(dragged)
    dragTo(dragged, 150, 128)
    expect(screen.getByText(/^11:15 am with Farah/i)).toBeTruthy()
    fireEvent.pointerUp(dragged)
    fireEvent.click(dragged)
    await expect
      .poll(() => inputsOf('dashboard/bookings/move'))
      .toEqual([{ store_id: 1, unique_visit_id: 'V-guest-A', starts_at: at('11:15'), stylist_ids: [2] }])
    expect(screen.queryByRole('dialog', { name: 'Guest A' })).toBeNull()
  })

  test('[V-61] next to all columns keeps its person', async () => {
    showDiary({ visits: [visit('A')] })
    moved(visit('A'))
    await open()
    layOut()
    const dragged = await block(/Guest A/)
    press(dragged)
    dragTo(dragged, 900, 90)
    fireEvent.pointerUp(dragged)
    await expect
      .poll(() => inputsOf('dashboard/bookings/move'))
      .toEqual([{ store_id: 1, unique_visit_id: 'V-guest-A', starts_at: at('10:30') }])
  })

  test('[V-61] puts it back when the drag is cancelled; a finger scrolls instead', async () => {
    showDiary({ visits: [visit('A')] })
    await open()
    layOut()
    const dragged = await block(/Guest A/)
    press(dragged)
    dragTo(dragged, 150, 128)
    fireEvent.pointerCancel(dragged)
    expect(screen.getByText('Move cancelled.')).toBeTruthy()
    press(dragged, 'touch')
    dragTo(dragged, 150, 200)
    fireEvent.pointerUp(dragged)
    expect(screen.getByText('Move cancelled.')).toBeTruthy()
    expect(inputsOf('dashboard/bookings/move')).toEqual([])
  })
})

test('[V-60] an event of an order of the salon reloads the diary, an event of another store does not', async () => {
  const events = new TransformStream<string, string>()
  const writer = events.writable.getWriter()
  answerFile('/public/api/events', () => new Response(events.readable.pipeThrough(new TextEncoderStream())))
  const send = (store_id: number) => {
    const event = { type: 'desk-order', order_id: 8, unique_order_id: 'OD-1', store_id }
    return writer.write(`data: ${JSON.stringify({ ...event, orderstatus_id: 2, from_orderstatus_id: 1 })}\n\n`)
  }
  await open()
  await column('Nila')
  showDiary({ visits: [visit('A')] })
  await send(2)
  await send(1)
  await block(/Guest A/)
  expect(inputsOf('dashboard/bookings/day')).toHaveLength(2)
})

test('[V-64] an owner of several salons chooses one, which the URL keeps', async () => {
  await openPage(`/visits?date=${date}`, inSalons(ownerOf('Glow', 'Noor')))
  await person.selectOptions(await page().findByLabelText('Salon'), 'Noor')
  await expect.poll(() => inputsOf('dashboard/bookings/day').at(-1)).toMatchObject({ store_id: 2 })
  expect(address()).toContain('store=2')
})

test('[V-64] a person who does no services sees whom to ask', async () => {
  showDiary({ stylists: [], may_change: false })
  await openPage(`/visits?date=${date}`, inSalons(employeeAs('kitchen')))
  await page().findByText(/^You are not among the people who offer services here/)
})

test('[V-61] a press without a movement opens the visit', async () => {
  showDiary({ visits: [visit('A')] })
  await open()
  const pressed = await block(/Guest A/)
  fireEvent.pointerDown(pressed, { button: 0, pointerType: 'mouse', clientX: 5, clientY: 5 })
  fireEvent.pointerMove(pressed, { buttons: 1, clientX: 6, clientY: 6 })
  fireEvent.pointerUp(pressed)
  fireEvent.click(pressed)
  const panel = await dialog('Guest A')
  await press(panel, 'Close')
  expect(inputsOf('dashboard/bookings/move')).toEqual([])
})

describe('the panel of a visit', () => {
  const openVisit = async (change: VisitChange = {}) => {
    const one = visit('A', { from: '09:15', to: '09:45', no_show_from: at('09:30'), order: money, terms, ...change })
    showDiary({ visits: [one] })
    await open()
    await person.click(await block(/Guest A/))
    return dialog('Guest A')
  }
  const about = { store_id: 1, unique_visit_id: 'V-guest-A' }
  const answered = (status: Visit['status']) => ({ success: true as const, visit: visit('A', { status }) })
  const confirm = async (title: string, action: string) => press(await dialog(title), action)

  test('[V-62] shows customer, order and the accepted terms', async () => {
    const panel = await openVisit({ is_first: true, phone: '+919876543210' })
    expect(panel.getByText('First visit here')).toBeTruthy()
    expect(panel.getByRole('link', { name: '+919876543210' }).getAttribute('href')).toBe('tel:+919876543210')
    expect(panel.getByText('₹300.00')).toBeTruthy()
    expect(panel.getByRole('listitem').textContent).toMatch(/^Haircut₹400\.00/)
    expect(panel.getByText(/^Deposit of ₹100.00\./)).toBeTruthy()
  })

  test('[V-62] records an arrival without confirmation', async () => {
    answer('dashboard/bookings/arrive', answered('arrived'))
    await press(await openVisit(), 'Arrived')
    await screen.findByText('Guest A is here')
    expect(inputsOf('dashboard/bookings/arrive')).toEqual([about])
  })

  test('[V-62] asks for confirmation of a no-show, and records none before its time', async () => {
    answer('dashboard/bookings/no-show', answered('no_show'))
    await press(await openVisit(), 'No-show')
    expect((await dialog('Record a no-show?')).getByText(/keeps 100 % of the deposit of ₹100.00/)).toBeTruthy()
    await confirm('Record a no-show?', 'Record')
    await screen.findByText('Guest A did not come')
  })

  test('[V-62] shows from when a no-show can be recorded', async () => {
    const panel = await openVisit({ no_show_from: at('09:45') })
    expect((panel.getByRole('button', { name: 'No-show' }) as HTMLButtonElement).disabled).toBe(true)
    expect(panel.getByText(/^A no-show can be recorded from .*9:45/)).toBeTruthy()
  })

  test('[V-62] cancels with a reason after confirmation', async () => {
    answer('dashboard/bookings/cancel', answered('cancelled'))
    await press(await openVisit(), 'Cancel visit')
    const question = await dialog('Cancel the visit?')
    expect(question.getByText(/^₹100.00 goes back/)).toBeTruthy()
    await write(question, 'Reason', 'Nila is ill')
    await press(question, 'Cancel visit')
    await screen.findByText('The visit of Guest A is cancelled')
    expect(inputsOf('dashboard/bookings/cancel')).toEqual([{ ...about, reason: 'Nila is ill' }])
  })

  test('[V-62] returns a kept share while the customer can still object', async () => {
    answer('dashboard/bookings/waive-share', answered('no_show'))
    const kept = { amount: '100.00', state: 'waiting', pays_at: at('18:00') } as const
    await press(await openVisit({ status: 'no_show', no_show_from: null, kept }), 'Give the deposit back')
    await confirm('Give the deposit back?', 'Give back')
    await screen.findByText('The deposit went back to the customer')
  })

  test('[V-62] shows the reason of a refusal', async () => {
    refuse('dashboard/bookings/arrive', 'VISIT_CLOSED')
    await press(await openVisit(), 'Arrived')
    await screen.findByText(/no longer possible for this visit/)
  })

  test('[V-61] moves a visit by day, time and person', async () => {
    moved(visit('A'))
    const panel = await openVisit()
    await press(panel, 'Move')
    fireEvent.change(panel.getByLabelText('Day'), { target: { value: '2026-12-02' } })
    fireEvent.change(panel.getByLabelText('Start'), { target: { value: '11:30' } })
    await person.selectOptions(panel.getByLabelText('Haircut with'), 'Anyone')
    await press(panel, 'Move the visit')
    await expect
      .poll(() => inputsOf('dashboard/bookings/move'))
      .toEqual([{ ...about, starts_at: '2026-12-02T06:00:00.000Z', stylist_ids: [null] }])
  })
})

test('[V-63] a guest gets the next free start, or the current step, with a chosen person or anyone', async () => {
  const item = recorded('get-single-item')!
  const [length] = item.addon_categories
  const lengths = {
    ...length!,
    id: 4,
    name: 'Length',
    type: 'SINGLE',
    addons: [7, 8].map((id) => ({ ...length!.addons[0]!, id, name: `Length ${id}` })),
  }
  const extras = {
    ...lengths,
    id: 5,
    name: 'Extras',
    type: 'MULTI',
    addons: [{ ...length!.addons[0]!, id: 9, name: 'Mask' }],
  }
  answer('get-single-item', { ...item, addon_categories: [lengths, extras] })
  const starts = [{ starts_at: at('10:00'), ends_at: at('10:30'), time: '10:00', stylists: [2] }]
  answer('free-times', { success: true, time_zone: 'Asia/Kolkata', days: [{ date, starts }] })
  answer('dashboard/bookings/quote', {
    success: true,
    total: '400.00',
    ends_at: at('10:30'),
    minutes: 30,
    stylists: [2],
  })
  refuse('dashboard/bookings/walk-in', 'SLOT_TAKEN', { extra: { next_starts: [at('10:30')] } })
  await open()
  await press(page(), 'Walk-in')
  const form = await dialog('Walk-in')
  await press(form, 'Choose a service')
  await form.findByRole('button', { name: /^Now, 9:30/ })
  await press(form, /^10:00/)
  expect(form.getByText('With Farah.')).toBeTruthy()
  expect(inputsOf('free-times').at(-1)).toMatchObject({
    from: date,
    services: [{ item_id: 1, stylist_id: null, addons: [7] }],
  })
  await person.selectOptions(form.getByLabelText('Length'), form.getByRole('option', { name: /^Length 8/ }))
  await person.click(form.getByLabelText(/^Mask/))
  await press(form, /^10:00/)
  await write(form, 'Name', 'Tara')
  await press(form, 'Check in')
  await form.findByText('Next free times')
  answer('dashboard/bookings/walk-in', { success: true, visit: visit('T', { customer: 'Tara' }) })
  await press(form, /^10:30/)
  await person.click(form.getByLabelText('The guest is here'))
  await press(form, 'Book')
  await screen.findByText(/^Tara: 10:00/)
  expect(inputsOf('dashboard/bookings/walk-in').at(-1)).toEqual({
    store_id: 1,
    services: [{ item_id: 1, stylist_id: null, addons: [8, 9] }],
    starts_at: at('10:30'),
    guest_name: 'Tara',
    is_there: false,
  })
})

test('[V-64] a person with an account sees their own day, without amounts and without actions', async () => {
  const one = visit('A')
  const unpriced = { ...one, services: one.services.map((service) => ({ ...service, price: null })) }
  showDiary({ stylists: [{ ...people[0]!, service_ids: [1] }], visits: [unpriced], may_change: false })
  await openPage(`/visits?date=${date}`, inSalons(employeeAs('kitchen')))
  await person.click(await block(/Guest A/))
  const panel = await dialog('Guest A')
  expect(panel.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Close'])
  expect(panel.queryByText(/₹|paid at the salon/)).toBeNull()
  expect(page().queryByRole('button', { name: 'Walk-in' })).toBeNull()
})

test('[V-64] people of stores that are not salons have no diary', async () => {
  await openPage(`/visits?date=${date}`, ownerOf())
  await screen.findByRole('heading', { name: 'You can’t open Visits' })
})
