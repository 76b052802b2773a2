import type { Output } from '@nukkad/contract/contract.ts'
import { type Need, needs } from '@nukkad/contract/insight/needs-you.ts'
import { type TableName, tables } from '@nukkad/contract/tables/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { areas } from '#areas/areas.ts'
import { may } from '#lib/session.ts'
import { openPage, page, press } from '#test/app.tsx'
import { administrator, ownerOf, staffWith } from '#test/people.ts'
import { recorded } from '#test/recorded.ts'
import { answer, answerFile, callsOf, refuse } from '#test/server.ts'
import { needTexts } from './need-texts.ts'

type Needs = Output<'dashboard/needs-you'>
type LateOrder = NonNullable<Needs['late']>['orders'][number]

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 1000).toISOString()

function lateOrder(id: number, change: Partial<LateOrder> = {}): LateOrder {
  const unique_order_id = `OD-0000${String(id).padStart(8, '0')}`
  return { id, unique_order_id, store: 'Corner Kitchen', promised_at: minutesAgo(12), contact: null, ...change }
}

function show(change: Partial<Needs> = {}): void {
  answer('dashboard/needs-you', { success: true, late: { count: 0, orders: [] }, waiting: [], ...change })
}

beforeEach(() => {
  answer('dashboard/home', recorded('dashboard/home', { checklist: null, alarms: [] }))
  answer('dashboard/notes', { success: true, notes: [] })
})

const list = async () => within(await page().findByRole('region', { name: 'Needs you' }))
const rows = async (count: number) => {
  await expect.poll(async () => (await list()).queryAllByRole('listitem')).toHaveLength(count)
  return (await list()).getAllByRole('listitem')
}

describe('open tasks', () => {
  test('a late order shows the delay, and the phone number of the rider or store', async () => {
    const contact = { role: 'rider', name: 'Ravi Kumar', phone: '+919845000001' } as const
    show({ late: { count: 2, orders: [lateOrder(1, { contact }), lateOrder(2)] } })
    await openPage('/')
    const [first, second] = await rows(2)
    expect(first!.textContent).toContain('00000001 · Corner Kitchen')
    expect(first!.textContent).toContain('12 min late')
    const call = within(first!).getByRole('link', { name: /^Call rider ?Ravi Kumar$/ })
    expect(call.getAttribute('href')).toBe('tel:+919845000001')
    const open = within(second!).getByRole('link', { name: /^Open ?order 00000002$/ })
    expect(open.getAttribute('href')).toBe('/dashboard/orders/2')
  })

  test('further late orders link to the board', async () => {
    show({ late: { count: 3, orders: [lateOrder(1)] } })
    await openPage('/')
    const [, more] = await rows(2)
    expect(more!.textContent).toContain('2 more late orders')
    expect(within(more!).getByRole('link').getAttribute('href')).toBe('/dashboard/board?show=late')
  })

  test('each kind has one row with number, age and link to its page', async () => {
    show({
      waiting: [
        { need: 'new_orders', count: 1, since: minutesAgo(4) },
        { need: 'refunds', count: 2, since: minutesAgo(190) },
        { need: 'full_riders', count: 1, since: null },
      ],
    })
    await openPage('/')
    const [orders, refunds, riders] = await rows(3)
    expect(orders!.textContent).toMatch(/^1 new order waits for its storefor 4 min/)
    expect(refunds!.textContent).toMatch(/^2 refunds to decidethe oldest for 3 h/)
    expect(within(refunds!).getByRole('link').getAttribute('href')).toBe('/dashboard/refunds?state=waiting')
    expect(riders!.textContent).toMatch(/^1 rider has reached the cash limitCollect cash/)
  })

  test('an empty list says so, unless an alarm is open', async () => {
    show()
    await openPage('/')
    await (await list()).findByText('All caught up.')
  })

  test('an open alarm is in the list', async () => {
    show()
    const at = { raised_at: minutesAgo(3), last_seen_at: minutesAgo(2), times_seen: 2 }
    const alarm = {
      id: 1,
      code: 'code_budget_half_spent',
      subject: 'mail',
      facts: { spent: 101, budget: 200 },
      ...at,
    } as const
    answer('dashboard/home', recorded('dashboard/home', { checklist: null, alarms: [alarm] }))
    answer('dashboard/alarms/close', { success: true })
    await openPage('/')
    const [row] = await rows(1)
    expect((await list()).queryByText('All caught up.')).toBeNull()
    await press(within(row!), 'Close alarm')
    await screen.findByText('Alarm closed')
  })

  test('a list that cannot be read shows the reason, and can be retried', async () => {
    refuse('dashboard/needs-you', 'INTERNAL')
    await openPage('/')
    const alert = within(await (await list()).findByRole('alert'))
    show({ waiting: [{ need: 'stores', count: 2, since: null }] })
    await press(alert, 'Try again')
    await (await list()).findByText('2 stores to approve')
  })
})

describe('live updates', () => {
  test('an event of an order reloads the list', async () => {
    show()
    const order = { type: 'desk-order', order_id: 7, unique_order_id: 'OD-1', status: 'placed', is_new: true }
    const stream = new TransformStream<Uint8Array, Uint8Array>()
    answerFile('/public/api/events', () => new Response(stream.readable))
    await openPage('/')
    await (await list()).findByText('All caught up.')
    const before = callsOf('dashboard/needs-you').length
    show({ waiting: [{ need: 'new_orders', count: 1, since: minutesAgo(0) }] })
    const event = `id: 1\ndata: ${JSON.stringify(order)}\n\n`
    await stream.writable.getWriter().write(new TextEncoder().encode(event))
    await (await list()).findByText('1 new order waits for its store')
    expect(callsOf('dashboard/needs-you').length).toBeGreaterThan(before)
  })

  test('a person who may not see orders has no stream', async () => {
    show({ late: null })
    let streams = 0
    answerFile('/public/api/events', () => {
      streams += 1
      return new Promise<Response>(() => {})
    })
    await openPage('/', staffWith('coupons_manage'))
    await (await list()).findByText('All caught up.')
    expect(streams).toBe(0)
  })

  test('an owner receives events of orders', async () => {
    show()
    let streams = 0
    answerFile('/public/api/events', () => {
      streams += 1
      return new Promise<Response>(() => {})
    })
    await openPage('/', ownerOf('Sagar Tiffins'))
    await expect.poll(() => streams).toBe(1)
  })
})

const pages = areas.flatMap((area) => area.pages)

test.each(Object.keys(needs) as Need[])('%s links to a page that the person may open, with its filter', (need) => {
  const { to, search = {} } = needTexts[need]
  const target = pages.find(({ path }) => path === to)!
  const access: { permissions: readonly (typeof needs)[Need]['permissions'][number][]; ownersToo?: true } = needs[need]
  expect(may(staffWith(...access.permissions), target)).toBe(true)
  if (access.ownersToo) expect(may(ownerOf(), target)).toBe(true)
  expect(may(administrator, target)).toBe(true)
  const table = tablesOf[to]
  for (const [name, value] of Object.entries(search)) {
    const filter = tables[table!].filters[name as never] as { kind: string; labels?: object }
    const known = filter.kind === 'flag' ? ['yes', 'no'] : Object.keys(filter.labels!)
    expect(known).toEqual(expect.arrayContaining(value.split(',')))
  }
})

const tablesOf: Record<string, TableName> = {
  '/cases': 'cases',
  '/refunds': 'refunds',
  '/payment-approvals': 'payment_approvals',
  '/wallet-corrections': 'wallet_adjustments',
  '/commission-approvals': 'commission_approvals',
  '/payouts': 'payouts',
  '/store-debts/payments': 'store_settlements',
  '/rider-cash/requests': 'cash_requests',
  '/stores': 'stores',
  '/reviews': 'reviews',
  '/data-requests': 'data_requests',
  '/disputes': 'disputes',
}
