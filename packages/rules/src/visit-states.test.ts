import { expect, test } from 'vitest'
import { canMoveVisit, hasClaims, isOpenVisit, visitActors, visitStatuses } from './visit-states.ts'

/** The moves as the requirement lists them, written independently of the table under test. */
const listed: Record<string, string[]> = {
  new: ['held', 'booked', 'arrived'],
  held: ['booked', 'cancelled'],
  booked: ['arrived', 'no_show', 'cancelled'],
  arrived: ['done'],
  done: [],
  no_show: [],
  cancelled: ['booked'],
}

test('[V-09] over all pairs, at least one role may make a listed move and no role may make any other', () => {
  for (const from of ['new', ...visitStatuses] as const) {
    const reachable = visitStatuses.filter((to) => visitActors.some((actor) => canMoveVisit(from, to, actor)))
    expect(reachable, `from ${from}`).toEqual(listed[from])
  }
})

test('[V-09] a customer holds, books and cancels; only the salon lets arrive, finishes and marks a no-show', () => {
  const movesOf = (actor: (typeof visitActors)[number]) =>
    (['new', ...visitStatuses] as const).flatMap((from) =>
      visitStatuses.filter((to) => canMoveVisit(from, to, actor)).map((to) => `${from} ${to}`),
    )
  expect(movesOf('customer')).toEqual(['new held', 'held booked', 'held cancelled', 'booked cancelled'])
  expect(movesOf('provider')).toEqual(['held booked', 'held cancelled', 'cancelled booked'])
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
  expect(movesOf('admin')).toEqual(movesOf('store').filter((move) => move !== 'new held'))
})

test('[V-09] a cancelled visit and a no-show claim nothing; a visit is open until it is done', () => {
  expect(visitStatuses.filter(hasClaims)).toEqual(['held', 'booked', 'arrived', 'done'])
  expect(visitStatuses.filter(isOpenVisit)).toEqual(['held', 'booked', 'arrived'])
})
