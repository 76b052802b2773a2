import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BoardOrder } from '#features/ordering/order-admin/order-texts.ts'
import { counterStageOf, isInStage } from '#features/ordering/order-admin/stages.ts'
import { openPage, page, person, press } from '#test/app.tsx'
import { employeeAs, ownerOf } from '#test/people.ts'
import { changed, type Part, recorded } from '#test/recorded.ts'
import { inSalons, showDiary } from '#test/salon.ts'
import { answer, callsOf, inputsOf } from '#test/server.ts'

const [recordedOrder] = recorded('dashboard/orders/board').orders as [BoardOrder]
const board = { success: true as const, has_more: false, late_after_minutes: { rider: 10, store: 10 } }

function order(id: number, change: Part<BoardOrder> = {}): BoardOrder {
  const unique_order_id = `OD-0000${String(id).padStart(8, '0')}`
  const since = new Date().toISOString()
  const store = { id: 1, name: 'Sagar Tiffins' }
  const plain: BoardOrder = changed(recordedOrder, {
    id,
    unique_order_id,
    comment: null,
    since,
    promised_at: null,
    store,
  })
  return changed<BoardOrder>(plain, change)
}

const own = recorded('store-owner/get-store', { id: 1, name: 'Sagar Tiffins', is_active: 1, is_accepted: 1 })
const end = '2099-11-26T15:35:00.000Z'
const numbers = (change: object = {}) =>
  recorded('store-owner/dashboard', { store: { id: 1, currency: 'INR' }, ...change })

beforeEach(() => {
  answer('store-owner/get-cancel-reasons-for-restaurant', [])
  answer('store-owner/get-store', own)
  answer('dashboard/orders/board', { ...board, orders: [] })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const tab = (name: RegExp) => page().getByRole('button', { name })

describe('the stages', () => {
  test('contain every open order of a store, except those whose payment is pending', () => {
    const stage = (change: Part<BoardOrder>) => counterStageOf(order(1, change))
    expect(stage({ status: 'placed' })).toBe('new')
    expect(stage({ status: 'scheduled' })).toBe('new')
    expect(stage({ status: 'schedule_confirmed' })).toBe('later')
    expect(stage({ status: 'accepted', delivery_type: 1 })).toBe('preparing')
    expect(stage({ status: 'assigned' })).toBe('preparing')
    expect(stage({ status: 'ready' })).toBe('ready')
    expect(stage({ status: 'picked_up' })).toBe('onTheWay')
    expect(stage({ status: 'awaiting_payment' })).toBeUndefined()
  })

  test('the stages of the board on a phone contain each order once, and late ones also in the late stage', () => {
    const now = Date.parse('2026-11-26T12:00:00Z')
    const late = order(1, { status: 'assigned', promised_at: '2026-11-26T11:30:00Z' })
    const stagesOf = (one: BoardOrder) =>
      (['new', 'preparing', 'onTheWay', 'late', 'later'] as const).filter((stage) => isInStage(one, stage, now))
    expect(stagesOf(late)).toEqual(['preparing', 'late'])
    expect(stagesOf(order(2, { status: 'awaiting_payment' }))).toEqual(['later'])
    expect(stagesOf(order(4, { status: 'schedule_confirmed' }))).toEqual(['later'])
    expect(stagesOf(order(5, { status: 'scheduled' }))).toEqual(['new'])
    expect(stagesOf(order(3, { status: 'picked_up' }))).toEqual(['onTheWay'])
  })
})

describe('orders at the counter', () => {
  test('begin with the new ones, and are accepted with the minutes', async () => {
    answer('dashboard/orders/board', {
      ...board,
      orders: [order(1, { status: 'placed' }), order(2, { status: 'ready', delivery_type: 2 })],
    })
    answer('store-owner/accept-order', recorded('store-owner/accept-order'))
    await openPage('/counter', ownerOf())
    const card = within(await page().findByRole('article', { name: 'Order 00000001' }))
    expect(page().getAllByRole('article')).toHaveLength(1)
    await person.selectOptions(card.getByLabelText('Minutes to prepare'), '30 min')
    await press(card, 'Accept')
    await screen.findByText('Order 00000001 is accepted')
    expect(inputsOf('store-owner/accept-order')).toEqual([{ store_id: 1, order_id: 1, order_prep_time: 30 }])
    await person.click(tab(/Ready/))
    const ready = within(await page().findByRole('article', { name: 'Order 00000002' }))
    expect(ready.getByRole('button', { name: 'Hand over' })).toBeTruthy()
  })

  test('say if a stage is empty', async () => {
    await openPage('/counter', ownerOf())
    await page().findByText(/^No new orders/)
    await person.click(tab(/On the way/))
    expect(page().getByText('No order is on the way.')).toBeTruthy()
  })
})

describe('the sound at the counter', () => {
  // The test DOM plays no sound, so the test replaces the browser's audio.
  class Sound {
    currentTime = 0
    destination = {}
    resume = async () => {}
    close = async () => {}
    createOscillator = () => ({ frequency: {}, connect: <Node,>(node: Node) => node, start() {}, stop() {} })
    createGain = () => ({
      gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
      connect: <Node,>(node: Node) => node,
    })
  }

  test('is off until it is turned on, and the screen shows this', async () => {
    vi.stubGlobal('AudioContext', Sound)
    await openPage('/counter', ownerOf())
    await page().findByText('No new orders.')
    page().getByText('Sound is off. New orders arrive silently.')
    await press(page(), 'Turn sound on')
    await page().findByText('No new orders. A sound plays when an order arrives.')
    expect(page().queryByText(/Sound is off/)).toBeNull()
    await press(page(), 'Turn sound off')
    await page().findByText('No new orders.')
  })
})

describe('a pause', () => {
  test('begins with one press, shows its end and ends with another', async () => {
    answer('store-owner/pause-store', () => {
      answer('store-owner/get-store', { ...own, is_active: 0, paused_until: end })
      return { success: true, status: 0, paused_until: end }
    })
    await openPage('/counter', ownerOf())
    await press(page(), 'Pause for 20 minutes')
    await page().findByText(/^Paused until/)
    answer('store-owner/pause-store', () => {
      answer('store-owner/get-store', own)
      return { success: true, status: 1, paused_until: null }
    })
    await press(page(), 'Open now')
    await page().findByText('Takes orders')
    expect(inputsOf('store-owner/pause-store')).toEqual([
      { store_id: 1, minutes: 20 },
      { store_id: 1, minutes: 0 },
    ])
  })

  test('the pause of one of several stores is chosen by the name of the store', async () => {
    answer('store-owner/get-store', (input) => ({ ...own, id: Number(input.store_id) }))
    await openPage('/counter', ownerOf('Sagar Tiffins', 'Corner Tea'))
    await person.click(page().getByText('Pause a store'))
    expect(await page().findAllByRole('button', { name: 'Pause for 20 minutes' })).toHaveLength(2)
  })

  test('is not offered to a cook', async () => {
    await openPage('/counter', employeeAs('kitchen'))
    await page().findByText(/^No new orders/)
    expect(callsOf('store-owner/get-store')).toHaveLength(0)
  })
})

describe('the menu at the counter', () => {
  test('finds an item by a part of its name and takes it out of stock', async () => {
    const menu = recorded('store-owner/get-menu-with-details')
    const [category] = menu.categories as [(typeof menu.categories)[number]]
    const [item] = category.items as [(typeof category.items)[number]]
    const items = ['Masala Dosa', 'Filter Coffee'].map((name, index) => ({
      ...item,
      id: index + 1,
      name,
      is_active: 1 as const,
    }))
    answer('store-owner/get-menu-with-details', { ...menu, categories: [{ ...category, items }] })
    answer('store-owner/toggle-item-status', { success: true, status: 0 })
    await openPage('/counter/menu', ownerOf())
    await person.type(await page().findByLabelText('Search the menu'), 'coff')
    expect(page().queryByText('Masala Dosa')).toBeNull()
    await person.click(page().getByLabelText('Filter Coffee is in stock'))
    await screen.findByText('Filter Coffee is out of stock')
    expect(inputsOf('store-owner/toggle-item-status')).toEqual([{ store_id: 1, item_id: 2 }])
  })
})

describe('the money at the counter', () => {
  test('shows an owner today’s sales and the amount to be paid out', async () => {
    answer('store-owner/dashboard', numbers({ todayEarning: '1,234.50', todayOrdersCount: 7 }))
    answer('store-owner/get-earnings', recorded('store-owner/get-earnings', { restaurant: { id: 1 } }))
    await openPage('/counter/money', ownerOf())
    expect((await page().findByText(/1,234\.50/)).textContent).toContain('₹')
    expect(page().getByText(/7 orders came in/)).toBeTruthy()
    await page().findByText('To be paid out')
  })

  test('begins with the sum of all stores of an owner, and a press shows one', async () => {
    answer('store-owner/get-earnings', (input) =>
      recorded('store-owner/get-earnings', { restaurant: { id: Number(input.store_id) } }),
    )
    answer('store-owner/dashboard', (input) => {
      const id = Number(input.store_id)
      return numbers({
        store: { id, currency: 'INR' },
        todayEarning: id === 1 ? '1,200.50' : '800.00',
        todayOrdersCount: id,
      })
    })
    await openPage('/counter/money', ownerOf('Sagar Tiffins', 'Corner Tea'))
    const today = within(await page().findByRole('region', { name: 'Today, all stores' }))
    expect(today.getByText(/2,000\.50/)).toBeTruthy()
    expect(today.getByText(/3 orders came in/)).toBeTruthy()
    await press(page(), /Corner Tea/)
    expect((await page().findByText(/^₹.*800/)).textContent).not.toContain('2,000')
  })
})

describe('the bar at the bottom', () => {
  const bar = () => within(screen.getByRole('navigation', { name: 'Counter' }))
  const names = () => [...bar().getAllByRole('link'), ...bar().getAllByRole('button')].map((one) => one.textContent)

  test('links an owner to orders, menu and money, and opens the menu with all other pages', async () => {
    await openPage('/counter', ownerOf())
    expect(names()).toEqual(['Orders', 'Menu', 'Money', 'More'])
    await press(bar(), 'More')
    expect(await screen.findByRole('dialog', { name: 'Menu' })).toBeTruthy()
  })

  const withSalon = () => {
    const owner = ownerOf('Sagar Tiffins', 'Roop Studio')
    return { ...owner, stores: owner.stores.map((one, index) => ({ ...one, is_salon: index === 1 })) }
  }

  test('links an owner with a salon also to the visits', async () => {
    await openPage('/counter', withSalon())
    expect(names()).toEqual(['Orders', 'Visits', 'Menu', 'Money', 'More'])
  })

  test('begins with the visits if all stores are salons', async () => {
    showDiary()
    await openPage('/visits?store=1', inSalons(ownerOf()))
    expect(names()).toEqual(['Visits', 'Orders', 'Menu', 'Money', 'More'])
    expect(bar().getByRole('link', { name: 'Visits' }).getAttribute('aria-current')).toBe('page')
  })

  test('links a manager to orders, menu and money, like an owner', async () => {
    await openPage('/counter', employeeAs('manager'))
    expect(names()).toEqual(['Orders', 'Menu', 'Money', 'More'])
    await page().findByRole('button', { name: 'Pause for 20 minutes' })
  })

  test('links a cashier only to orders', async () => {
    await openPage('/counter', employeeAs('cashier'))
    expect(names()).toEqual(['Orders', 'More'])
  })
})
