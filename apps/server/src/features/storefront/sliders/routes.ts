import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { findSlider } from './admin-queries.ts'
import { changeSlideOrder, removeSlide, removeSlider, saveSlide, saveSlider } from './change-sliders.ts'
import { listMainSlides, listSlidesNear } from './list-slides.ts'
import { readSavedSlide, readSavedSlider } from './read-saved.ts'

export const sliderRoutes = routes({
  'promo-slider': async ({ input, services }) =>
    listSlidesNear(services, { lat: input.latitude, lng: input.longitude }),
  'all-sliders': async (services) => listMainSlides(services),

  'dashboard/sliders/show': async ({ input, db }) => {
    const slider = await findSlider(db, input.id)
    if (!slider) throw new AppError('NOT_FOUND')
    return { success: true, slider }
  },
  'dashboard/sliders/save': { write: saveSlider, present: readSavedSlider },
  'dashboard/sliders/delete': { write: removeSlider },
  'dashboard/slides/save': { write: saveSlide, present: readSavedSlide },
  'dashboard/slides/delete': { write: removeSlide },
  'dashboard/slides/order': { write: changeSlideOrder },
})
