import type { APIRequestContext, Page } from '@playwright/test'
import { call } from './people.ts'

/** A restaurant of the demo owner that has riders and is open at any hour in these tests. */
export const tiffinRoom = { slug: 'namma-tiffin-room', name: 'Namma Tiffin Room' }

/** SQL that keeps the demo owner's stores open at any hour, with orders that a person must accept. */
export const openAtAnyHour = `
  update stores set is_active = true, is_schedulable = false, auto_acceptable = false
   where id in (select store_id from store_members where role = 'owner')`

export const logins = {
  rider: { email: 'rider@nukkad.example', password: 'rider-demo-2026' },
  owner: { email: 'owner@nukkad.example', password: 'owner-demo-2026' },
}

type StoreOrders = Record<
  'new_orders' | 'preparing_orders' | 'selfpickup_orders',
  { id: number; unique_order_id: string }[]
>

/** Returns functions that make the calls of a store for an order, as the store owners' app does. */
export async function openStoreApp(
  request: APIRequestContext,
  login = logins.owner,
  slug = tiffinRoom.slug,
): Promise<{
  accept: (orderNumber: string) => Promise<void>
  markReady: (orderNumber: string) => Promise<void>
  markCollected: (orderNumber: string) => Promise<void>
}> {
  const { data } = await call<{ data: { auth_token: string; stores: { id: number; slug: string }[] } }>(
    request,
    'store-owner/login',
    login,
  )
  const store = data.stores.find((store) => store.slug === slug)!
  const act = async (name: string, group: keyof StoreOrders, orderNumber: string): Promise<void> => {
    const groups = await call<StoreOrders>(request, 'store-owner/get-orders', { store_id: store.id }, data.auth_token)
    const order = groups[group].find(({ unique_order_id }) => unique_order_id === orderNumber)!
    await call(request, `store-owner/${name}`, { store_id: store.id, order_id: order.id }, data.auth_token)
  }
  return {
    accept: (orderNumber) => act('accept-order', 'new_orders', orderNumber),
    markReady: (orderNumber) => act('mark-selfpickup-order-ready', 'selfpickup_orders', orderNumber),
    markCollected: (orderNumber) => act('mark-selfpickup-order-completed', 'selfpickup_orders', orderNumber),
  }
}

/** Closes the sheet that asks a first visitor for the location. */
export async function keepDefaultPlace(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Choose your location' })
  await sheet.getByRole('button', { name: 'Close' }).click()
}
