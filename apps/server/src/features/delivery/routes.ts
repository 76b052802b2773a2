import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'

const notYet = async () => {
  throw new AppError('TEMPORARILY_AWAY')
}

export const deliveryRoutes = routes({
  'delivery/login': notYet,
  'delivery/logout': notYet,
  'delivery/update-user-info': notYet,
  'delivery/toggle-delivery-guy-status': notYet,
  'delivery/get-delivery-orders': notYet,
  'delivery/get-single-delivery-order': notYet,
  'delivery/accept-to-deliver': notYet,
  'delivery/pickedup-order': notYet,
  'delivery/deliver-order': notYet,
  'delivery/set-delivery-guy-gps-location': notYet,
  'delivery/get-delivery-guy-gps-location': notYet,
  'delivery/get-completed-orders': notYet,
})
