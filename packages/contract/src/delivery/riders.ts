import { z } from 'zod'
import { call } from '../call.ts'
import { amount, id, ignored, success, text } from '../wire.ts'

const percent = z.string().regex(/^\d{1,3}(\.\d{1,2})?$/)

export const updateRider = call('dashboard/riders/update', {
  summary: "Changes a rider's pay, the limits of open orders and cash, and the details that customers see.",
  auth: 'staff',
  permission: 'all_users_edit',
  needsRecentProof: true,
  input: z.object({
    ...ignored,
    id,
    vehicle_number: text(24).nullish(),
    description: text(300).nullish(),
    commission: percent,
    tip_share: percent,
    max_open_orders: z.int().min(1).max(100),
    cash_limit: amount,
  }),
  output: success,
  errors: ['NOT_FOUND', 'PERMISSION_MISSING'],
})
