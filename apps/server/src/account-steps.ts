import { forgetFeed } from '#features/bookings/feeds/forget-feed.ts'
import { requireNoVisit } from '#features/bookings/visits/require-no-visit.ts'
import { forgetWaitEntries } from '#features/bookings/wait-list/forget-entries.ts'
import { forgetFavourites } from '#features/catalogue/stores/forget-favourites.ts'
import { forgetTrips } from '#features/delivery/trips/forget-trips.ts'
import { addRider } from '#features/delivery/trips/rider-terms.ts'
import { forgetWords } from '#features/ordering/cases/forget-words.ts'
import { forgetCustomer } from '#features/ordering/orders/forget-customer.ts'
import { readOrders } from '#features/ordering/orders/read-orders.ts'
import { forgetAuthor } from '#features/ordering/reviews/forget-author.ts'
import type { AccountSteps } from '#http/calls.ts'
import { forgetNotifications } from '#platform/notifications/queries.ts'

/**
 * Steps that other features add when an account is opened or deleted, and the function that reads the customer's orders
 * for the answer of a sign-in. They are listed here so that identity imports no other feature. A step of a deletion may
 * refuse the deletion.
 */
export const accountSteps: AccountSteps = {
  addRider,
  forgetCustomer: [
    requireNoVisit,
    forgetWaitEntries,
    forgetFeed,
    forgetTrips,
    forgetAuthor,
    forgetWords,
    forgetCustomer,
    forgetFavourites,
    forgetNotifications,
  ],
  readOrders,
}
