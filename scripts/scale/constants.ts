import type { Assumptions, Constants, Town } from './model.ts'

/** The circumstances of the measurement of `measured`; docs/scale.md shows this text after "Measured by". */
export const measuredBy =
  '`npm run bench -- town` on 27 November 2026, on two cores that other programs loaded too, with PostgreSQL 18 and its data on the same machine. Processor time includes the kernel. A quiet machine needs less: `place-order` took 4.2 ms there instead of 7.5 ([speed](architecture/speed.md)). The rider of the measurement carried no order, so a position on a trip costs a little more.'

const cost = (serverMs: number, databaseMs: number, walBytes: number) => ({ serverMs, databaseMs, walBytes })

export const measured: Constants = {
  calls: {
    'get-settings': cost(0.65, 0.0, 0),
    'get-single-language': cost(0.38, 0.02, 0),
    // The log bytes of `promo-slider` are 0, because the call writes nothing. PostgreSQL itself writes the 300 bytes
    // that the measurement shows.
    'promo-slider': cost(0.38, 0.04, 0),
    'get-delivery-restaurants': cost(0.34, 0.0, 0),
    'get-restaurant-category-slides': cost(0.27, 0.0, 0),
    'update-user-info': cost(0.98, 0.54, 0),
    'get-restaurant-info': cost(1.0, 0.27, 0),
    'get-restaurant-items': cost(0.64, 0.06, 0),
    'get-single-item': cost(0.71, 0.15, 0),
    'search-restaurants': cost(0.4, 0.02, 0),
    'check-cart-items-availability': cost(0.67, 0.25, 0),
    'get-addresses': cost(1.17, 0.55, 0),
    'apply-coupon': cost(2.0, 1.85, 500),
    quote: cost(1.73, 1.12, 0),
    'place-order': cost(3.5, 3.96, 8000),
    // The mean cost of the four calls with which an order is accepted, taken, picked up and delivered.
    'a call on the way to the door': cost(3.91, 4.63, 5725),
    'get-orders': cost(3.4, 1.79, 0),
    'get-user-notifications': cost(2.04, 0.71, 0),
    'delivery/get-delivery-orders': cost(1.52, 0.7, 0),
    'delivery/set-delivery-guy-gps-location': cost(2.31, 1.56, 400),
  },
  orderBytes: 11036,
  streamKb: 12.1,
  streamMsPerMinute: 1.58,
}

export const assumptions: Assumptions = {
  peakHourShare: 0.2,
  peakMinutes: 1.5,
  visitsPerOrder: 8,
  callsPerVisit: {
    'get-settings': 0.5,
    'get-single-language': 0.5,
    'promo-slider': 1,
    'get-delivery-restaurants': 1,
    'get-restaurant-category-slides': 1,
    'update-user-info': 1,
    'get-restaurant-info': 2,
    'get-restaurant-items': 2,
    'get-single-item': 0.5,
    'search-restaurants': 0.5,
    'check-cart-items-availability': 0.5,
  },
  callsPerOrder: {
    'get-addresses': 1,
    'apply-coupon': 0.3,
    quote: 3,
    'place-order': 1,
    'a call on the way to the door': 4,
    'get-orders': 4,
    'get-user-notifications': 2,
    'delivery/get-delivery-orders': 10,
    // The number of positions that a rider's app sends for an order: one every 15 seconds for 20 minutes, with one
    // order at a time.
    'delivery/set-delivery-guy-gps-location': 80,
  },
  streamsPerOrder: 1.5,
  orderMinutes: 40,
  streamsPerStore: 1,
  storesPerTown: 60,
  mostBusy: 0.6,
  mostWait: 0.05,
  streamsPerServer: 10_000,
  mostDatabaseCores: 32,
}

export const towns: readonly Town[] = [
  { name: 'One town', towns: 1, ordersPerDay: 2000 },
  { name: 'Ten towns', towns: 10, ordersPerDay: 20_000 },
  { name: 'A country', towns: 500, ordersPerDay: 1_000_000 },
]
