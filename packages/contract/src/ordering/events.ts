/**
 * The messages of the event stream `GET events` (GAP-81). Each message has an id, so that a client that lost its
 * connection can resume after the last one it received (`Last-Event-ID`).
 */
export type StreamEvent =
  /** To the customer: one of their orders changed its status. */
  | { type: 'order-status'; order_id: number; unique_order_id: string; orderstatus_id: number }
  /** To the customer of an order in delivery: the rider's position. */
  | {
      type: 'rider-position'
      order_id: number
      latitude: number
      longitude: number
      heading: number | null
      at: string
    }
  /** To a rider: a new offer, or an offer that another rider has accepted. */
  | { type: 'offer'; order_id: number; unique_order_id: string; store: string }
  | { type: 'offer-taken'; order_id: number; unique_order_id: string }
  /** To the dashboard: an order of the shop, or of the owner's store, is new or changed. */
  | {
      type: 'desk-order'
      order_id: number
      unique_order_id: string
      store_id: number
      orderstatus_id: number
      /** The previous status; null for a new order. It equals the new status when only the rider changed. */
      from_orderstatus_id: number | null
    }
  /** To a rider: one of their jobs changed. */
  | { type: 'job-changed'; order_id: number; unique_order_id: string; orderstatus_id: number }
