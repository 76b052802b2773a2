import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'

const notYet = async () => {
  throw new AppError('TEMPORARILY_AWAY')
}

export const accountRoutes = routes({
  login: notYet,
  register: notYet,
  'send-otp': notYet,
  'verify-otp': notYet,
  'generate-otp-for-login': notYet,
  'login-with-otp': notYet,
  logout: notYet,
  'check-ban': notYet,
  'update-user-info': notYet,
  'change-avatar': notYet,
  'update-tax-number': notYet,
})
