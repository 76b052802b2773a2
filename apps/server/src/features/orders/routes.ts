import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'

const notYet = async () => {
  throw new AppError('TEMPORARILY_AWAY')
}

export const orderRoutes = routes({
  'get-orders': notYet,
  'cancel-order': notYet,
  reorder: notYet,
  'check-running-order': notYet,
})
