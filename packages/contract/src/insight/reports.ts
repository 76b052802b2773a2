import { z } from 'zod'
import { call } from '../call.ts'
import { alarmRow } from '../operations/alarms.ts'
import { because, id, ignored, moneyText, text } from '../wire.ts'

/** The longest period a report covers. */
const MOST_DAYS = 731

const day = z
  .string()
  .regex(/^20\d{2}-\d{2}-\d{2}$/)
  .refine((value) => {
    const read = new Date(`${value}T00:00:00Z`)
    return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(value)
  }, because('fieldInvalid'))

/** What a report is about. Days are those of the shop's time zone, both whole. */
const about = z
  .object({
    ...ignored,
    from: day,
    to: day,
    store_id: id.nullish(),
    pincode: text(20).nullish(),
    /** A popular location: what was delivered within five kilometres of it. */
    location_id: id.nullish(),
    /** Each report is in one currency; without it the one of most orders. */
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .nullish(),
  })
  .refine(({ from, to }) => from <= to && (Date.parse(to) - Date.parse(from)) / 86_400_000 < MOST_DAYS, {
    path: ['to'],
    message: because('fieldInvalid'),
  })

const reports = { auth: 'staff', permission: 'reports_view', ownersToo: true } as const

const figures = z.object({
  /** What delivered and open orders come to, less what was given back of them. */
  sales: moneyText,
  orders: z.int(),
  /** Sales by orders that were not cancelled; null without one. */
  average: moneyText.nullable(),
  /** Customers whose first order lies in the period. */
  new_customers: z.int(),
  cancelled: z.int(),
})

const sales = {
  currency: z.string(),
  now: figures,
  /** The period of the same length that ends the day before. */
  before: figures,
  days: z.array(z.object({ day: z.string(), sales: moneyText, orders: z.int(), cancelled: z.int() })),
  hours: z.array(z.object({ hour: z.int(), orders: z.int() })),
  items: z.array(z.object({ name: z.string(), store: z.string(), quantity: z.int(), sales: moneyText })),
}

export const salesReport = call('dashboard/reports/sales', {
  summary:
    'Sales of a period beside those of the period before: figures, days, hours of the day, items and stores. Store owners get their stores.',
  ...reports,
  input: about,
  output: z.object({
    success: z.literal(true),
    ...sales,
    /** All currencies in which orders of the period are. */
    currencies: z.array(z.string()),
    stores: z.array(z.object({ id: z.int(), name: z.string(), orders: z.int(), sales: moneyText })),
  }),
  errors: [],
})

/** Minutes that half of them took at most; null without any. */
const median = z.number().nullable()

export const serviceReport = call('dashboard/reports/service', {
  summary: 'How long orders of a period took: promised beside real minutes, and the times of each rider.',
  ...reports,
  input: about,
  output: z.object({
    success: z.literal(true),
    promise: z.object({
      delivered: z.int(),
      promised: median,
      real: median,
      /** How many minutes after the promise, from `from` up to but without `to`; an end may be open. */
      late: z.array(z.object({ from: z.int().nullable(), to: z.int().nullable(), orders: z.int() })),
      /** Delivered by the promise, in percent. */
      on_time: z.number().nullable(),
    }),
    riders: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        delivered: z.int(),
        /** From taking the order to having it. */
        to_pickup: median,
        /** From having it to the door. */
        to_door: median,
      }),
    ),
  }),
  errors: [],
})

export const customersReport = call('dashboard/reports/customers', {
  summary:
    'Who came back: customers by the month of their first order, and how many ordered again in each month since; and for staff what referrals brought and cost.',
  ...reports,
  input: about,
  output: z.object({
    success: z.literal(true),
    currency: z.string(),
    cohorts: z.array(
      z.object({
        /** `2026-11` */
        month: z.string(),
        customers: z.int(),
        /** Of them, how many ordered in the first, second … month after; the first of all is their own month. */
        came: z.array(z.int()),
      }),
    ),
    /** Null for store owners: it is the shop's. */
    referrals: z
      .object({
        signups: z.int(),
        referred_signups: z.int(),
        /** Orders by customers whom somebody brought. */
        orders: z.int(),
        sales: moneyText,
        /** Welcome credit and rewards. */
        rewards: moneyText,
        commissions: moneyText,
      })
      .nullable(),
  }),
  errors: [],
})

export const dashboardHome = call('dashboard/home', {
  summary:
    'What stands on the first page of the dashboard: the last seven days, open orders, and what a new shop lacks.',
  auth: 'staff',
  permission: 'any',
  ownersToo: true,
  input: z.object({ ...ignored, store_id: id.nullish() }),
  output: z.object({
    success: z.literal(true),
    /** Null without the permission to see the figures. */
    sales: z.object({ from: z.string(), to: z.string(), ...sales }).nullable(),
    /** What today has sold of what a day should bring; null without such a target, and for store owners. */
    today: z.object({ sold: moneyText, target: moneyText, currency: z.string() }).nullable(),
    /** Null without the permission to see orders. */
    open_orders: z.object({ all: z.int(), new: z.int() }).nullable(),
    /** Open alarms that one may see, the newest first; empty for store owners. */
    alarms: z.array(alarmRow),
    /** What a new shop has done already; null for who cannot change settings. */
    checklist: z
      .object({ location: z.boolean(), colour: z.boolean(), store: z.boolean(), item: z.boolean() })
      .nullable(),
  }),
  errors: [],
})
