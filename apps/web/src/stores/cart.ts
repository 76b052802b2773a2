import type { Output } from '@nukkad/contract/contract.ts'
import * as cart from '@nukkad/rules/cart.ts'
import { CART_REFRESH_MS } from '@nukkad/rules/constants.ts'
import { create } from 'zustand'
import { setting } from '#lib/catalogue.ts'
import { wantHomeBars } from '#lib/home-bars.ts'
import { siteCurrency } from '#lib/price-format.ts'
import {
  followTabs,
  isArray,
  isRecord,
  mirror,
  onCustomerLeft,
  onOtherTab,
  readJsonKey,
  readKey,
  readSlice,
  removeKey,
  writeKey,
  writeSlice,
} from '#lib/storage.ts'
import { chooseSchedule } from './schedule.ts'

/** A cart line with the other fields of its item that screens show (E-01). */
export type CartItem = cart.CartItem & {
  /** The currency of the item's store. */
  currency: string
  image: string | null
  is_active: 0 | 1
  hasAddons: boolean
  storeName: string
}
export type CartLine = CartItem & cart.CartLine

/** The coupon as specified (E-21): the answer of the call, with the fields that the screens need. */
export type CouponState = {
  hideMessage: boolean
  coupon_error: string
  code?: string
  appliedAmount?: string
} & Partial<Extract<Output<'apply-coupon'>, { code: string }>>

export const noCoupon: CouponState = { hideMessage: true, coupon_error: '' }

/** Choices that a person makes before they place the order, stored so that they survive a reload. */
type Choices = {
  tip: string
  usesWallet: boolean
  /** The id of the payment method, or '' if none is chosen. */
  method: string
  /** The banknote that the customer will pay with, for which the rider brings change. */
  cashChange: string
  /** The delivery instructions; null for those that are saved with the address. */
  wishes: Wishes | null
}

/** Delivery instructions, in the form of the server. */
export type Wishes = Pick<Output<'get-orders'>['data'][number], 'delivery_instructions' | 'delivery_note'>

const noChoices: Choices = { tip: '', usesWallet: false, method: '', cashChange: '', wishes: null }

type CartState = Choices & {
  lines: CartLine[]
  total: { productQuantity: number; totalPrice: number }
  coupon: CouponState
  /** The customer's note for the store. */
  comment: string
  /** An item of another store that is added if the person confirms the replace dialog (E-06). */
  replacement: CartItem | null
}

const kept = {
  lines: mirror('cart'),
  coupon: mirror('appliedCoupon'),
  comment: mirror('orderComment'),
  choices: mirror('checkoutChoices'),
}
const readLines = () => readSlice('cart', isLines) ?? []
const readComment = () => ({ comment: readKey('orderComment') ?? '' })
const readChoices = () => ({ ...noChoices, ...readJsonKey('checkoutChoices', isChoices) })

export const useCart = create<CartState>(() => ({
  lines: readLines(),
  total: readSlice('total', isTotal) ?? { productQuantity: 0, totalPrice: 0 },
  coupon: keptCoupon(),
  ...readComment(),
  ...readChoices(),
  replacement: null,
}))

// All tabs share one cart, so a tab loads the changes of other tabs before it makes its own change.
onOtherTab(() => {
  if (kept.lines.hasChanged()) {
    const lines = readLines()
    clearTimeout(refresh)
    refresh = undefined
    useCart.setState({ lines, total: cart.cartTotals(lines, pricingOf(lines)) })
  }
  if (kept.coupon.hasChanged()) useCart.setState({ coupon: keptCoupon() })
  if (kept.comment.hasChanged()) useCart.setState(readComment())
  if (kept.choices.hasChanged()) useCart.setState(readChoices())
})
onCustomerLeft(() => useCart.setState({ coupon: noCoupon, comment: '', ...noChoices }))

/**
 * Adds one unit of an item. If the cart holds items of another store, asks first whether to replace it and returns
 * false.
 */
export function addToCart(item: CartItem): boolean {
  const lines = presentLines()
  if (cart.needsReplacePrompt(lines, item.restaurant_id)) {
    useCart.setState({ replacement: item })
    return false
  }
  setLines(cart.addLine<CartItem>(lines, item))
  navigator.vibrate?.(10)
  return true
}

/**
 * Removes one unit for the minus button in lists and in the item drawer, which affects only lines without add-ons
 * (D-30, INT-18).
 */
export function removeFromCart(item: Pick<CartItem, 'id'>): void {
  setLines(cart.removeLine(presentLines(), item))
  removeCoupon()
}

/** Removes one unit of exactly this line, for the minus button on the cart page. */
export function removeLine(line: CartLine): void {
  setLines(cart.removeExact(presentLines(), line))
  removeCoupon()
}

export function dropLines(isDropped: (line: CartLine) => boolean): void {
  setLines(presentLines().filter((line) => !isDropped(line)))
  removeCoupon()
}

/**
 * Applies the answer of the replace dialog. "Yes" empties the cart, removes the coupon and adds the item (E-08). "No"
 * changes nothing (E-09).
 */
export function answerReplacement(isWanted: boolean): void {
  const { replacement } = useCart.getState()
  useCart.setState({ replacement: null })
  if (!isWanted || !replacement) return
  removeCoupon()
  setComment('')
  chooseSchedule(null)
  setLines(cart.replaceCart<CartItem>(replacement))
}

/** Replaces the contents of the cart, for example with those of a past order. */
export function fillCart(lines: CartLine[]): void {
  removeCoupon()
  setComment('')
  chooseSchedule(null)
  setLines(lines)
}

/** Puts removed items back into the cart, unless the person has filled the cart again since the removal. */
export function restoreLines(lines: CartLine[], coupon: CouponState): void {
  if (presentLines().length > 0) return
  setLines(lines)
  setCoupon(coupon)
}

/** Updates prices and availability. An item that the server's answer lacks is no longer sold (GAP-28). */
export function refreshAvailability(rows: Output<'check-cart-items-availability'>): void {
  if (rows.length === 0) return
  const byId = new Map(rows.map((row) => [row.id, row]))
  const lines = presentLines()
  const fresh = lines.map((line): CartLine => {
    const { price, is_active } = byId.get(line.id) ?? { price: line.price, is_active: 0 }
    return price === line.price && is_active === line.is_active ? line : { ...line, price, is_active }
  })
  if (fresh.some((line, index) => line !== lines[index])) setLines(fresh)
}

export function setCoupon(coupon: CouponState): void {
  kept.coupon.write(coupon.code)
  useCart.setState({ coupon })
}

/** Removes the coupon, so that its state is `{hideMessage: true, coupon_error: ''}` (E-24). */
export function removeCoupon(): void {
  setCoupon(noCoupon)
}

export function setComment(comment: string): void {
  keepComment(comment)
  useCart.setState({ comment })
}

/**
 * Stores the note while the person types it, without updating the state, because no other screen shows the note, so no
 * render is needed.
 */
export function keepComment(comment: string): void {
  kept.comment.write(comment || undefined)
}

export function setChoices(chosen: Partial<Choices>): void {
  const { tip, usesWallet, method, cashChange, wishes } = { ...useCart.getState(), ...chosen }
  kept.choices.write(JSON.stringify({ tip, usesWallet, method, cashChange, wishes }))
  useCart.setState(chosen)
}

export function emptyCart(): void {
  setLines([])
  removeCoupon()
  setComment('')
  kept.choices.write(undefined)
  useCart.setState(noChoices)
}

/** Empties the stored cart as soon as the order is placed, so that no other tab orders the cart again. */
export function markOrdered(): void {
  kept.lines.write('[]')
}

/** Returns how many units of an item the cart has, in all lines of the item. */
export function quantityOf(lines: readonly CartLine[], itemId: number): number {
  return cart.unitCount(lines.filter(({ id }) => id === itemId))
}

/** Returns the currency of the lines, which all belong to one store. */
export function currencyOf(lines: readonly CartLine[]): string {
  return lines[0]?.currency ?? siteCurrency()
}

/** Returns the pricing mode and currency for the totals of these lines (INT-07). */
export function pricingOf(lines: readonly CartLine[]): cart.CartPricing {
  return { addonPricing: addonPricing(), currency: currencyOf(lines) }
}

export function addonPricing(): cart.AddonPricing {
  return cart.readAddonPricing(setting('cartAddonPricing'))
}

/** Returns the lines of the cart, including the changes of other tabs. */
function presentLines(): CartLine[] {
  followTabs()
  return useCart.getState().lines
}

let refresh: ReturnType<typeof setTimeout> | undefined

function setLines(lines: CartLine[]): void {
  if (lines.length > 0) wantHomeBars()
  kept.lines.write(JSON.stringify(lines))
  useCart.setState({ lines })
  const [first] = lines
  if (first) writeKey('activeRestaurant', String(first.restaurant_id))
  else {
    removeKey('activeRestaurant')
    chooseSchedule(null)
  }
  clearTimeout(refresh)
  refresh = setTimeout(refreshTotals, CART_REFRESH_MS)
}

/** Updates the totals 100 ms after the last of several quick changes (E-15). */
function refreshTotals(): void {
  refresh = undefined
  const { lines } = useCart.getState()
  const total = cart.cartTotals(lines, pricingOf(lines))
  useCart.setState({ total })
  writeSlice('total', total)
}

/**
 * Returns the stored coupon, which is only its code. The cart asks the server for the discount when it opens
 * (docs/reference/wire.md#coupons).
 */
function keptCoupon(): CouponState {
  const code = readKey('appliedCoupon')
  return code ? { hideMessage: false, coupon_error: '', code } : noCoupon
}

function isChoices(value: unknown): value is Choices {
  if (!isRecord(value)) return false
  const { tip, usesWallet, method, cashChange, wishes } = value
  return (
    [tip, method, cashChange].every((text) => typeof text === 'string') &&
    typeof usesWallet === 'boolean' &&
    // Choices that an earlier version of the app stored have no field for delivery instructions.
    (wishes == null || (isRecord(wishes) && isArray(wishes.delivery_instructions)))
  )
}

function isLines(value: unknown): value is CartLine[] {
  return isArray(value) && value.every(isLine)
}

function isLine(value: unknown): value is CartLine {
  if (!isRecord(value)) return false
  const { id, restaurant_id, name, price, currency, quantity, selectedaddons } = value
  return (
    Number.isInteger(id) &&
    Number.isInteger(restaurant_id) &&
    typeof name === 'string' &&
    typeof price === 'string' &&
    typeof currency === 'string' &&
    typeof quantity === 'number' &&
    cart.isQuantity(quantity) &&
    isArray(selectedaddons) &&
    selectedaddons.every((addon) => isRecord(addon) && typeof addon.price === 'string')
  )
}

function isTotal(value: unknown): value is CartState['total'] {
  return isRecord(value) && typeof value.productQuantity === 'number' && typeof value.totalPrice === 'number'
}

// Writes a pending total before the page is closed.
addEventListener('pagehide', () => {
  if (refresh !== undefined) refreshTotals()
})
