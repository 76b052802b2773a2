import { z } from 'zod'
import { call } from '../call.ts'
import type { Permission } from '../permissions.ts'
import { ignored } from '../wire.ts'

type Access = { permissions: readonly [Permission, ...Permission[]]; ownersToo?: true }

/**
 * The kinds of tasks that the home page of the dashboard counts, the most urgent first, each with the permissions that
 * staff need to see it. Store owners see the kinds marked `ownersToo`, for their own stores.
 */
export const needs = {
  /** Orders that their store has neither accepted nor rejected. */
  new_orders: { permissions: ['order_view'], ownersToo: true },
  /** Reported problems of orders that wait for a decision of staff. */
  cases: { permissions: ['order_view', 'order_actions'] },
  /** Open orders whose rider reported a problem. */
  trip_troubles: { permissions: ['order_view', 'order_actions'] },
  payment_issues: { permissions: ['order_view', 'order_actions'] },
  disputes: { permissions: ['order_view'] },
  refunds: { permissions: ['order_actions'] },
  payment_approvals: { permissions: ['order_actions'] },
  wallet_adjustments: { permissions: ['all_users_wallet'] },
  commission_approvals: { permissions: ['all_users_wallet'] },
  payouts: { permissions: ['store_payouts_manage'] },
  store_settlements: { permissions: ['store_payouts_manage'] },
  cash_requests: { permissions: ['delivery_collection_manage'] },
  /** Riders who have reached their cash limit, so the server offers them no more orders. */
  full_riders: { permissions: ['delivery_collection_manage'] },
  stores: { permissions: ['stores_view', 'approve_stores'] },
  /** Published reviews of the last 30 days with at most two stars and without a reply. */
  reviews: { permissions: ['stores_view', 'stores_edit'], ownersToo: true },
  data_requests: { permissions: ['all_users_view'] },
} as const satisfies Record<string, Access>

/** The kind of a task that the home page of the dashboard counts. */
export type Need = keyof typeof needs
const needNames = Object.keys(needs) as [Need, ...Need[]]

const lateOrder = z.object({
  id: z.int(),
  unique_order_id: z.string(),
  store: z.string(),
  promised_at: z.string(),
  /**
   * The person to call about the order: its rider, or else the store. The contact is null if no phone is known, and for
   * the store's own owner.
   */
  contact: z.object({ role: z.enum(['rider', 'store']), name: z.string(), phone: z.string() }).nullable(),
})

export const needsYou = call('dashboard/needs-you', {
  summary:
    'The tasks that wait for this person: late orders, and the numbers of orders, requests and reviews to decide. The answer contains only tasks that the person may handle; store owners get the tasks of their own stores.',
  auth: 'staff',
  permission: 'any',
  ownersToo: true,
  input: z.object(ignored),
  output: z.object({
    success: z.literal(true),
    /**
     * Open orders past their promised time: their number, and the most delayed ones. The field is null if the person
     * has no permission to see orders.
     */
    late: z.object({ count: z.int(), orders: z.array(lateOrder) }).nullable(),
    /**
     * The kinds of tasks that are waiting, the most urgent first, without those whose count is 0. The approval requests
     * of the person who is signed in do not count, because someone else has to decide about them.
     */
    waiting: z.array(
      z.object({
        need: z.enum(needNames),
        count: z.int(),
        /** The time since which the oldest task of this kind has been waiting; null if it is not recorded. */
        since: z.string().nullable(),
      }),
    ),
  }),
  errors: [],
})
