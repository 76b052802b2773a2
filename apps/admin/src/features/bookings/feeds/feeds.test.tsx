import { beforeEach, describe, expect, test } from 'vitest'
import { dialog, openPage, page, press } from '#test/app.tsx'
import { employeeAs, ownerOf } from '#test/people.ts'
import { date, inSalons, showDiary } from '#test/salon.ts'
import { answer, inputsOf, refuse } from '#test/server.ts'

const made = '2026-11-30T04:30:00.000Z'
const nila = { stylist_id: 1, name: 'Nila', is_own: false, feed: null }
const farah = { stylist_id: 2, name: 'Farah', is_own: false, feed: { created_at: made, read_at: null } }
const show = (...feeds: object[]) => answer('dashboard/bookings/feeds', { success: true, feeds } as never)

async function open(member = ownerOf()) {
  await openPage(`/visits?date=${date}`, inSalons(member))
  await press(page(), 'Calendar')
  return dialog('Visits in a calendar app')
}

beforeEach(() => showDiary())

describe('the calendar links of a salon', () => {
  test('[V-69] the calendar links of each person are shown to an owner; a new link is shown once, with a copy button and a link for calendar apps', async () => {
    show(nila, farah)
    const panel = await open()
    await panel.findByText('No link')
    expect(panel.getByText(/^Created .*, not read yet$/)).toBeTruthy()
    const path = `/calendar/${'a'.repeat(43)}.ics`
    const feed = { created_at: made, read_at: null }
    answer('dashboard/bookings/feeds/make', { success: true, path, feed })
    show({ ...nila, feed }, farah)
    await press(panel, 'Create a link for Nila')
    const field = (await panel.findByLabelText('Calendar link of Nila')) as HTMLInputElement
    expect(field.value).toBe(location.origin + path)
    expect(panel.getByRole('link', { name: 'Open in calendar' }).getAttribute('href')).toBe(
      `webcal://${location.host}${path}`,
    )
    expect(inputsOf('dashboard/bookings/feeds/make')).toEqual([{ store_id: 1, stylist_id: 1 }])
  })

  test('[V-69] calendar links are removed after confirmation', async () => {
    show(farah)
    const panel = await open()
    await panel.findByText(/^Created/)
    answer('dashboard/bookings/feeds/revoke', { success: true })
    await press(panel, 'Remove the link of Farah')
    expect(inputsOf('dashboard/bookings/feeds/revoke')).toEqual([])
    show({ ...farah, feed: null })
    await press(await dialog('Remove the link of Farah?'), 'Remove')
    await panel.findByText('No link')
    expect(inputsOf('dashboard/bookings/feeds/revoke')).toEqual([{ store_id: 1, stylist_id: 2 }])
  })

  test('[V-69] show a stylist only their own link and say so; a failure can be retried', async () => {
    refuse('dashboard/bookings/feeds', 'NOT_FOUND')
    const panel = await open(employeeAs('kitchen'))
    await panel.findByRole('alert')
    show({ ...nila, is_own: true })
    await press(panel, 'Try again')
    await panel.findByText('Nila (you)')
    show()
  })
})
