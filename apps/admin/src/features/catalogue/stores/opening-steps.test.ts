import { expect, test } from 'vitest'
import { stepsOf } from './opening-steps.ts'

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const week = (windows: { open: string; close: string }[]) => ({
  schedule_data: Object.fromEntries(days.map((day) => [day, windows])) as Record<(typeof days)[number], typeof windows>,
})
const left = (steps: ReturnType<typeof stepsOf>) => steps.filter(({ isDone }) => !isDone).map(({ key }) => key)

test('a new store still needs hours, menu, picture and payout details', () => {
  const read = { hours: week([]), menu: { categories: [{ items: [] }] }, payout: { details: { upi_id: '' } } }
  expect(left(stepsOf({ id: 1, image: '', delivery_radius: 10 }, read))).toEqual(['hours', 'menu', 'picture', 'payout'])
})

test('a complete store needs nothing more, and its steps link to their sections', () => {
  const read = {
    hours: week([{ open: '09:00', close: '21:00' }]),
    menu: { categories: [{ items: [{}] }] },
    payout: { details: { upi_id: 'asha@upi' } },
  }
  const steps = stepsOf({ id: 1, image: '/a.jpg', delivery_radius: 10 }, read)
  expect(left(steps)).toEqual([])
  expect(steps.map(({ to, section }) => `${to} ${section ?? ''}`.trim())).toEqual([
    '/stores/1 hours',
    '/stores/1/menu',
    '/stores/1 pictures',
    '/stores/1 reach',
    '/stores/1 payout',
  ])
})

test('steps that the person may not see are left out', () => {
  const steps = stepsOf(
    { id: 1, image: '', delivery_radius: 10 },
    { hours: undefined, menu: undefined, payout: undefined },
  )
  expect(steps.map(({ key }) => key)).toEqual(['picture', 'reach'])
})
