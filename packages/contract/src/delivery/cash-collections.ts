import { z } from 'zod'
import { call } from '../call.ts'
import { dateTimeText, id, ignored, moneyText, page, pageNumber } from '../wire.ts'

const person = z.object({ id: z.int(), name: z.string() })

const collection = z.object({
  id: z.int(),
  rider: person,
  amount: moneyText,
  currency: z.string(),
  note: z.string().nullable(),
  collected_by: person,
  created_at: dateTimeText,
})

export const listCashHeld = call('dashboard/delivery-collections', {
  summary: 'Riders who hold cash, largest amount first, twenty a page.',
  auth: 'staff',
  permission: 'delivery_collection_manage',
  query: ['page'],
  input: z.object({ ...ignored, page: pageNumber }),
  output: page(z.object({ rider: person, held: moneyText, currency: z.string() })),
  errors: [],
})

export const listCashCollections = call('dashboard/delivery-collection-logs', {
  summary: 'Cash collected from riders, newest first, twenty a page; optionally of one rider.',
  auth: 'staff',
  permission: 'delivery_collection_logs_view',
  query: ['page'],
  input: z.object({ ...ignored, page: pageNumber, rider_id: id.optional() }),
  output: page(collection),
  errors: [],
})
