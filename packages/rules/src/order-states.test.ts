import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canMove,
  firstStatus,
  isCancellableBy,
  isForLater,
  isNewForStore,
  isOpen,
  isRunning,
  isTracked,
  type OrderActor,
  type OrderStatus,
  orderActors,
  orderStatuses,
  orderStatusIds,
  orderStatusOfId,
  orderStatusTextKeys,
  showsRider,
} from './order-states.ts'

/** The moves between order states by id, copied from the requirement and not from the table under test. */
const listedMoves: Record<string, number[]> = {
  new: [1, 2, 8, 10],
  1: [2, 6],
  2: [3, 5, 7, 6],
  3: [4, 2, 6],
  4: [5, 2, 6],
  5: [],
  6: [],
  7: [5, 6],
  8: [1, 2, 10, 9, 6],
  9: [1, 2, 10],
  10: [11, 1, 2, 6],
  11: [2, 6],
}

const starts = ['new', ...orderStatuses] as const
const idOf = (from: OrderStatus | 'new') => String(from === 'new' ? 'new' : orderStatusIds[from])
const idsWhere = (holds: (status: OrderStatus) => boolean) =>
  orderStatuses.filter(holds).map((status) => orderStatusIds[status])

describe('states', () => {
  test('[GAP-06] there are eleven states with their ids and labels', () => {
    expect(orderStatusIds).toEqual({
      placed: 1,
      accepted: 2,
      assigned: 3,
      picked_up: 4,
      delivered: 5,
      cancelled: 6,
      ready: 7,
      awaiting_payment: 8,
      payment_failed: 9,
      scheduled: 10,
      schedule_confirmed: 11,
    })
    expect(new Set(Object.values(orderStatusTextKeys)).size).toBe(11)
    expect([1, 8, 11, 0, 12, 1.5].map(orderStatusOfId)).toEqual([
      'placed',
      'awaiting_payment',
      'schedule_confirmed',
      undefined,
      undefined,
      undefined,
    ])
  })

  test('(GAP-09) the lists of running, tracked, open and rider states are complete', () => {
    expect(idsWhere(isRunning)).toEqual([1, 2, 3, 4, 7])
    expect(idsWhere(isTracked)).toEqual([1, 2, 3, 4, 7, 8])
    expect(idsWhere(isOpen)).toEqual([1, 2, 3, 4, 7, 8, 10, 11])
    expect(idsWhere(showsRider)).toEqual([3, 4])
  })

  test('(GAP-16) customers can cancel orders that are placed or scheduled', () => {
    expect(idsWhere((status) => isCancellableBy(status, 'customer'))).toEqual([1, 10])
    expect(idsWhere((status) => isCancellableBy(status, 'store'))).toEqual([1, 10])
    expect(idsWhere((status) => isCancellableBy(status, 'rider'))).toEqual([])
  })
})

describe('moves', () => {
  test('[GAP-07] over all pairs, at least one role may make a listed move and no role may make any other', () => {
    for (const from of starts) {
      const reachable = orderStatuses.filter((to) => orderActors.some((actor) => canMove(from, to, actor)))
      const ids = reachable.map((to) => orderStatusIds[to]).toSorted((a, b) => a - b)
      expect(ids, `from ${from}`).toEqual(listedMoves[idOf(from)]?.toSorted((a, b) => a - b))
    }
  })

  test.each<[OrderActor, [number | 'new', number][]]>([
    [
      'customer',
      [
        ['new', 1],
        ['new', 2],
        ['new', 8],
        ['new', 10],
        [1, 6],
        [10, 6],
      ],
    ],
    [
      'provider',
      [
        [8, 1],
        [8, 2],
        [8, 10],
        [8, 9],
        [9, 1],
        [9, 2],
        [9, 10],
      ],
    ],
    [
      'scheduler',
      [
        [8, 9],
        [10, 1],
        [10, 2],
        [11, 2],
      ],
    ],
    [
      'store',
      [
        [1, 2],
        [1, 6],
        [10, 11],
        [10, 2],
        [10, 6],
        [2, 5],
        [2, 7],
        [7, 5],
      ],
    ],
    [
      'rider',
      [
        [2, 3],
        [3, 4],
        [3, 2],
        [4, 5],
        [4, 2],
      ],
    ],
  ])('[GAP-07] %s makes only these moves', (actor, moves) => {
    const allowed = starts.flatMap((from) =>
      orderStatuses.filter((to) => canMove(from, to, actor)).map((to) => `${idOf(from)}>${orderStatusIds[to]}`),
    )
    expect(allowed.toSorted()).toEqual(moves.map(([from, to]) => `${from}>${to}`).toSorted())
  })

  test('[GAP-07] a collected order never gets a rider, and a delivered one is never made ready', () => {
    expect(canMove('accepted', 'assigned', 'rider', 'DELIVERY')).toBe(true)
    expect(canMove('accepted', 'assigned', 'rider', 'SELFPICKUP')).toBe(false)
    expect(canMove('accepted', 'ready', 'store', 'SELFPICKUP')).toBe(true)
    expect(canMove('accepted', 'ready', 'store', 'DELIVERY')).toBe(false)
    expect(canMove('placed', 'accepted', 'store', 'SELFPICKUP')).toBe(true)
  })

  test('[GAP-07] property: after any requests an order has made only listed moves and ends in a final state', () => {
    const attempt = fc.tuple(fc.constantFrom(...orderStatuses), fc.constantFrom(...orderActors))
    fc.assert(
      fc.property(fc.array(attempt, { maxLength: 60 }), fc.constantFrom('DELIVERY', 'SELFPICKUP'), (attempts, type) => {
        let status: OrderStatus | 'new' = 'new'
        for (const [to, actor] of attempts) {
          if (!canMove(status, to, actor, type)) continue
          expect(listedMoves[idOf(status)]).toContain(orderStatusIds[to])
          expect(status).not.toBe('delivered')
          expect(status).not.toBe('cancelled')
          status = to
        }
      }),
    )
  })
})

describe('first status', () => {
  test('(GAP-08) is the first that applies: awaiting payment, scheduled, accepted automatically, placed', () => {
    const order = { awaitsPayment: false, isScheduled: false, storeAutoAccepts: false }
    expect(orderStatusIds[firstStatus(order)]).toBe(1)
    expect(orderStatusIds[firstStatus({ ...order, storeAutoAccepts: true })]).toBe(2)
    expect(orderStatusIds[firstStatus({ ...order, isScheduled: true, storeAutoAccepts: true })]).toBe(10)
    expect(orderStatusIds[firstStatus({ awaitsPayment: true, isScheduled: true, storeAutoAccepts: true })]).toBe(8)
  })

  test('property: is always one that a new order may have', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.boolean(), (awaitsPayment, isScheduled, storeAutoAccepts) => {
        const status = firstStatus({ awaitsPayment, isScheduled, storeAutoAccepts })
        expect(canMove('new', status, 'customer')).toBe(true)
      }),
    )
  })
})

describe('orders that wait', () => {
  test('[GAP-09] orders in states 10 and 11 wait for their time', () => {
    expect(idsWhere(isForLater)).toEqual([10, 11])
  })

  test('new for a store are orders that wait for it or were accepted automatically, not those that it accepted', () => {
    const moves = [
      [null, 1],
      [8, 1],
      [10, 1],
      [null, 10],
      [8, 10],
      [null, 2],
      [8, 2],
      [10, 2],
      [11, 2],
      [1, 2],
      [null, 8],
      [2, 3],
      [1, 6],
      [10, 11],
      [8, 9],
    ] as const
    const news = moves.filter(([from_status, to_status]) => isNewForStore({ from_status, to_status }))
    expect(news).toEqual(moves.slice(0, 9))
  })
})
