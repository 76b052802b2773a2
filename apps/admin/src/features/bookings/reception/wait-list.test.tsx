import { beforeEach, expect, test } from 'vitest'
import { dialog, openPage, page, person, press } from '#test/app.tsx'
import { employeeAs, ownerOf } from '#test/people.ts'
import { at, date, inSalons, showDiary, showWaitList } from '#test/salon.ts'
import { answer, inputsOf, refuse } from '#test/server.ts'

const services = [
  { name: 'Haircut', stylist: 'Nila' },
  { name: 'Colour', stylist: null },
]
const waiting = { unique_wait_id: 'W-1', customer: 'Asha', services, dates: [date], joined_at: at('09:00'), passed: 1 }
const open = () => openPage(`/visits?date=${date}`, inSalons(ownerOf()))

beforeEach(() => showDiary())

test('[V-70] the list shows who waits for which services and days, since when, and until when a time is offered', async () => {
  const offer = { starts_at: at('11:00'), ends_at: at('11:30'), held_until: at('09:55') }
  showWaitList([
    { ...waiting, offer, phone: '+919876543210' },
    { ...waiting, unique_wait_id: 'W-2', customer: 'Tara', from: '16:00', to: '18:00', passed: 0, phone: null },
  ])
  await open()
  await press(page(), /^Wait list ?\(2\)$/)
  const panel = await dialog('Wait list')
  const [first, second] = panel.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(first).toMatch(/Asha.*Offered .*11:00 am, until 9:55 am.*Haircut with Nila, Colour.*missed one offer/i)
  expect(second).toMatch(/Tara.*from 4:00 pm to 6:00 pm.*Waiting since/i)
  expect(panel.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['+919876543210'])
})

test('[V-70] an entry can be removed only with a reason', async () => {
  showWaitList([waiting])
  answer('dashboard/bookings/wait-list/remove', { success: true })
  await open()
  await press(page(), /^Wait list/)
  await press(await dialog('Wait list'), 'Remove Asha')
  const question = await dialog('Remove Asha?')
  await press(question, 'Remove')
  await question.findByText('Write a reason.')
  expect(inputsOf('dashboard/bookings/wait-list/remove')).toEqual([])
  await person.type(question.getByLabelText('Reason'), 'Called twice')
  showWaitList([])
  await press(question, 'Remove')
  await (await dialog('Wait list')).findByText(/^No one is waiting/)
  expect(inputsOf('dashboard/bookings/wait-list/remove')).toEqual([
    { store_id: 1, unique_wait_id: 'W-1', reason: 'Called twice' },
  ])
})

test('[V-70] a person with the kitchen role has no list', async () => {
  showDiary({ may_change: false })
  await openPage(`/visits?date=${date}`, inSalons(employeeAs('kitchen')))
  await page().findByRole('button', { name: /Calendar/ })
  expect(page().queryByRole('button', { name: /^Wait list/ })).toBeNull()
  expect(inputsOf('dashboard/bookings/wait-list')).toEqual([])
})

test('[V-70] a reader who may not change the list cannot remove an entry', async () => {
  showWaitList([{ ...waiting, phone: null }], false)
  await open()
  await press(page(), /^Wait list/)
  const panel = await dialog('Wait list')
  await panel.findByText('Asha')
  expect(panel.queryByRole('button', { name: /Remove/ })).toBeNull()
})

test('[V-70] a list that cannot be read can be retried', async () => {
  refuse('dashboard/bookings/wait-list', 'NOT_FOUND')
  await open()
  await press(page(), 'Wait list')
  const panel = await dialog('Wait list')
  await panel.findByRole('alert')
  showWaitList([waiting])
  await press(panel, /again/i)
  await panel.findByText('Asha')
})
