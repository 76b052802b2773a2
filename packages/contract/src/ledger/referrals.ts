import { z } from 'zod'
import { call } from '../call.ts'
import { dateTimeText, ignored, moneyText } from '../wire.ts'

export const getReferredUsers = call('get-referred-users', {
  // Source: docs/reference/wire.md#account.
  summary: 'The friends whom the customer referred, and the commission from each of their orders.',
  auth: 'customer',
  input: z.object(ignored),
  output: z.union([
    z.object({
      success: z.literal(true),
      available: z.literal(true),
      list: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          phone: z.string(),
          created_at: dateTimeText,
          orders: z.array(z.object({ id: z.int(), created_at: dateTimeText, commission: moneyText })),
        }),
      ),
      referralCount: z.int(),
    }),
    z.object({ success: z.literal(false), available: z.literal(false) }),
  ]),
  errors: [],
})

const months = z.array(
  z.object({
    /** The month, such as `2026-11`. */
    month: z.string(),
    currency: z.string(),
    bonuses: moneyText,
    bonus_count: z.int(),
    rewards: moneyText,
    reward_count: z.int(),
    commissions: moneyText,
    commission_count: z.int(),
  }),
)

export const referralCost = call('dashboard/referrals/cost', {
  summary: 'The cost of the referral programme by month, from the ledger, and the commissions that are still held.',
  auth: 'staff',
  permission: 'settings_manage',
  input: z.object(ignored),
  output: z.object({
    success: z.literal(true),
    months,
    promised: z.array(z.object({ currency: z.string(), amount: moneyText, count: z.int() })),
    /**
     * Figures of the last thirty days: the numbers of bonuses and rewards paid, and the sales on which commissions were
     * based.
     */
    last_days: z.object({
      currency: z.string(),
      bonus_count: z.int(),
      reward_count: z.int(),
      referred_sales: moneyText,
      shared_sales: moneyText,
    }),
  }),
  errors: [],
})
