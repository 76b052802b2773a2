import type { Output } from '@nukkad/contract/contract.ts'
import { cartSubtotal } from '@nukkad/rules/cart.ts'
import { type GoodsType, supportsOrderType } from '@nukkad/rules/order-type.ts'
import { missingForMinimum } from '@nukkad/rules/pricing.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIsOnline } from '#features/shell/offline.tsx'
import { t } from '#lib/catalogue.ts'
import { minorOf, price } from '#lib/prices.ts'
import { ask } from '#lib/query.ts'
import { type CartLine, currencyOf, pricingOf, refreshAvailability, useCart } from '#stores/cart.ts'
import { usePlace } from '#stores/place.ts'
import { applyPreference, usePreferences } from '#stores/preferences.ts'
import { useSchedule } from '#stores/schedule.ts'
import { renewSession, useSession } from '#stores/session.ts'
import { cartInput, deliveryPlace } from './order-input.ts'

export type Store = Output<'get-restaurant-info-by-id'>
export type Quote = Output<'quote'>

/**
 * The reason why the order cannot continue. For each kind of problem, the screen offers a step that solves it (GAP-13).
 */
export type Problem =
  | { kind: 'offline' | 'banned' | 'closed' | 'minimum' | 'unavailable' | 'not-served' | 'order-type'; text: string }
  | { kind: 'guest' | 'no-address'; text: string }

/** Returns everything that cart and checkout need: the store, the bill, and why the order cannot continue. */
export function useOrdering() {
  const cart = useCart()
  const session = useSession(({ user }) => user)
  const saved = usePlace((state) => state.place)
  const orderType = usePreferences(({ selected }) => selected)
  const place = deliveryPlace(session, saved)
  const storeId = cart.lines[0]?.restaurant_id
  const store = useCartStore(storeId)
  useFreshAvailability(cart.lines.map(({ id }) => id))
  useFreshSession()
  const isBanned = useIsBanned()
  const schedule = useSchedule(({ chosen }) => chosen)
  const isServed = useIsServed(storeId, place, orderType)
  // A salon has no riders, so a tip for the rider that was chosen for an earlier cart is ignored.
  const tip = store.data?.kind === 'salon' ? '' : cart.tip
  const quote = useQuery({
    ...ask('quote', cartInput({ ...cart, tip, orderType, place })),
    enabled: cart.lines.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 5000,
  })
  const offline = useIsOnline() ? undefined : t('checkoutOffline')
  const isForLater = schedule !== null
  const facts = {
    offline,
    store: store.data,
    orderType,
    place,
    isBanned,
    isServed,
    isForLater,
    isGuest: session === null,
  }
  return {
    ...cart,
    tip,
    session,
    place,
    orderType,
    schedule,
    store,
    quote,
    isServed,
    problem: problemOf(cart.lines, facts),
  }
}

type Facts = {
  offline: string | undefined
  store: Store | undefined
  orderType: GoodsType
  place: unknown
  isBanned: boolean
  isServed: boolean | undefined
  isForLater: boolean
  isGuest: boolean
}

/** Returns the first problem of an order, in the order in which a person can solve problems. */
function problemOf(lines: CartLine[], facts: Facts): Problem | undefined {
  const { offline, store, orderType, place, isBanned, isServed, isForLater, isGuest } = facts
  if (isBanned) return { kind: 'banned', text: t('userInActiveMessage') }
  if (store && store.is_active === 0 && !isForLater) return { kind: 'closed', text: t('notAcceptingOrdersMsg') }
  if (lines.some(({ is_active }) => is_active === 0)) return { kind: 'unavailable', text: t('cartItemNotAvailable') }
  if (store && !supportsOrderType(store.delivery_type, orderType)) {
    return { kind: 'order-type', text: t('error_ORDER_TYPE_UNSUPPORTED') }
  }
  const currency = currencyOf(lines)
  const least = minorOf(store?.min_order_price ?? '0', currency)
  const missing = missingForMinimum(cartSubtotal(lines, pricingOf(lines)), least)
  if (missing > 0n) return { kind: 'minimum', text: t('cartMinimumNotMet', { amount: price(missing, currency) }) }
  // Delivery to the address is checked before the login, so that guests don't sign in for a store that doesn't deliver
  // to them (E-32, GAP-29).
  if (orderType === 'DELIVERY' && isServed === false) return { kind: 'not-served', text: t('cartNotServed') }
  if (isGuest) return { kind: 'guest', text: t('cartLoginSubHeader') }
  if (orderType === 'DELIVERY' && !place) return { kind: 'no-address', text: t('cartAddressMissing') }
  // The network is checked last, because everything else can be prepared and stored offline.
  return offline ? { kind: 'offline', text: offline } : undefined
}

function useCartStore(storeId: number | undefined) {
  const store = useQuery({ ...ask('get-restaurant-info-by-id', { id: storeId ?? 0 }), enabled: storeId !== undefined })
  const deliveryType = store.data?.delivery_type
  useEffect(() => {
    if (deliveryType !== undefined) applyPreference(deliveryType)
  }, [deliveryType])
  return store
}

/** Fetches the prices and availability of the lines each time the cart opens (E-31, GAP-28). */
function useFreshAvailability(ids: number[]) {
  const items = [...new Set(ids)].map((id) => ({ id }))
  const { data } = useQuery({
    ...ask('check-cart-items-availability', { items }),
    enabled: items.length > 0,
    staleTime: 0,
    refetchOnMount: 'always',
  })
  useEffect(() => {
    if (data) refreshAvailability(data)
  }, [data])
}

/** Refreshes the session, because the wallet and the default address may have changed since the last visit. */
function useFreshSession() {
  const isCustomer = useSession(({ user }) => user !== null)
  const { data } = useQuery({
    ...ask('update-user-info', { unique_order_id: null }),
    enabled: isCustomer,
    staleTime: 0,
  })
  useEffect(() => {
    if (data) renewSession(data)
  }, [data])
}

function useIsBanned(): boolean {
  const isCustomer = useSession(({ user }) => user !== null)
  const { data } = useQuery({ ...ask('check-ban', {}), enabled: isCustomer, retry: 1, retryDelay: 2500, staleTime: 0 })
  return isCustomer && data?.success === false
}

/**
 * Returns whether the store delivers to the address, or undefined while the answer is unknown or if the order is no
 * delivery (E-32).
 */
function useIsServed(storeId: number | undefined, place: { lat: number; lng: number } | null, orderType: GoodsType) {
  const isAsked = storeId !== undefined && place !== null && orderType === 'DELIVERY'
  const { data } = useQuery({
    ...ask('check-restaurant-operation-service', {
      restaurant_id: storeId ?? 0,
      latitude: place?.lat ?? 0,
      longitude: place?.lng ?? 0,
    }),
    enabled: isAsked,
  })
  return isAsked ? data : undefined
}
