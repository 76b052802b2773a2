import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'

const notYet = async () => {
  throw new AppError('TEMPORARILY_AWAY')
}

export const reviewRoutes = routes({
  'get-ratable-order': notYet,
  'rate-order': notYet,
  'get-store-reviews': notYet,
})
