import type { Output } from '@nukkad/contract/contract.ts'
import { expect, test, vi } from 'vitest'
import { address, openPage, page, person } from '#test/app.tsx'
import { administrator, ownerOf } from '#test/people.ts'
import { type Part, recorded } from '#test/recorded.ts'
import { answer, inputsOf, refuse } from '#test/server.ts'

const show = (change: Part<Output<'dashboard/bookings/report'>> = {}) =>
  answer('dashboard/bookings/report', recorded('dashboard/bookings/report', change))
const owner = ownerOf('Noor')
const salonOwner = { ...owner, stores: owner.stores.map((store) => ({ ...store, is_salon: true })) }
const asked = () => inputsOf('dashboard/bookings/report').at(-1)
const nila = { id: 1, name: 'Nila', image: null, open_minutes: 600, claimed_minutes: 450, extra_minutes: 30 }
const tile = async (title: string) =>
  (await page().findAllByText(title)).map((one) => one.closest('li')?.textContent).find(Boolean)
const rowOf = (name: RegExp) => page().getByRole('row', { name }).textContent

test('[V-72] the report of a salon shows use, kept amounts, sales, and customers who came back', async () => {
  show({
    people: [{ ...nila, services: 9, sales: '3600.00' }],
    without_person: { services: 1, sales: '50.00' },
    resources: [{ id: 1, kind: 'chair', name: 'Chair 1', open_minutes: 600, claimed_minutes: 60, extra_minutes: 0 }],
    visits: {
      all: 20,
      done: 10,
      open: 5,
      no_shows: 1,
      cancelled_by_customer: 3,
      cancelled_by_salon: 1,
      kept_of_no_shows: '100.00',
      kept_of_cancelled: '25.00',
    },
    guest_goods: { pieces: 2, sales: '300.00' },
    takings: {
      total: '900.00',
      visits: 3,
      not_named: { amount: '250.00', visits: 1 },
      methods: [
        { method: 'cash', amount: '450.00', visits: 2 },
        { method: 'card', amount: '200.00', visits: 1 },
        { method: 'upi', amount: '0.00', visits: 0 },
      ],
    },
    returning: { customers: 8, came_back: 2, may_come_back: 3 },
  })
  await openPage('/reports/salon?period=own&from=2026-11-01&to=2026-11-15&weeks=8', salonOwner)
  expect(await tile('People’s time used')).toBe('People’s time used75%7.5 h of 10 h')
  expect(await tile('Sales of services')).toContain('3,650')
  expect(await tile('No-shows')).toBe('No-shows15% of all visits')
  expect(await tile('Came back')).toBe(
    'Came back25%2 of 8 customers within 8 weeks; 3 more customers still have time to come back',
  )
  expect(rowOf(/^Nila/)).toMatch(/^Nila75% of 10 h9/)
  expect(rowOf(/^Chair 1/)).toBe('Chair 110% of 10 h')
  expect(rowOf(/^Cancelled by customers/)).toMatch(/^Cancelled by customers315%.*25/)
  expect(rowOf(/^Products sold to guests/)).toMatch(/^Products sold to guests2.*300/)
  page().getByText(/not part of the shop’s sales/)
  expect(rowOf(/^Cash/)).toMatch(/^Cash2.*450/)
  expect(rowOf(/^Not named/)).toMatch(/^Not named1.*250/)
  expect(rowOf(/^All 3/)).toMatch(/^All3.*900/)
  page().getByText(/Outside their hours: Nila 0\.5 h\./)
  expect(asked()).toMatchObject({ store_id: 1, from: '2026-11-01', to: '2026-11-15', weeks: 8 })
})

test('[V-72] each card is exported as CSV, with plain numbers and without formulas', async () => {
  show({
    people: [{ ...nila, name: '=Nila', services: 9, sales: '3600.00' }],
    without_person: { services: 1, sales: '50.00' },
    guest_goods: { pieces: 2, sales: '300.00' },
    currency: 'INR',
  })
  const files: Blob[] = []
  const createObjectURL = (file: Blob) => {
    files.push(file)
    return 'blob:data'
  }
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} }))
  await openPage('/reports/salon?period=own&from=2026-11-01&to=2026-11-15', salonOwner)
  const buttons = await page().findAllByRole('button', { name: /^Export: / })
  expect(buttons).toHaveLength(5)
  await person.click(page().getByRole('button', { name: 'Export: People' }))
  expect((await files[0]!.text()).replace('\ufeff', '').split('\r\n')).toEqual([
    'Person,Open minutes,Used minutes,Used minutes outside opening hours,Services,Sales,Currency',
    "'=Nila,600,450,30,9,3600.00,INR",
    'Without a person,,,,1,50.00,INR',
    'Products sold to guests,,,,2,300.00,INR',
    '',
  ])
  for (const button of buttons) await person.click(button)
  expect(files).toHaveLength(6)
})

test('[V-72] another number of weeks is loaded and kept in the URL', async () => {
  show()
  await openPage('/reports/salon', salonOwner)
  await person.selectOptions(await page().findByLabelText('Came back within'), '12')
  await expect.poll(() => asked()?.weeks).toBe(12)
  expect(address()).toContain('weeks=12')
})

const keyOfLast = `dashboardSalon:${administrator.id}`
const lotus = { id: 4, name: 'Lotus Salon', slug: 'lotus-salon', currency: 'INR' }
const velvet = { id: 9, name: 'Velvet Salon', slug: 'velvet-salon', currency: 'INR' }
const showSalons = (...salons: (typeof lotus)[]) =>
  answer('dashboard/find-stores', ({ q }) => ({
    success: true,
    stores: salons.filter(({ id, name }) => String(id) === q || name.includes(String(q))),
  }))

test('[V-74] staff who have used no salon yet see the first one by its name, which then is the last used one', async () => {
  show()
  showSalons(lotus, velvet)
  await openPage('/reports/salon')
  await expect.poll(() => asked()?.store_id).toBe(lotus.id)
  await page().findByText('Lotus Salon')
  expect(inputsOf('dashboard/find-stores')[0]).toMatchObject({ q: '', only_salons: true })
  expect(localStorage.getItem(keyOfLast)).toBe('4')
})

test('[V-74] staff see their last used salon on every page of salons', async () => {
  show()
  showSalons(lotus, velvet)
  localStorage.setItem(keyOfLast, '9')
  await openPage('/reports/salon')
  await expect.poll(() => asked()?.store_id).toBe(velvet.id)
  await page().findByText('Velvet Salon')
})

test('[V-74] a store that is no longer a salon is not the last used one, and staff can choose another', async () => {
  show()
  showSalons(lotus)
  localStorage.setItem(keyOfLast, '9')
  await openPage('/reports/salon')
  await expect.poll(() => asked()?.store_id).toBe(lotus.id)
  await person.click(await page().findByRole('button', { name: 'Remove Lotus Salon' }))
  await page().findByText('Choose a salon.')
})

test('[V-72] a report that cannot be read shows the reason', async () => {
  refuse('dashboard/bookings/report', 'INTERNAL')
  await openPage('/reports/salon', salonOwner)
  await page().findByRole('button', { name: /again/i })
})
