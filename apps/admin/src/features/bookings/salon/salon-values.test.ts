import { describe, expect, test } from 'vitest'
import { recorded } from '#test/recorded.ts'
import {
  daysText,
  depositText,
  lengthsOf,
  optionsWithoutTime,
  ownTermsText,
  serviceInput,
  serviceValues,
  stylistInput,
  stylistValues,
} from './salon-values.ts'

const setup = recorded('dashboard/bookings/salon')
const [stylist] = setup.stylists
const [service] = setup.services

describe('a person in the form', () => {
  test('[V-65] keeps its values, except for midnight at the end of a day', () => {
    const sent = stylistInput(stylistValues(setup, stylist), { storeId: 1, stylist, isLast: 9, isOwner: true })
    expect(sent).toMatchObject({ store_id: 1, id: stylist!.id, name: stylist!.name, services: stylist!.services })
    expect(sent.hours.monday).toEqual([{ open: '00:00', close: '00:00' }])
  })

  test('[V-65] reads the own price, duration and rate of a service, or those of the menu', () => {
    const menu = { price: '400.00', minutes: 90, currency: 'INR' }
    const own = { item_id: 1, does: true, price: '', minutes: '', commission: '' }
    expect(ownTermsText(own, menu)).toBe('₹400.00, 1 h 30 min')
    expect(ownTermsText({ ...own, price: '350', commission: '12.5' }, menu)).toBe('Own: ₹350.00, 1 h 30 min, 12.5%')
    expect(ownTermsText({ ...own, price: 'x' }, menu)).toBe('Own: ₹400.00, 1 h 30 min')
  })

  test('[V-65] who is new does all services, is last in the order and has no hours yet', () => {
    const values = stylistValues(setup, undefined)
    expect(values.services.every(({ does }) => does)).toBe(true)
    const [first] = values.services
    const typed = { ...values, services: [{ ...first!, price: '350', minutes: '45', commission: '12.5' }] }
    const sent = stylistInput(typed, { storeId: 1, stylist: undefined, isLast: 3, isOwner: true })
    expect(sent).toMatchObject({ position: 3, account_id: null })
    expect(sent.services).toEqual([{ item_id: first!.item_id, price: '350', minutes: 45, commission: '12.5' }])
    expect(sent).not.toHaveProperty('id')
  })

  test('[V-71] keeps rates and account if the reader is not an owner and does not see them', () => {
    const sent = stylistInput(stylistValues(setup, stylist), { storeId: 1, stylist, isLast: 9, isOwner: false })
    expect(sent).not.toHaveProperty('commission')
    expect(sent).not.toHaveProperty('account_id')
    expect(sent.services.every((service) => !('commission' in service))).toBe(true)
  })

  test('[V-65] has a short summary of their working days', () => {
    const open = [{ open: '09:00', close: '18:00' }]
    expect(daysText({})).toBe('No hours yet')
    expect(daysText({ monday: open, tuesday: open, wednesday: open, saturday: open, sunday: open })).toBe(
      'Mon–Wed, Sat, Sun',
    )
    expect(daysText({ monday: open, tuesday: [], thursday: open })).toBe('Mon, Thu')
  })
})

describe('a service in the form', () => {
  test('[V-66] keeps its values', () => {
    const { item_id, name: _name, price: _price, addons, ...rest } = service!
    expect(serviceInput(serviceValues(service), { storeId: 1, itemId: item_id })).toEqual({
      ...rest,
      store_id: 1,
      item_id,
      addons: addons.map(({ addon_id, minutes }) => ({ addon_id, minutes })),
    })
  })

  test('[V-66] sends an empty number as an invalid one, so that the server uses no default value', () => {
    const typed = { ...serviceValues(undefined), buffer_minutes: ' ' }
    expect(serviceInput(typed, { storeId: 1, itemId: 1 }).buffer_minutes).toBeNaN()
  })

  test('[V-66] adds up its parts, and ignores incomplete input', () => {
    const part = (minutes: string, needs_stylist: boolean) => ({ minutes, needs_stylist, resource_kind: '' })
    expect(lengthsOf([part('30', true), part('35', false), part('x', true)])).toEqual({ total: 65, handsOn: 30 })
  })
})

describe('the sentences about a deposit', () => {
  const usual = serviceValues(undefined)
  const terms = (change: Partial<typeof usual>) =>
    depositText({ ...usual, deposit_kind: 'amount', deposit_value: '200', ...change }, 'INR')

  test('[V-66] say that there is none, also while the amount is missing', () => {
    expect(depositText(usual, 'INR')).toBe('No deposit. You pay at the salon.')
    expect(terms({ deposit_value: '' })).toBe('No deposit. You pay at the salon.')
  })

  test('[V-66] show amount, free hours and the kept share', () => {
    expect(terms({})).toMatch(/^You pay a deposit of ₹200.00 now.* up to 24 hours before the start\. /)
    expect(terms({})).toMatch(/keeps the whole deposit\. If you do not come, the salon keeps the whole deposit\.$/)
    const other = terms({
      deposit_kind: 'percent',
      deposit_value: '50',
      free_cancel_hours: '1',
      late_cancel_percent: '0',
      no_show_percent: '75',
    })
    expect(other).toMatch(
      /50 % of the price now.* up to 1 hour before the start\. If you cancel later, the salon keeps nothing\./,
    )
    expect(other).toMatch(/the salon keeps 75 % of the deposit\.$/)
    expect(terms({ free_cancel_hours: '0' })).toMatch(/free of charge until the start\./)
  })
})

test('[V-66] options without minutes are reported if others of their choice have some, except for the first of a single choice', () => {
  const option = (addon_id: number, minutes: number | string, category_id: number, is_first = false) => ({
    addon_id,
    name: `Option ${addon_id}`,
    minutes,
    category_id,
    is_first,
  })
  const choice = [option(1, 0, 1, true), option(2, 30, 1), option(3, '', 1)]
  const extras = [option(4, 0, 2), option(5, '10', 2)]
  const untimed = [option(6, 0, 3), option(7, '0', 3)]
  expect(optionsWithoutTime([...choice, ...extras, ...untimed])).toEqual([3, 4])
})
