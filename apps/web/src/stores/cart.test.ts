import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { installBrowser } from '../test/browser.ts'
import type * as CartStore from './cart.ts'

let entries: Map<string, string>
let cart: typeof CartStore

beforeEach(async () => {
  vi.useFakeTimers()
  await open()
})
afterEach(() => vi.useRealTimers())

/** Loads the store in the way that a start of the app with these stored entries does. */
async function open(stored: Record<string, string> = {}) {
  vi.resetModules()
  entries = installBrowser(stored)
  cart = await import('./cart.ts')
}

function item(id: number, storeId = 1, price = '100.00'): CartStore.CartItem {
  return {
    id,
    restaurant_id: storeId,
    name: `Item ${id}`,
    price,
    image: null,
    is_active: 1,
    currency: 'INR',
    hasAddons: false,
    storeName: `Store ${storeId}`,
  }
}

const lines = () => cart.useCart.getState().lines
const coupon: CartStore.CouponState = { hideMessage: false, coupon_error: '', code: 'SAVE10', appliedAmount: '10.00' }

describe('lines', () => {
  test('[E-01] a stored line has the specified keys', () => {
    cart.addToCart(item(7))
    vi.advanceTimersByTime(100)
    const [line] = JSON.parse(entries.get('cart') ?? '[]')
    expect(line).toMatchObject({
      id: 7,
      restaurant_id: 1,
      name: 'Item 7',
      price: '100.00',
      quantity: 1,
      selectedaddons: [],
    })
  })

  test('[E-15][R-16] totals are updated 100 ms after a change, once for several quick changes', () => {
    const totals: number[] = []
    cart.useCart.subscribe(({ total }, before) => {
      if (total !== before.total) totals.push(total.totalPrice)
    })
    cart.addToCart(item(7))
    cart.addToCart(item(7))
    vi.advanceTimersByTime(99)
    expect(totals).toEqual([])
    vi.advanceTimersByTime(1)
    expect(totals).toEqual([200])
  })

  test('[E-02][S-02] the total has productQuantity and totalPrice', () => {
    cart.addToCart(item(7))
    cart.addToCart(item(8, 1, '50.00'))
    vi.advanceTimersByTime(100)
    expect(JSON.parse(entries.get('total') ?? '')).toEqual({ productQuantity: 2, totalPrice: 150 })
  })

  test('[E-19][S-01] a reload restores the lines and the total', async () => {
    cart.addToCart(item(7))
    cart.addToCart(item(8))
    vi.advanceTimersByTime(100)
    await open(Object.fromEntries(entries))
    expect(lines().map(({ id }) => id)).toEqual([7, 8])
    expect(cart.useCart.getState().total.totalPrice).toBe(200)
  })

  test('[E-19] a corrupt cart starts empty', async () => {
    await open({ cart: '[{"id":7}]', total: 'nonsense' })
    expect(lines()).toEqual([])
  })

  test('[E-13] an empty cart clears the active store', () => {
    cart.addToCart(item(7))
    expect(entries.get('activeRestaurant')).toBe('1')
    cart.removeFromCart(item(7))
    expect(lines()).toEqual([])
    expect(entries.has('activeRestaurant')).toBe(false)
  })
})

describe('an item of another store', () => {
  test("[E-06] waits for the person's answer and leaves the cart unchanged", () => {
    cart.addToCart(item(7))
    expect(cart.addToCart(item(9, 2))).toBe(false)
    expect(cart.useCart.getState().replacement?.id).toBe(9)
    expect(lines().map(({ id }) => id)).toEqual([7])
  })

  test('[E-08] Yes empties cart and coupon and adds it', () => {
    cart.addToCart(item(7))
    cart.setCoupon(coupon)
    cart.addToCart(item(9, 2))
    cart.answerReplacement(true)
    expect(lines().map(({ id, quantity }) => [id, quantity])).toEqual([[9, 1]])
    expect(cart.useCart.getState().coupon).toEqual({ hideMessage: true, coupon_error: '' })
  })

  test('[E-09] No closes the prompt and keeps the cart', () => {
    cart.addToCart(item(7))
    cart.addToCart(item(9, 2))
    cart.answerReplacement(false)
    expect(cart.useCart.getState().replacement).toBeNull()
    expect(lines().map(({ id }) => id)).toEqual([7])
  })
})

describe('coupon', () => {
  test('[E-21] is stored with its code', () => {
    cart.setCoupon(coupon)
    expect(cart.useCart.getState().coupon).toMatchObject({
      hideMessage: false,
      coupon_error: '',
      appliedAmount: '10.00',
    })
    expect(entries.get('appliedCoupon')).toBe('SAVE10')
  })

  test('[E-24] removing it resets the payload', () => {
    cart.setCoupon(coupon)
    cart.removeCoupon()
    expect(cart.useCart.getState().coupon).toEqual({ hideMessage: true, coupon_error: '' })
    expect(entries.has('appliedCoupon')).toBe(false)
  })

  test('[GAP-26] is removed when a quantity decreases', () => {
    cart.addToCart(item(7))
    cart.addToCart(item(7))
    cart.setCoupon(coupon)
    cart.removeFromCart(item(7))
    expect(cart.useCart.getState().coupon.code).toBeUndefined()
  })
})

describe('[GAP-28] availability', () => {
  test('prices and flags are updated, and items missing from the answer are no longer sold', () => {
    cart.addToCart(item(7))
    cart.addToCart(item(8))
    cart.refreshAvailability([{ id: 7, price: '120.00', is_active: 1 }])
    expect(lines().map(({ price, is_active }) => [price, is_active])).toEqual([
      ['120.00', 1],
      ['100.00', 0],
    ])
  })

  test('an empty answer changes nothing', () => {
    cart.addToCart(item(7))
    cart.refreshAvailability([])
    expect(lines()[0]?.is_active).toBe(1)
  })
})

test('[GAP-10] a cart that is changed and changed back keeps the idempotency key of an attempt whose answer was lost', () => {
  entries.set('checkoutKey', '{"key":"k"}')
  cart.addToCart(item(7))
  cart.removeFromCart(item(7))
  expect(entries.get('checkoutKey')).toBe('{"key":"k"}')
})

describe('two tabs', () => {
  /** Loads the store's module again with the same local storage, as another tab of the browser does. */
  async function openOtherTab(): Promise<typeof CartStore> {
    vi.resetModules()
    return import('./cart.ts')
  }
  const idsIn = (tab: typeof CartStore) => tab.useCart.getState().lines.map(({ id }) => id)

  test("[GAP-86] share one cart: both tabs' items are in it", async () => {
    cart.addToCart(item(7))
    const other = await openOtherTab()
    other.addToCart(item(8))
    cart.addToCart(item(9))
    expect(idsIn(cart)).toEqual([7, 8, 9])
    other.removeFromCart(item(7))
    expect(idsIn(other)).toEqual([8, 9])
    cart.addToCart(item(8))
    expect(JSON.parse(entries.get('cart') ?? '').map((line: CartStore.CartLine) => [line.id, line.quantity])).toEqual([
      [8, 2],
      [9, 1],
    ])
  })

  test('an older tab does not restore a cart that another tab has ordered', async () => {
    let leave = () => {}
    vi.stubGlobal('addEventListener', (event: string, act: () => void) => {
      if (event === 'pagehide') leave = act
    })
    vi.resetModules()
    cart = await import('./cart.ts')
    cart.addToCart(item(7))
    vi.advanceTimersByTime(100)
    const other = await openOtherTab()
    other.emptyCart()
    vi.advanceTimersByTime(100)
    leave()
    expect(entries.get('cart')).toBe('[]')
  })

  test('adding an item of another store asks about the cart that the other tab filled', async () => {
    const other = await openOtherTab()
    other.addToCart(item(7, 1))
    expect(cart.addToCart(item(9, 2))).toBe(false)
    expect(cart.useCart.getState().replacement?.id).toBe(9)
  })

  test('the coupon, the note and the choices are shared too', async () => {
    const other = await openOtherTab()
    other.setCoupon(coupon)
    other.setComment('The key lies under the mat')
    other.setChoices({ method: 'COD' })
    const { followTabs } = await import('#lib/storage.ts')
    followTabs()
    // The simulated other tab has its own copy of the modules. The first tab reads the other tab's change after a
    // storage event, which the call of `followTabs` replaces.
    cart.addToCart(item(7))
    expect(cart.useCart.getState()).toMatchObject({
      coupon: { code: 'SAVE10' },
      comment: 'The key lies under the mat',
      method: 'COD',
    })
  })
})
