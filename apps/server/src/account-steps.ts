import { forgetFeed } from '#features/bookings/feeds/forget-feed.ts'
import { forgetWaitEntries } from '#features/bookings/wait-list/forget-entries.ts'
import { forgetFavourites } from '#features/catalogue/stores/forget-favourites.ts'
import { forgetTrips } from '#features/delivery/trips/forget-trips.ts'
import { addRider } from '#features/delivery/trips/rider-terms.ts'
import { forgetWords } from '#features/ordering/cases/forget-words.ts'
import { forgetCustomer } from '#features/ordering/orders/forget-customer.ts'
import { forgetAuthor } from '#features/ordering/reviews/forget-author.ts'
import type { AccountSteps } from '#http/calls.ts'
import { forgetNotifications } from '#platform/notifications/queries.ts'

/** The steps of other domains when an account is opened or deleted, so that identity imports none of them. */
export const accountSteps: AccountSteps = {
  addRider,
  forgetCustomer: [
    forgetWaitEntries,
    forgetFeed,
    forgetTrips,
    forgetAuthor,
    forgetWords,
    forgetCustomer,
    forgetFavourites,
    forgetNotifications,
  ],
}
