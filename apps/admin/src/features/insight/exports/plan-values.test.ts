import { describe, expect, test } from 'vitest'
import { cadenceText, failureText, type Plan } from '#lib/export-texts.ts'
import type { Member } from '#lib/session.ts'
import { planInput, planValues, tablesOf } from './plan-values.ts'

const weekly = {
  id: 4,
  name: 'Orders of the week',
  table: 'orders',
  q: 'asha',
  sort: '-total',
  filters: { status: 'placed' },
  format: 'xml',
  destination: 'drive',
  cadence: 'weekly',
  on_day: 5,
  at_hour: 22,
  is_active: false,
} as unknown as Plan

describe('the form of a planned export', () => {
  test('[U-25] a plan that is saved unchanged is sent as it was read, with its order of rows', () => {
    expect(planInput(planValues(weekly, 'stores'), weekly)).toEqual({
      id: 4,
      name: 'Orders of the week',
      table: 'orders',
      q: 'asha',
      sort: '-total',
      format: 'xml',
      filters: { status: 'placed' },
      destination: 'drive',
      cadence: 'weekly',
      on_day: 5,
      at_hour: 22,
      is_active: false,
    })
  })

  test('[U-25] a new plan is for the first table that the member can see, every day at six, by email', () => {
    const sent = planInput(planValues(undefined, 'stores'), undefined)
    expect(sent).toMatchObject({ table: 'stores', cadence: 'daily', on_day: null, at_hour: 6, destination: 'mail' })
    expect(sent).not.toHaveProperty('id')
  })

  test('[U-25] a day is sent only if the plan is not daily', () => {
    const values = { ...planValues(weekly, undefined), on_day: '28' }
    expect(planInput({ ...values, cadence: 'monthly' }, weekly).on_day).toBe(28)
    expect(planInput({ ...values, cadence: 'daily' }, weekly).on_day).toBeNull()
  })
})

describe('tables that a member may export', () => {
  const member = (role: string, ...permissions: string[]) => ({ role, permissions, stores: [] }) as unknown as Member

  test('[U-25] the tables for staff are those with one of their permissions', () => {
    const tables = tablesOf(member('staff', 'order_view'))
    expect(tables).toContain('orders')
    expect(tables).not.toContain('customers')
  })

  test('[GAP-75] the tables are those that owners share, for a store owner', () => {
    const tables = tablesOf(member('store_owner'))
    expect(tables).toContain('orders')
    expect(tables).not.toContain('audit')
    expect(tables).not.toContain('refunds')
  })
})

test.each([
  ['daily', null, 6, 'Every day at 06:00'],
  ['weekly', 1, 22, 'Every Monday at 22:00'],
  ['weekly', 7, 0, 'Every Sunday at 00:00'],
  ['monthly', 28, 13, 'On day 28 of each month at 13:00'],
] as const)('[U-25] %s, day %s, hour %i: “%s”', (cadence, on_day, at_hour, text) => {
  expect(cadenceText({ cadence, on_day, at_hour })).toBe(text)
})

test('[U-27] a failed run shows the reason, if it is known', () => {
  expect(failureText('drive-full')).toBe('There is no space left in Google Drive.')
  expect(failureText(null)).toBe('The export failed.')
})
