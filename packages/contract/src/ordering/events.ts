/**
 * The messages of the event stream `GET events` (GAP-81). Each message has an id, so that a client that lost its
 * connection can resume after the last message that it received (`Last-Event-ID`).
 */
export type StreamEvent =
  /** A message to a customer that one of their orders changed its status. */
  | { type: 'order-status'; order_id: number; unique_order_id: string; orderstatus_id: number }
  /** A message with the rider's position, to the customer of an order in delivery. */
  | {
      type: 'rider-position'
      order_id: number
      latitude: number
      longitude: number
      heading: number | null
      at: string
    }
  /** A message to a rider about a new offer, or about an offer that another rider has accepted. */
  | { type: 'offer'; order_id: number; unique_order_id: string; store: string }
  | { type: 'offer-taken'; order_id: number; unique_order_id: string }
  /** A message to the dashboard that an order of the shop, or of the owner's store, is new or changed. */
  | {
      type: 'desk-order'
      order_id: number
      unique_order_id: string
      store_id: number
      orderstatus_id: number
      /**
       * The previous status of the order; null for a new order. The previous status equals the new one when only the
       * rider changed.
       */
      from_orderstatus_id: number | null
    }
  /** A message to a rider that one of their rider jobs changed. */
  | { type: 'job-changed'; order_id: number; unique_order_id: string; orderstatus_id: number }
