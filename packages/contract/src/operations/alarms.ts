import { z } from 'zod'
import { call } from '../call.ts'
import type { Permission } from '../permissions.ts'
import { id, ignored } from '../wire.ts'

/**
 * Every alarm by its stable code, with the permission that shows it on the dashboard's home page. An alarm is one code
 * in the log, one metric (`nukkad_alarms`) and one row on the dashboard's home page. The codes of alarms never change,
 * because monitoring systems filter by them.
 */
export const alarms = {
  /**
   * Referral and share commissions take too large a part of a store's commission. The subject of the alarm is the
   * store's id.
   */
  reward_ratio_high: { permission: 'wallet_transactions_view' },
  /** Half of a budget for one-time codes or email is spent. The subject of the alarm is the budget. */
  code_budget_half_spent: { permission: 'settings_manage' },
  /**
   * People enter almost none of the codes sent to phones with this prefix, so unknown numbers with the prefix no longer
   * get codes. The subject of the alarm is the prefix.
   */
  code_prefix_stopped: { permission: 'settings_manage' },
  /** A rider had an accident or a breakdown on a trip. The subject of the alarm is the order number. */
  rider_stopped: { permission: 'order_actions' },
  /** Nearly all requests come from one IP address, so the server probably sees a proxy instead of its clients. */
  requests_from_one_address: { permission: 'settings_manage' },
} as const satisfies Record<string, { permission: Permission }>

/** The code of an alarm. */
export type AlarmCode = keyof typeof alarms
/** All codes of alarms, for the schemas that accept one. */
export const alarmCodes = Object.keys(alarms) as [AlarmCode, ...AlarmCode[]]

/** An open alarm, as the dashboard's home page shows it. */
export const alarmRow = z.object({
  id: z.int(),
  code: z.enum(alarmCodes),
  /** The subject of the alarm, such as the name of a budget; empty for the whole shop. */
  subject: z.string(),
  /** Numbers that explain the alarm, such as `{"spent": 120, "budget": 200}`. */
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  raised_at: z.string(),
  last_seen_at: z.string(),
  /** The number of times that the cause of the alarm has been detected since the alarm was raised. */
  times_seen: z.int(),
})

export const closeAlarm = call('dashboard/alarms/close', {
  summary: 'Closes an alarm after its cause was resolved. The alarm is raised again when the cause occurs again.',
  auth: 'staff',
  permission: 'any',
  input: z.object({ ...ignored, id }),
  output: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND', 'PERMISSION_MISSING'],
})
