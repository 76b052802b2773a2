import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'

const notYet = async () => {
  throw new AppError('TEMPORARILY_AWAY')
}

export const menuRoutes = routes({
  'get-restaurant-items': notYet,
  'get-warehouse-items': notYet,
  'get-single-item': notYet,
  'check-cart-items-availability': notYet,
})
