import { tiffinRoom } from './shops.ts'

/** The screens of a guest, each by the address that opens it. */
export const guestPaths = [
  '/',
  `/stores/${tiffinRoom.slug}`,
  `/reviews/${tiffinRoom.slug}`,
  '/categories/stores',
  '/explore',
  '/explore-category',
  '/daily',
  '/medical',
  '/search-location',
  '/my-location',
  '/cart',
  '/login',
  '/login/forgot-password',
  '/register',
  '/pages/terms',
  '/delivery/login',
  '/nowhere',
]

/** The screens of a customer with a cart and an order under way. */
export const customerPaths = (order: string) => [
  '/cart',
  '/checkout',
  '/my-account',
  '/my-orders',
  '/my-wallet',
  '/my-addresses',
  '/my-favorite-stores',
  '/alerts',
  `/running-order/${order}`,
]
