/**
 * What the event stream of `GET events` carries (GAP-81). Each message has an id, so that a client that lost the
 * connection resumes after the last one it saw (`Last-Event-ID`).
 */
export type StreamEvent =
  /** To the customer: an own order changed its status. */
  | { type: 'order-status'; order_id: number; unique_order_id: string; orderstatus_id: number }
  /** To the customer of the trip: where the rider is. */
  | {
      type: 'rider-position'
      order_id: number
      latitude: number
      longitude: number
      heading: number | null
      at: string
    }
  /** To a rider: an order he may accept, or one that is no longer to be had. */
  | { type: 'offer'; order_id: number; unique_order_id: string; store: string }
  | { type: 'offer-taken'; order_id: number; unique_order_id: string }
  /** At the dashboard: an order of the shop, or of an own store, is new or changed. */
  | {
      type: 'desk-order'
      order_id: number
      unique_order_id: string
      store_id: number
      orderstatus_id: number
      /** Where it came from; null for a new one, the same where only its rider changed. */
      from_orderstatus_id: number | null
    }
  /** To a rider: one of his own jobs changed. */
  | { type: 'job-changed'; order_id: number; unique_order_id: string; orderstatus_id: number }
