import { expect, type Page } from '@playwright/test'
import { callAs, unique } from './dashboard.ts'

const slug = 'noor-beauty-lounge'
const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

export type Salon = Awaited<ReturnType<typeof openSalon>>

/**
 * Adds to a salon of the demo city a chair, a cut (30 minutes), a colour (30, 35 free, 20), a product and two people,
 * who work all day with a break. The calls use an operator's session. The names of the added services and people are
 * unique to one test.
 */
export async function openSalon(page: Page) {
  const word = unique()
  const answer = await page.request.post(`/public/api/get-restaurant-info/${slug}`, { data: {} })
  const { id: store_id } = (await answer.json()) as { id: number }
  const headers = { 'sec-fetch-site': 'same-origin' }
  const ofStore = async <Answer>(name: string, data: object): Promise<Answer> => {
    const made = await page.request.post(`/public/api/store-owner/${name}`, { data: { store_id, ...data }, headers })
    expect(made.status(), await made.text()).toBe(200)
    return (await made.json()) as Answer
  }
  const kind = `chair ${word}`
  for (const number of [1, 2])
    await callAs(page, 'bookings/resources/save', { store_id, kind, name: `Chair ${number} ${word}` })
  const { categories } = await ofStore<{ categories: { id: number }[] }>('get-menu-with-details', {})
  const part = (minutes: number, needs_stylist = true) => ({ minutes, needs_stylist, resource_kind: kind })
  const product = async (name: string, price: string) => {
    const item_category_id = categories[0]!.id
    const { item } = await ofStore<{ item: { id: number } }>('create-item', { name, price, item_category_id })
    return { id: item.id, name }
  }
  const service = async (name: string, price: string, segments: object[]) => {
    const item = await product(name, price)
    await callAs(page, 'bookings/services/save', { store_id, item_id: item.id, segments })
    return item
  }
  const oil = await product(`Hair oil ${word}`, '150')
  const cut = await service(`Cut ${word}`, '400', [part(30)])
  const colour = await service(`Colour ${word}`, '1000', [part(30), part(35, false), part(20)])
  const windows = [
    { open: '00:00', close: '13:00' },
    { open: '14:00', close: '24:00' },
  ]
  // The two people get positions in a row, so that their columns are next to each other even if other tests add people.
  const position = 100 + Math.floor(Math.random() * 900)
  const person = async (name: string) => {
    const { stylist } = await callAs<{ stylist: { id: number } }>(page, 'bookings/stylists/save', {
      store_id,
      name,
      position,
      hours: Object.fromEntries(days.map((day) => [day, windows])),
      services: [{ item_id: cut.id }, { item_id: colour.id }],
    })
    return { id: stylist.id, name }
  }
  const nila = await person(`Nila ${word}`)
  const farah = await person(`Farah ${word}`)
  return { store_id, word, kind, oil, cut, colour, nila, farah }
}

/** Enters the visit of a guest at a time of a date in India's time zone. */
export async function enterGuest(
  page: Page,
  { store_id }: Salon,
  { date, time, services, guest_name }: { date: string; time: string; services: object[]; guest_name: string },
): Promise<string> {
  const starts_at = `${date}T${time}:00+05:30`
  const { visit } = await callAs<{ visit: { unique_visit_id: string } }>(page, 'bookings/walk-in', {
    store_id,
    services,
    starts_at,
    guest_name,
  })
  return visit.unique_visit_id
}

/** Returns the date in India a number of days from now. */
export function dateIn(days: number): string {
  const at = new Date(Date.now() + days * 24 * 60 * 60_000)
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' }).format(at)
}
