import { z } from 'zod'
import { call } from '../call.ts'
import { flag, id, ignored } from '../wire.ts'

const gatewayRow = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  logo: z.string().nullable(),
  is_active: flag,
  created_at: z.string(),
  updated_at: z.string(),
})

export const getPaymentGateways = call('get-payment-gateways', {
  // P-59, GAP-33
  summary: 'The payment methods of this store.',
  auth: 'customer',
  forCallers: true,
  input: z.object({ restaurant_id: id, ...ignored }),
  output: z.array(gatewayRow),
  errors: [],
})

export const getTopUpGateways = call('get-top-up-gateways', {
  summary: 'The payment methods for wallet top-ups, as rows of get-payment-gateways.',
  auth: 'customer',
  input: z.object(ignored),
  output: z.array(gatewayRow.omit({ created_at: true, updated_at: true })),
  errors: [],
})
