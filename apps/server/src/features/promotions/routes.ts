import { routes } from '#http/calls.ts'
import { listMainSlides, listSlidesNear } from './list-slides.ts'

export const promotionRoutes = routes({
  'promo-slider': async ({ input, ...services }) =>
    listSlidesNear(services, { lat: input.latitude, lng: input.longitude }),
  'all-sliders': async (services) => listMainSlides(services),
})
