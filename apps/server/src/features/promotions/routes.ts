import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'

const notYet = async () => {
  throw new AppError('TEMPORARILY_AWAY')
}

export const promotionRoutes = routes({
  'promo-slider': notYet,
  'all-sliders': notYet,
})
