import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'

const notYet = async () => {
  throw new AppError('TEMPORARILY_AWAY')
}

export const addressRoutes = routes({
  'get-addresses': notYet,
  'save-address': notYet,
  'delete-address': notYet,
  'set-default-address': notYet,
})
