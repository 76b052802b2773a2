import { z } from 'zod'
import { call } from '../call.ts'
import type { Permission } from '../permissions.ts'
import { id, ignored } from '../wire.ts'

/**
 * Every alarm by its stable code, with the permission that shows it on the dashboard's home page. An alarm is one code
 * in the log, one metric (`nukkad_alarms`) and one row on that page. Codes never change: monitors filter by them.
 */
export const alarms = {
  /** A store's orders pay out too much of its commission as referral and share commissions. Subject: the store's id. */
  reward_ratio_high: { permission: 'wallet_transactions_view' },
  /** Half of a budget for one-time codes or mail is spent. Subject: the budget. */
  code_budget_half_spent: { permission: 'settings_manage' },
  /** Almost no codes sent to phones with one prefix are entered, so strangers get none there. Subject: the prefix. */
  code_prefix_stopped: { permission: 'settings_manage' },
  /** Nearly all requests come from one address: the server does not see its clients behind a proxy. */
  requests_from_one_address: { permission: 'settings_manage' },
} as const satisfies Record<string, { permission: Permission }>

export type AlarmCode = keyof typeof alarms
export const alarmCodes = Object.keys(alarms) as [AlarmCode, ...AlarmCode[]]

export const alarmRow = z.object({
  id: z.int(),
  code: z.enum(alarmCodes),
  /** What it is about, such as the name of a budget; empty for the whole shop. */
  subject: z.string(),
  /** Figures that explain it, such as `{"spent": 120, "budget": 200}`. */
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  raised_at: z.string(),
  last_seen_at: z.string(),
  /** How often its cause was seen since the alarm was raised. */
  times_seen: z.int(),
})

export const closeAlarm = call('dashboard/alarms/close', {
  summary: 'Closes an alarm after its cause was dealt with. It is raised again when its cause is seen again.',
  auth: 'staff',
  permission: 'any',
  input: z.object({ ...ignored, id }),
  output: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND', 'PERMISSION_MISSING'],
})
