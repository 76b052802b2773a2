import { expect, test } from 'vitest'
import { canMoveVisit, hasClaims, visitActors, visitStatuses } from './visit-states.ts'

/** The moves between states of a visit, copied from the requirement and not from the table under test. */
const listed: Record<string, string[]> = {
  new: ['held', 'booked', 'arrived'],
  held: ['booked', 'cancelled'],
  booked: ['arrived', 'no_show', 'cancelled'],
  arrived: ['done', 'cancelled'],
  done: [],
  no_show: [],
  cancelled: [],
}

test('[V-09] over all pairs, at least one role may make a listed move and no role may make any other', () => {
  for (const from of ['new', ...visitStatuses] as const) {
    const reachable = visitStatuses.filter((to) => visitActors.some((actor) => canMoveVisit(from, to, actor)))
    expect(reachable, `from ${from}`).toEqual(listed[from])
  }
})

test('[V-09] a customer holds, books and cancels; only the salon records arrival, end and no-show', () => {
  const movesOf = (actor: (typeof visitActors)[number]) =>
    (['new', ...visitStatuses] as const).flatMap((from) =>
      visitStatuses.filter((to) => canMoveVisit(from, to, actor)).map((to) => `${from} ${to}`),
    )
  expect(movesOf('customer')).toEqual(['new held', 'held booked', 'held cancelled', 'booked cancelled'])
  expect(movesOf('provider')).toEqual(['held booked', 'held cancelled'])
  expect(movesOf('scheduler')).toEqual(['new held', 'held cancelled'])
  expect(movesOf('store')).toEqual([
    'new held',
    'new booked',
    'new arrived',
    'held booked',
    'held cancelled',
    'booked arrived',
    'booked no_show',
    'booked cancelled',
    'arrived done',
  ])
  const alike = movesOf('store').filter((move) => move !== 'new held')
  expect(movesOf('admin')).toEqual([...alike, 'arrived cancelled'])
})

test('[V-09] a cancelled visit and a no-show claim nothing', () => {
  expect(visitStatuses.filter(hasClaims)).toEqual(['held', 'booked', 'arrived', 'done'])
})
