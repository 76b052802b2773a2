import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'

const notYet = async () => {
  throw new AppError('TEMPORARILY_AWAY')
}

export const notificationRoutes = routes({
  'get-user-notifications': notYet,
  'mark-all-notifications-read': notYet,
  'mark-one-notification-read': notYet,
})
