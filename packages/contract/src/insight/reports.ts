import { z } from 'zod'
import { call } from '../call.ts'
import { alarmRow } from '../operations/alarms.ts'
import { because, id, ignored, moneyText, text } from '../wire.ts'

/** Maximum number of days in a report. */
const MAX_DAYS = 731

/** The first or last day of a report, as an ISO date. */
export const day = z
  .string()
  .regex(/^20\d{2}-\d{2}-\d{2}$/)
  .refine((value) => {
    const read = new Date(`${value}T00:00:00Z`)
    return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(value)
  }, because('fieldInvalid'))

/** Returns whether a report can begin on the day `from` and end on the day `to`. */
export function isPeriod({ from, to }: { from: string; to: string }): boolean {
  return from <= to && (Date.parse(to) - Date.parse(from)) / 86_400_000 < MAX_DAYS
}
/** The error for two days that are not a valid period. */
export const noPeriod = { path: ['to'], message: because('fieldInvalid') }

/**
 * The input that limits a report to a period, and to a store, location or currency. The first and the last day are
 * included, in the shop's time zone.
 */
const about = z
  .object({
    ...ignored,
    from: day,
    to: day,
    store_id: id.nullish(),
    pincode: text(20).nullish(),
    /** A popular location: only orders delivered within five kilometres of it count. */
    location_id: id.nullish(),
    /**
     * The currency that a report covers. If `currency` is missing, the report covers the currency with the most orders.
     */
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .nullish(),
  })
  .refine(isPeriod, noPeriod)

const reports = { auth: 'staff', permission: 'reports_view', ownersToo: true } as const

const figures = z.object({
  /** Sales of delivered and open orders, less refunds. */
  sales: moneyText,
  orders: z.int(),
  /** Sales divided by the orders that were not cancelled; null when there are no such orders. */
  average: moneyText.nullable(),
  /** The number of customers whose first order is in the period. */
  new_customers: z.int(),
  cancelled: z.int(),
})

const sales = {
  currency: z.string(),
  now: figures,
  /** The figures of the period of equal length that ends directly before the report's period. */
  before: figures,
  days: z.array(z.object({ day: z.string(), sales: moneyText, orders: z.int(), cancelled: z.int() })),
  hours: z.array(z.object({ hour: z.int(), orders: z.int() })),
  items: z.array(z.object({ name: z.string(), store: z.string(), quantity: z.int(), sales: moneyText })),
}

export const salesReport = call('dashboard/reports/sales', {
  summary:
    'Sales of a period and of the period before: totals, days, hours of the day, items and stores. Store owners get their own stores.',
  ...reports,
  input: about,
  output: z.object({
    success: z.literal(true),
    ...sales,
    /** All currencies of orders in the period. */
    currencies: z.array(z.string()),
    stores: z.array(z.object({ id: z.int(), name: z.string(), orders: z.int(), sales: moneyText })),
  }),
  errors: [],
})

/** The median of a number of minutes; null if there are no values. */
const median = z.number().nullable()

export const serviceReport = call('dashboard/reports/service', {
  summary: 'Delivery times of a period: promised and actual minutes, and the times of each rider.',
  ...reports,
  input: about,
  output: z.object({
    success: z.literal(true),
    promise: z.object({
      delivered: z.int(),
      promised: median,
      real: median,
      /**
       * The numbers of orders by lateness. A row counts the orders that arrived within a range of minutes after their
       * promised time, including `from` and excluding `to`; null means no limit on that side.
       */
      late: z.array(z.object({ from: z.int().nullable(), to: z.int().nullable(), orders: z.int() })),
      /** The percentage of orders that were delivered by the promised time. */
      on_time: z.number().nullable(),
    }),
    riders: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        delivered: z.int(),
        /** The median of the minutes from the rider's acceptance to the pickup. */
        to_pickup: median,
        /** The median of the minutes from the pickup to the door. */
        to_door: median,
      }),
    ),
  }),
  errors: [],
})

export const customersReport = call('dashboard/reports/customers', {
  summary:
    'Retention: customers by the month of their first order, and how many ordered again in each later month. For staff, also the results and cost of referrals.',
  ...reports,
  input: about,
  output: z.object({
    success: z.literal(true),
    currency: z.string(),
    cohorts: z.array(
      z.object({
        /** The month of the customers' first orders, such as `2026-11`. */
        month: z.string(),
        customers: z.int(),
        /**
         * For each month, starting with the month of their first order, the number of the cohort's customers who
         * ordered.
         */
        came: z.array(z.int()),
      }),
    ),
    /** Results of the referral programme; null for store owners, because the programme belongs to the shop. */
    referrals: z
      .object({
        signups: z.int(),
        referred_signups: z.int(),
        /** The number of orders by referred customers. */
        orders: z.int(),
        sales: moneyText,
        /** The cost of welcome bonuses and referral rewards. */
        rewards: moneyText,
        commissions: moneyText,
      })
      .nullable(),
  }),
  errors: [],
})

export const dashboardHome = call('dashboard/home', {
  summary:
    'The home page of the dashboard: the last seven days, open orders, alarms, and the set-up steps of a new shop.',
  auth: 'staff',
  permission: 'any',
  ownersToo: true,
  input: z.object({ ...ignored, store_id: id.nullish() }),
  output: z.object({
    success: z.literal(true),
    /** The sales of the last seven days; null if the person has no permission to see them. */
    sales: z.object({ from: z.string(), to: z.string(), ...sales }).nullable(),
    /** Today's sales and the daily target; null if there is no target, and for store owners. */
    today: z.object({ sold: moneyText, target: moneyText, currency: z.string() }).nullable(),
    /** The numbers of open orders; null if the person has no permission to see orders. */
    open_orders: z.object({ all: z.int(), new: z.int() }).nullable(),
    /** Open alarms that this person may see, newest first; empty for store owners. */
    alarms: z.array(alarmRow),
    /** The completed set-up steps of a new shop; null for people who cannot change settings. */
    checklist: z
      .object({ location: z.boolean(), colour: z.boolean(), store: z.boolean(), item: z.boolean() })
      .nullable(),
  }),
  errors: [],
})
