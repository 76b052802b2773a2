import type { StreamEvent } from '@nukkad/contract/ordering/events.ts'
import type { AdminEventRow } from './queries.ts'

/**
 * Shapes an order event for the dashboard, with only the fields by which the dashboard decides which data to load
 * again.
 */
export function adminEventOf(row: AdminEventRow): Extract<StreamEvent, { type: 'desk-order' }> {
  return {
    type: 'desk-order',
    order_id: row.order_id,
    unique_order_id: row.unique_order_id,
    store_id: row.store_id,
    orderstatus_id: row.to_status,
    from_orderstatus_id: row.from_status,
  }
}
