import { tiffinRoom } from './shops.ts'

/** The paths of the screens that a guest can open. */
export const guestPaths = [
  '/',
  `/stores/${tiffinRoom.slug}`,
  `/reviews/${tiffinRoom.slug}`,
  '/book',
  '/book/roop-rekha-studio',
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
  '/share/A1b2C3d4E5f6G7h8I9j0Kl',
  '/delivery/login',
  '/nowhere',
]

/** Returns the paths of the screens of a customer with a cart and an order in progress. */
export const customerPaths = (order: string) => [
  '/cart',
  '/checkout',
  '/my-account',
  '/my-orders',
  '/my-visits',
  '/my-notifications',
  '/my-wallet',
  '/my-addresses',
  '/my-favorite-stores',
  '/alerts',
  `/running-order/${order}`,
]
