import { scheduleDays, scheduleSlots } from '@nukkad/rules/opening-hours.ts'
import { expect, it } from 'vitest'
import { startScheduledOrders } from '#features/ordering/orders/scheduler.ts'
import { codeOf, useTestApp } from '#test/harness.ts'

const test = useTestApp()

const TIME_ZONE = 'Asia/Kolkata'
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const HALF_HOUR_MS = 30 * 60_000

/** Builds a customer, and an item of a store that is open all week and takes scheduled orders. */
async function shop(storeRow: object = {}) {
  const store = await test.build.store({
    is_schedulable: true,
    accepts_scheduled_orders: true,
    time_zone: TIME_ZONE,
    ...storeRow,
  })
  await test.db
    .insertInto('store_hours')
    .values(weekdays.map((_, weekday) => ({ store_id: store.id, weekday, opens_at: '00:00', closes_at: '24:00' })))
    .execute()
  const item = await test.build.item({ store_id: store.id })
  return { item, customer: await test.build.customer() }
}

/** Returns a slot that is `days` days ahead, in the form in which the screens offer it. */
function slotIn(days: number) {
  const now = new Date()
  const date = scheduleDays({ now, timeZone: TIME_ZONE, days: days + 1 }).at(-1)!
  const weekly = Object.fromEntries(weekdays.map((day) => [day, [{ open: '00:00', close: '24:00' }]]))
  const slot = scheduleSlots({ hours: { weekly }, date: date.date, now, timeZone: TIME_ZONE }).at(-1)!
  return { date, slot: { open: slot.open, close: slot.close }, startsAt: slot.startsAt }
}

async function placeFor(
  { item, customer }: Awaited<ReturnType<typeof shop>>,
  { date, slot }: Pick<ReturnType<typeof slotIn>, 'date' | 'slot'>,
) {
  const body = { order: [{ id: item.id, quantity: 1 }], method: 'COD', delivery_type: 1 as const }
  return test.call('place-order', { ...body, schedule_date: date, schedule_slot: slot }, { token: customer.token })
}

const rowOf = (id: number) =>
  test.db
    .selectFrom('orders')
    .select(['status', 'scheduled_for', 'promised_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

it('[GAP-08] an order for a slot is promised for the end of its half hour, also after the store accepts it', async () => {
  const wanted = slotIn(3)
  const answer = await placeFor(await shop(), wanted)
  expect(answer.body).toMatchObject({
    success: true,
    data: {
      orderstatus_id: 10,
      is_scheduled: 1,
      schedule_date: JSON.stringify(wanted.date),
      schedule_slot: JSON.stringify(wanted.slot),
    },
  })
  const { id } = (answer.body as { data: { id: number } }).data
  const isPromised = async () => {
    const { promised_at, scheduled_for } = await rowOf(id)
    expect(scheduled_for).toEqual(wanted.startsAt)
    expect(Math.abs(promised_at!.getTime() - wanted.startsAt.getTime() - HALF_HOUR_MS)).toBeLessThanOrEqual(30_000)
  }
  await isPromised()

  await test.build.setting('minsBeforeScheduleOrderProcessed', String(5 * 24 * 60))
  await test.services.settings.reload()
  await startScheduledOrders(test.services)
  expect((await rowOf(id)).status).toBe(1)
  await isPromised()
})

it('[GAP-08] refuses slots that the store does not offer, and stores without scheduled orders', async () => {
  const open = await shop()
  const before = await test.build.counts()
  const wanted = slotIn(2)
  const refused = [
    { date: slotIn(30).date, slot: wanted.slot },
    { date: { day: 'Monday', date: '2020-01-06' }, slot: wanted.slot },
    { date: wanted.date, slot: { open: '10:10 AM', close: '10:40 AM' } },
    { date: wanted.date, slot: { open: wanted.slot.open, close: wanted.slot.open } },
  ]
  for (const slot of refused) expect(codeOf(await placeFor(open, slot))).toBe('SLOT_INVALID')
  expect(await test.build.counts()).toEqual(before)
  expect(codeOf(await placeFor(await shop({ accepts_scheduled_orders: false }), wanted))).toBe('SLOT_INVALID')
})

it('[GAP-08] place-order accepts every slot of get-schedule-slots, up to the last day in the time zone of the store', async () => {
  const open = await shop()
  const offered = await offerOf(open)
  expect(offered.length).toBe(7)
  const [first, last] = [offered[0]!, offered.at(-1)!]
  for (const [day, slot] of [
    [first, first.slots[0]!],
    [last, last.slots.at(-1)!],
  ] as const) {
    const answer = await placeFor(open, { date: { day: 'Noday', date: day.date }, slot })
    // The order has the name of the day that the server calculated, not the name in the request.
    expect(answer.body).toMatchObject({
      data: { orderstatus_id: 10, schedule_date: JSON.stringify({ day: day.day, date: day.date }) },
    })
  }
  const next = new Date(Date.parse(`${last.date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  const tooLate = { date: { day: 'Monday', date: next }, slot: { open: '12:00 AM', close: '12:30 AM' } }
  expect(codeOf(await placeFor(open, tooLate))).toBe('SLOT_INVALID')
})

it('[GAP-08] no slot is offered without its conditions; a store closed by its hours still accepts scheduled orders', async () => {
  expect(await offerOf(await shop({ accepts_scheduled_orders: false }))).toEqual([])
  expect(await offerOf(await shop({ is_schedulable: false }))).toEqual([])
  expect(await offerOf(await shop({ is_accepted: false }))).toEqual([])
  const closed = await shop({ is_active: false })
  const [day, another] = await offerOf(closed)
  expect((await placeFor(closed, { date: day!, slot: day!.slots[0]! })).body).toMatchObject({ success: true })
  const now = { order: [{ id: closed.item.id, quantity: 1 }], method: 'COD', delivery_type: 1 as const }
  expect(codeOf(await test.call('place-order', now, { token: closed.customer.token }))).toBe('STORE_CLOSED')
  await test.build.setting('enableOrderSchedulingOnCustomer', 'false')
  await test.services.settings.reload()
  expect(await offerOf(closed)).toEqual([])
  expect(codeOf(await placeFor(closed, { date: another!, slot: another!.slots[0]! }))).toBe('SLOT_INVALID')
  await test.build.setting('enableOrderSchedulingOnCustomer', 'true')
  await test.services.settings.reload()
  const { token } = closed.customer
  expect(codeOf(await test.call('get-schedule-slots', { restaurant_id: 2_000_000_000 }, { token }))).toBe(
    'STORE_UNKNOWN',
  )
})

async function offerOf({ item, customer }: Awaited<ReturnType<typeof shop>>) {
  const { body } = await test.call('get-schedule-slots', { restaurant_id: item.store_id }, { token: customer.token })
  return body.days
}

it('[GAP-13] a scheduled order must reach the minimum amount too, and is placed at that amount', async () => {
  const below = await placeFor(await shop({ minimum_order_minor: 10_001n }), slotIn(2))
  expect(below.body).toMatchObject({ success: false, error: { code: 'MINIMUM_NOT_MET' } })
  const at = await placeFor(await shop({ minimum_order_minor: 10_000n }), slotIn(2))
  expect(at.body).toMatchObject({ success: true, data: { orderstatus_id: 10 } })
})
