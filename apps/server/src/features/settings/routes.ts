import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'

const notYet = async () => {
  throw new AppError('TEMPORARILY_AWAY')
}

export const settingRoutes = routes({
  'get-settings': notYet,
  'get-all-languages': notYet,
  'get-single-language': notYet,
  'get-pages': notYet,
  'get-single-page': notYet,
  'popular-geo-locations': notYet,
})
