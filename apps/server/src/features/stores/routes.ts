import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'

const notYet = async () => {
  throw new AppError('TEMPORARILY_AWAY')
}

export const storeRoutes = routes({
  'get-delivery-restaurants': notYet,
  'get-selfpickup-restaurants': notYet,
  'get-delivery-warehouses': notYet,
  'get-medical-stores': notYet,
  'get-filtered-restaurants': notYet,
  'get-all-restaurants-categories': notYet,
  'get-restaurant-category-slides': notYet,
  'get-restaurant-info': notYet,
  'get-restaurant-info-with-favourite': notYet,
  'get-restaurant-info-by-id': notYet,
  'get-restaurant-info-and-operational-status': notYet,
  'check-restaurant-operation-service': notYet,
  'toggle-favorite': notYet,
  'get-favorite-stores': notYet,
})
