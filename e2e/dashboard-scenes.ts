import type { Output } from '@nukkad/contract/contract.ts'
import type { Page } from '@playwright/test'
import { demoStaff } from '../demo/src/catalogue/people.ts'
import { callAs } from './dashboard.ts'
import { change } from './given.ts'
import { dateIn } from './salon.ts'
import type { Scene } from './scenes.ts'

/** Signs in the operator. */
const asStaff = async (page: Page) => {
  const { email, password } = demoStaff.find(({ role }) => role === 'admin')!
  await page.request.post('/public/api/dashboard/login', { data: { email, password } })
}
const found = { address: '80 Feet Road, Koramangala, Bengaluru', latitude: 12.93521, longitude: 77.62449 }
const part = { statement: null, error: null, depth: 1 }
const slowCall = {
  name: 'place-order',
  trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  began_at: '2026-11-21T20:46:58.120Z',
  ms: 48.6,
  status: 200,
  error: null,
  spans: [
    { ...part, name: 'transaction', from_ms: 12.4, ms: 35.1 },
    {
      ...part,
      name: 'select',
      statement: 'select id, name from stores where id = $1',
      depth: 2,
      from_ms: 12.8,
      ms: 9.5,
    },
  ],
  left_out: 0,
}

/**
 * The screens of the dashboard with a state that a picture must show. The pictures of the dashboard are drawn in
 * English only.
 */
export const dashboardScenes: Scene[] = [
  { name: 'dashboard-home', path: () => '/dashboard', before: asStaff },
  { name: 'dashboard-board', path: () => '/dashboard/board', before: asStaff },
  { name: 'dashboard-riders-map', path: () => '/dashboard/riders-map', before: asStaff },
  { name: 'dashboard-orders', path: () => '/dashboard/orders', before: asStaff },
  { name: 'dashboard-cases', path: () => '/dashboard/cases', before: asStaff },
  {
    name: 'dashboard-case',
    path: () => '/dashboard/cases',
    before: asStaff,
    act: (_at, { customer }, page) => page.getByText(customer.name).first().click(),
  },
  {
    name: 'dashboard-visits',
    path: ({ salon }) => `/dashboard/visits?store=${salon}&date=${dateIn(1)}`,
    before: asStaff,
  },
  {
    name: 'dashboard-till',
    path: () => '/dashboard',
    before: asStaff,
    act: async (_at, { salon }, page) => {
      const about = { store_id: salon, date: dateIn(1) }
      const { visits } = await callAs<Output<'dashboard/bookings/day'>>(page, 'bookings/day', about)
      const { unique_visit_id, customer, services } = visits.find(({ order }) => order === null)!
      await callAs(page, 'bookings/arrive', { store_id: salon, unique_visit_id })
      await page.goto(`/dashboard/visits?store=${salon}&date=${dateIn(1)}`)
      const diary = page.getByRole('region', { name: 'Diary' })
      await diary.waitFor()
      // Presses the tab of a person, because on a phone the diary shows one person at a time.
      const tab = page.getByRole('button', { name: services[0]!.stylist!.name, exact: true })
      if (await tab.isVisible()) await tab.click()
      await diary
        .getByRole('button', { name: new RegExp(`${customer}.*Arrived`) })
        .first()
        .dispatchEvent('click')
      await page.getByRole('button', { name: 'Finish' }).click()
      await page.getByRole('button', { name: /^Add / }).first().click()
      await page.getByLabel('Tip', { exact: true }).fill('50')
    },
  },
  {
    name: 'dashboard-wait-list',
    path: ({ salon }) => `/dashboard/visits?store=${salon}`,
    before: asStaff,
    act: (_at, _given, page) => page.getByRole('button', { name: /^Wait list/ }).click(),
  },
  { name: 'dashboard-all-visits', path: () => '/dashboard/visits/all', before: asStaff },
  {
    name: 'dashboard-salon-customers',
    path: ({ salon }) => `/dashboard/salon-customers?store=${salon}`,
    before: asStaff,
  },
  {
    name: 'dashboard-salon-customer',
    path: ({ salon }) => `/dashboard/salon-customers?store=${salon}&sort=-visits`,
    before: asStaff,
    act: (_at, _given, page) => page.locator('tbody tr[data-opens]').first().click(),
  },
  { name: 'dashboard-takings', path: ({ salon }) => `/dashboard/takings?store=${salon}`, before: asStaff },
  { name: 'dashboard-earnings', path: ({ salon }) => `/dashboard/earnings?store=${salon}`, before: asStaff },
  { name: 'dashboard-salon-report', path: ({ salon }) => `/dashboard/reports/salon?store=${salon}`, before: asStaff },
  {
    name: 'dashboard-salon-reminders',
    path: ({ salon }) => `/dashboard/salon?store=${salon}&section=terms`,
    before: asStaff,
    act: (_at, _given, page) =>
      page
        .getByLabel(/reminder/i)
        .first()
        .scrollIntoViewIfNeeded(),
  },
  { name: 'dashboard-stores', path: () => '/dashboard/stores', before: asStaff },
  {
    name: 'dashboard-store-address',
    path: () => '/dashboard/stores',
    before: async (page) => {
      await asStaff(page)
      await page.route('**/public/api/dashboard/stores/find-address', (route) => {
        const { query } = route.request().postDataJSON() as { query: string }
        return route.fulfill({ json: { success: true, can_search: true, places: query ? [found] : [] } })
      })
    },
    act: async (_at, _given, page) => {
      await page.getByRole('button', { name: 'Add a store' }).click()
      await page.getByLabel('Find the address').fill('80 Feet Road')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: found.address }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'dashboard-editor',
    path: () => '/dashboard/stores/1?section=profile',
    before: asStaff,
    act: async (_at, _given, page) => {
      await page.getByLabel('Description').press('ControlOrMeta+a')
      await page.getByRole('button', { name: 'List', exact: true }).click()
    },
  },
  {
    name: 'dashboard-slow-calls',
    path: () => '/dashboard/server',
    before: async (page) => {
      await asStaff(page)
      await change<object>(page, 'dashboard/server', (answer) => ({ ...answer, slow_calls: [slowCall] }))
    },
    act: async (_at, _given, page) => {
      await page.getByText('place-order').click()
      await page.getByText(slowCall.spans[1]!.statement!).scrollIntoViewIfNeeded()
    },
  },
]
