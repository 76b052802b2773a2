import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'

const notYet = async () => {
  throw new AppError('TEMPORARILY_AWAY')
}

export const storeOwnerRoutes = routes({
  'store-owner/login': notYet,
  'store-owner/logout': notYet,
  'store-owner/get-orders': notYet,
  'store-owner/accept-order': notYet,
  'store-owner/cancel-order': notYet,
  'store-owner/mark-selfpickup-order-ready': notYet,
  'store-owner/mark-selfpickup-order-completed': notYet,
})
