import type { Output } from '@nukkad/contract/contract.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { today } from '#lib/format.ts'
import { dialog, openApp, openPage, page, person, press, signIn } from '#test/app.tsx'
import { administrator, employeeAs, ownerOf, staffWith } from '#test/people.ts'
import { changed, type Part, recorded } from '#test/recorded.ts'
import { answer, answerFile, answerTable, callsOf, hold, inputsOf, queriesOf, refuse } from '#test/server.ts'

type BoardOrder = Output<'dashboard/orders/board'>['orders'][number]
type OrderPlaces = Output<'dashboard/orders/places'>['orders'][number]

const [recordedOrder] = recorded('dashboard/orders/board').orders as [BoardOrder]
const board = { success: true as const, has_more: false, late_after_minutes: { rider: 10, store: 10 } }
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

function order(id: number, change: Part<BoardOrder> = {}): BoardOrder {
  const unique_order_id = `OD-0000${String(id).padStart(8, '0')}`
  return changed(recordedOrder, { id, unique_order_id, comment: null, since: minutesAgo(1), ...change })
}

function showBoard(...orders: BoardOrder[]): void {
  answer('dashboard/orders/board', { ...board, orders })
}

beforeEach(() => {
  answer('dashboard/orders/places', { success: true, orders: [] })
  answer('get-settings', [])
  answer('store-owner/get-cancel-reasons-for-restaurant', [
    { id: 1, cancel_reason: 'Something in the order is sold out' },
    { id: 2, cancel_reason: 'The kitchen is closed' },
  ])
})

const column = (title: string) => within(page().getByRole('region', { name: title }))
const card = async (id: number) => within(await page().findByRole('article', { name: `Order 0000000${id}` }))
const buttonsOf = (place: Awaited<ReturnType<typeof card>>) =>
  place.queryAllByRole('button').map((button) => button.textContent)

describe('the columns', () => {
  test('[U-19] contain each order by its next step, and count the orders', async () => {
    showBoard(
      order(1, { status: 'placed' }),
      order(2, { status: 'accepted', delivery_type: 2 }),
      order(3, { status: 'accepted', delivery_type: 1 }),
      order(4, { status: 'picked_up', rider: 'Ravi' }),
      order(5, { status: 'scheduled', scheduled_for: '2099-11-21T14:30:00.000Z' }),
      order(6, { status: 'awaiting_payment' }),
      order(7, { status: 'ready', delivery_type: 2 }),
      order(8, { status: 'schedule_confirmed', scheduled_for: '2099-11-21T14:30:00.000Z' }),
    )
    await openPage('/board')
    await card(1)
    const held = (title: string) =>
      column(title)
        .getAllByRole('article')
        .map((one) => one.getAttribute('aria-label'))
    expect(held('New')).toEqual(['Order 00000001', 'Order 00000005'])
    expect(held('Preparing')).toEqual(['Order 00000002'])
    expect(held('Ready or waiting for a rider')).toEqual(['Order 00000003', 'Order 00000007'])
    expect(held('On the way')).toEqual(['Order 00000004'])
    expect(held('Scheduled')).toEqual(['Order 00000008'])
    expect(held('Payment pending')).toEqual(['Order 00000006'])
    expect(column('Ready or waiting for a rider').getByRole('heading').textContent).toMatch(/2$/)
    expect(page().getByRole('region', { name: 'New' }).dataset.folded).toBeUndefined()
  })

  test('[U-19] say if they are empty, but not before the orders are read', async () => {
    showBoard()
    const release = hold('dashboard/orders/board')
    await openPage('/board')
    expect(column('New').queryByText('No new orders.')).toBeNull()
    release()
    await column('New').findByText('No new orders.')
    await column('On the way').findByText('No order is on the way.')
    expect(page().getByRole('region', { name: 'On the way' }).dataset.folded).toBe('')
  })

  test('[U-19] columns that cannot be read show the reason, and can be retried', async () => {
    refuse('dashboard/orders/board', 'INTERNAL')
    await openPage('/board')
    const alert = within(await page().findByRole('alert'))
    showBoard(order(1))
    await press(alert, 'Try again')
    await card(1)
  })

  test('[U-19] say that there are more open orders than are shown', async () => {
    answer('dashboard/orders/board', { ...board, orders: [order(1)], has_more: true })
    await openPage('/board')
    await page().findByText('The board does not show all open orders. The list of orders has all open orders.')
  })
})

describe('the map', () => {
  const spot = (latitude: number) => ({ latitude, longitude: 77.6 })
  const place = (id: number, change: Part<OrderPlaces> = {}): OrderPlaces => ({
    id,
    store: spot(12.93),
    customer: spot(12.94),
    rider: null,
    ...(change as Partial<OrderPlaces>),
  })
  const map = () => within(page().getByRole('region', { name: 'Map of the orders' }))
  const list = async () => within(await map().findByRole('list', { name: 'Orders on the map' }))

  beforeEach(() => {
    showBoard(
      order(1, { status: 'picked_up', promised_at: minutesAgo(12), rider: 'Ravi' }),
      order(2, { status: 'placed', delivery_type: 2 }),
    )
    const rider = { id: 9, name: 'Ravi', at: spot(12.935), positioned_at: minutesAgo(1) }
    answer('dashboard/orders/places', { success: true, orders: [place(1, { rider }), place(2, { customer: null })] })
    answer('dashboard/orders/show', ({ order_id }) =>
      recorded('dashboard/orders/show', { order: { id: Number(order_id), unique_order_id: 'OD-000000000001' } }),
    )
  })

  test('[U-19] lists its orders with state and minutes late, and a row or a mark opens the order', async () => {
    await openPage('/board')
    const rows = (await list()).getAllByRole('button').map((row) => row.textContent)
    expect(rows).toEqual([
      '00000001On the way · 12 min lateCorner Kitchen → Asha Menon',
      '00000002NewCorner Kitchen → Asha Menon, self-pickup',
    ])
    await press(await list(), /^00000001/)
    await dialog('Order 00000001')
    await person.keyboard('{Escape}')
    await press(map(), 'Order 00000002: New')
    await expect.poll(() => inputsOf('dashboard/orders/show')).toEqual([{ order_id: 1 }, { order_id: 2 }])
  })

  test('[U-19] shows only late orders if that is chosen', async () => {
    await openPage('/board?show=late')
    expect((await list()).getAllByRole('button')).toHaveLength(1)
  })

  test('[U-19] can be folded, which this browser stores', async () => {
    await openPage('/board')
    await list()
    await press(map(), 'Map')
    expect(map().queryByRole('list')).toBeNull()
    expect(localStorage.getItem('dashboardBoardMap')).toBe('folded')
  })

  test('[U-19] is not read while it is folded', async () => {
    localStorage.setItem('dashboardBoardMap', 'folded')
    await openPage('/board')
    await card(1)
    expect(callsOf('dashboard/orders/places')).toEqual([])
    await press(map(), 'Map')
    await list()
    expect(localStorage.getItem('dashboardBoardMap')).toBe('open')
  })

  test('[U-19] a map that cannot be read shows the reason, and can be retried', async () => {
    refuse('dashboard/orders/places', 'INTERNAL')
    await openPage('/board')
    const alert = within(await map().findByRole('alert'))
    answer('dashboard/orders/places', { success: true, orders: [place(1)] })
    await press(alert, 'Try again')
    expect((await list()).getAllByRole('button')).toHaveLength(1)
  })

  test('[U-19] is shown to cashiers of a store', async () => {
    await openPage('/board', employeeAs('cashier'))
    await list()
  })

  test('[U-19] is not shown to the kitchen role', async () => {
    await openPage('/board', employeeAs('kitchen'))
    await card(1)
    expect(page().queryByRole('region', { name: 'Map of the orders' })).toBeNull()
  })
})

describe('a card', () => {
  test('[U-19] shows store, customer, items, comment and price, and links to the order', async () => {
    const items = ['Dosa', 'Idli', 'Vada', 'Upma', 'Chai', 'Lassi'].map((name, index) => ({
      name,
      quantity: index + 1,
    }))
    showBoard(order(1, { items, comment: 'no onions', total: '1250.00', payment_mode: 'COD' }))
    await openPage('/board')
    const shown = await card(1)
    shown.getByText('Corner Kitchen · Asha Menon')
    shown.getByText('no onions')
    shown.getByText('₹1,250.00')
    shown.getByText('Cash')
    expect(shown.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '1 ×Dosa',
      '2 ×Idli',
      '3 ×Vada',
      '4 ×Upma',
      'and 2 more',
    ])
    expect(shown.getByRole('link', { name: '00000001' }).getAttribute('href')).toBe('/dashboard/orders/1')
  })

  test('[U-19] shows how long the order has waited, and how late it is', async () => {
    showBoard(
      order(1, { status: 'accepted', since: minutesAgo(7), promised_at: minutesAgo(12) }),
      order(2, { status: 'ready', delivery_type: 2, since: minutesAgo(3), promised_at: minutesAgo(12) }),
    )
    await openPage('/board')
    const late = await card(1)
    late.getByText('7 min')
    late.getByText('12 min late')
    expect((await card(2)).queryByText(/late/)).toBeNull()
    expect(page().getAllByRole('status')[0]!.textContent).toMatch(/1 is late\.$/)
  })
})

describe('late orders', () => {
  test('[U-19] can be shown alone, most delayed first', async () => {
    showBoard(
      order(1, { status: 'placed' }),
      order(2, { status: 'assigned', promised_at: minutesAgo(5) }),
      order(3, { status: 'assigned', promised_at: minutesAgo(25) }),
    )
    await openPage('/board')
    await card(1)
    await person.click(page().getByRole('link', { name: /^Late ?2$/ }))
    await expect.poll(() => page().queryByRole('article', { name: 'Order 00000001' })).toBeNull()
    expect(
      page()
        .getAllByRole('article')
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['Order 00000003', 'Order 00000002'])
    expect(page().getByRole('link', { name: /^Late/ }).getAttribute('aria-current')).toBe('page')
    await person.click(page().getByRole('link', { name: /^Live/ }))
    await card(1)
  })

  test('[U-19] have a URL, to which other pages can link', async () => {
    showBoard(order(1, { status: 'placed' }), order(2, { status: 'assigned', promised_at: minutesAgo(5) }))
    await openPage('/board?show=late')
    await card(2)
    expect(page().queryByRole('article', { name: 'Order 00000001' })).toBeNull()
    expect(page().getByRole('link', { name: /^Live/ }).getAttribute('aria-current')).toBeNull()
  })
})

describe('the views of orders', () => {
  test('[U-19] link from the board to the list, for today or for all time', async () => {
    showBoard()
    answerTable('orders', [])
    await openPage('/board')
    expect(page().getByRole('link', { name: /^Live/ }).getAttribute('aria-current')).toBe('page')
    await person.click(page().getByRole('link', { name: 'Today' }))
    await page().findByRole('heading', { level: 1, name: 'Orders' })
    await expect
      .poll(() => queriesOf('orders').at(-1))
      .toMatchObject({ filters: { placed_at: `${today()}..${today()}` } })
    expect(page().getByRole('link', { name: 'Today' }).getAttribute('aria-current')).toBe('page')
    await person.click(page().getByRole('link', { name: 'All' }))
    await expect.poll(() => queriesOf('orders').at(-1)).toMatchObject({ filters: {} })
    expect(page().getByRole('link', { name: 'All' }).getAttribute('aria-current')).toBe('page')
  })

  test('[U-19] open on the live orders from the side bar, with the counts of the board', async () => {
    showBoard(order(1), order(2, { status: 'assigned', promised_at: minutesAgo(5) }))
    answerTable('orders', [])
    await openPage('/board')
    await person.click(screen.getByRole('link', { name: 'Orders' }))
    const live = await page().findByRole('link', { name: /^Live ?2$/ })
    expect(live.getAttribute('aria-current')).toBe('page')
    expect(queriesOf('orders').at(-1)).toMatchObject({ filters: { progress: 'live' } })
    await person.click(page().getByRole('link', { name: /^Late ?1$/ }))
    await expect.poll(() => queriesOf('orders').at(-1)).toMatchObject({ filters: { progress: 'late' } })
    await page().findByRole('heading', { level: 1, name: 'Orders' })
  })
})

describe('orders of several stores', () => {
  const sweets = { id: 2, name: 'Sagar Sweets' }
  const orders = [order(1, { status: 'placed', store: sweets }), order(2, { status: 'assigned' })]

  test('[U-19] can be filtered here by staff; a ringing order of another store is announced', async () => {
    showBoard(...orders)
    await openPage('/board')
    await card(1)
    await person.selectOptions(page().getByLabelText('Store'), 'Corner Kitchen')
    expect(page().queryByRole('article', { name: 'Order 00000001' })).toBeNull()
    const alert = within(page().getByRole('alert'))
    alert.getByText(/^One order waits/)
    await press(alert, 'Show all stores')
    await card(1)
    expect((page().getByLabelText('Store') as HTMLSelectElement).value).toBe('')
  })

  test('[U-19] orders are filtered by owners in the top bar', async () => {
    showBoard(...orders)
    const owner = ownerOf('Corner Kitchen', 'Sagar Sweets')
    localStorage.setItem(`dashboardStore:${owner.id}`, '1')
    await openPage('/board', owner)
    await card(2)
    expect(page().queryByRole('article', { name: 'Order 00000001' })).toBeNull()
    expect(page().queryByLabelText('Store')).toBeNull()
    await press(page(), 'Show all stores')
    await card(1)
    expect(localStorage.getItem(`dashboardStore:${owner.id}`)).toBeNull()
  })
})

describe('actions', () => {
  test.each([
    ['placed', 1, ['Accept', 'Reject']],
    ['scheduled', 1, ['Confirm', 'Reject']],
    ['schedule_confirmed', 1, ['Accept']],
    ['accepted', 1, ['Assign a rider']],
    ['accepted', 2, ['Ready']],
    ['ready', 2, ['Collected']],
    ['assigned', 1, []],
    ['picked_up', 1, []],
    ['awaiting_payment', 1, []],
  ] as const)(
    '[U-19] the actions of an order that is %s, of type %i, are %s',
    async (status, delivery_type, buttons) => {
      showBoard(order(1, { status, delivery_type }))
      await openPage('/board')
      expect(buttonsOf(await card(1)).filter((text) => !/sold out|closed/.test(text ?? ''))).toEqual(buttons)
    },
  )

  test('[U-19] actions are hidden from staff without the permission', async () => {
    showBoard(order(1, { status: 'accepted' }))
    await openPage('/board', staffWith('order_view'))
    expect(buttonsOf(await card(1))).toEqual([])
  })

  test('[U-19] owners assign no rider', async () => {
    showBoard(order(1, { status: 'accepted' }))
    await openPage('/board', ownerOf())
    expect(buttonsOf(await card(1))).toEqual([])
  })

  test('[U-19] accepting sends the minutes, which this browser stores', async () => {
    showBoard(order(1, { status: 'placed' }))
    answer('store-owner/accept-order', recorded('store-owner/accept-order'))
    await openPage('/board', ownerOf())
    const shown = await card(1)
    expect((shown.getByLabelText('Minutes to prepare') as HTMLSelectElement).value).toBe('20')
    await person.selectOptions(shown.getByLabelText('Minutes to prepare'), '45 min')
    showBoard(order(1, { status: 'accepted', delivery_type: 2 }))
    await press(shown, 'Accept')
    await screen.findByText('Order 00000001 is accepted')
    expect(inputsOf('store-owner/accept-order')).toEqual([{ store_id: 1, order_id: 1, order_prep_time: 45 }])
    await column('Preparing').findByRole('article', { name: 'Order 00000001' })
    expect(localStorage.getItem('dashboardPrepMinutes')).toBe('45')
  })

  test('[U-19] a press is sent once, with its key', async () => {
    showBoard(order(1, { status: 'scheduled' }))
    answer('store-owner/confirm-scheduled-order', recorded('store-owner/confirm-scheduled-order'))
    const release = hold('store-owner/confirm-scheduled-order')
    await openPage('/board', ownerOf())
    const shown = await card(1)
    await press(shown, 'Confirm')
    await person.click(shown.getByRole('button', { name: 'Confirm' }))
    release()
    await screen.findByText('The order for later is confirmed')
    expect(callsOf('store-owner/confirm-scheduled-order')).toHaveLength(1)
    expect(callsOf('store-owner/confirm-scheduled-order')[0]!.key).not.toBeNull()
  })

  test('[U-19] an action that is too late shows the reason, and the board is reloaded', async () => {
    showBoard(order(1, { status: 'ready', delivery_type: 2 }))
    refuse('store-owner/mark-selfpickup-order-completed', 'TRANSITION_REFUSED')
    await openPage('/board', ownerOf())
    showBoard()
    await press(await card(1), 'Collected')
    await expect.poll(() => screen.getAllByRole('status').at(-1)?.textContent).toMatch(/\w/)
    await column('Ready or waiting for a rider').findByText('No order is ready or waits for a rider.')
  })

  test('[U-19] a rejection sends its reason', async () => {
    showBoard(order(1, { status: 'placed' }))
    answer('store-owner/cancel-order', recorded('store-owner/cancel-order'))
    await openPage('/board', ownerOf())
    const shown = await card(1)
    await press(shown, 'Reject')
    await person.click(await screen.findByRole('menuitem', { name: 'The kitchen is closed' }))
    await screen.findByText('The order is rejected')
    expect(inputsOf('store-owner/cancel-order')).toEqual([
      { store_id: 1, order_id: 1, cancel_reason: 'The kitchen is closed' },
    ])
  })

  test('[U-19] riders are listed with load and distance, and a full one cannot be chosen', async () => {
    const [rider] = recorded('dashboard/orders/riders').riders as [Output<'dashboard/orders/riders'>['riders'][number]]
    answer('dashboard/orders/riders', {
      success: true,
      riders: [
        changed(rider, {
          id: 14,
          name: 'Ravi',
          is_full: false,
          is_of_store: true,
          distance_km: 1.2,
          open_orders: 0,
          max_open_orders: 2,
        }),
        changed(rider, { id: 15, name: 'Imran', is_of_store: false, is_full: true, distance_km: null }),
      ],
    })
    answer('dashboard/orders/assign-rider', { success: true })
    showBoard(order(1, { status: 'accepted' }))
    await openPage('/board')
    await press(await card(1), 'Assign a rider')
    const panel = await dialog('Assign a rider')
    await panel.findByText(/Of this store · 0 of 2 orders · 1.2 km away/)
    panel.getByText(/Of other stores · .* · position unknown/)
    expect(panel.queryByRole('button', { name: 'Assign Imran' })).toBeNull()
    await press(panel, 'Assign Ravi')
    await screen.findByText('The rider has the order now')
    expect(inputsOf('dashboard/orders/riders')[0]).toEqual({ order_id: 1 })
    expect(inputsOf('dashboard/orders/assign-rider')).toEqual([{ order_id: 1, rider_id: 14 }])
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Assign a rider' })).toBeNull()
  })
})

describe('live updates', () => {
  /** Returns a response with a stream of server-sent events to which the test writes. */
  function streamEvents() {
    let send: (text: string) => void = () => {}
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = (text) => controller.enqueue(new TextEncoder().encode(text))
      },
    })
    answerFile('/public/api/events', () => new Response(body))
    return (text: string) => send(text)
  }

  test('[U-19] the board is reloaded with each event, and shows whether the stream is connected', async () => {
    const send = streamEvents()
    showBoard()
    await openPage('/board')
    await column('New').findByText('No new orders.')
    await page().findByText('Live updates.')
    showBoard(order(1, { status: 'placed' }))
    send('id: 7\ndata: {"type":"desk-order","order_id":1,')
    send('"status":"placed"}\n\n')
    await card(1)
    expect(page().getAllByRole('status')[0]!.textContent).toBe('Live updates. 1 new order.')
  })

  test('[U-19] a new order changes the title of the tab until it is handled', async () => {
    showBoard(order(1, { status: 'placed' }), order(2, { status: 'scheduled' }))
    await openPage('/board')
    await card(1)
    await expect.poll(() => document.title).toBe('● 2 new orders')
  })

  test('[U-19] a session is renewed before it expires', async () => {
    showBoard()
    answer('dashboard/setup-state', { needs_setup: false })
    signIn(administrator, 4.5 * 60_000)
    openApp('/board')
    const alert = within(await screen.findByRole('alert'))
    alert.getByText(/^Your session ends in 5 minutes/)
    await press(alert, 'Sign in again')
    await screen.findByText('Your session has ended. Sign in to continue where you left off.')
  })

  test('[U-19] a lost stream is reopened from its last event; while it is lost, the board says so', async () => {
    let ids: (string | null)[] = []
    const lost = () => {
      ids = [...ids, 'asked']
      return new Response('', { status: 503 })
    }
    answerFile('/public/api/events', lost)
    showBoard()
    await openPage('/board')
    await page().findByText('Reconnecting. Refreshing every 15 s.')
    await expect.poll(() => ids.length, { timeout: 4000 }).toBeGreaterThan(1)
  })
})
