/** How a salon takes visits, as its row of `booking_terms` says it. */
export type BookingTerms = {
  /** The grid of starts, in minutes from local midnight. */
  step_minutes: number
  /** Days from today on which visits can be booked. */
  horizon_days: number
  /** Minutes from now before which no visit starts. */
  lead_minutes: number
  /** Minutes after its start from which a visit can be a no-show. */
  no_show_grace_minutes: number
  /** Hours in which a customer can object before the store gets a kept share. */
  objection_hours: number
  /** Hours before the start at which customers are reminded. */
  reminder_hours: number[]
}

/** The terms of a salon that has not changed them. */
export const usualTerms: BookingTerms = {
  step_minutes: 15,
  horizon_days: 30,
  lead_minutes: 0,
  no_show_grace_minutes: 15,
  objection_hours: 24,
  reminder_hours: [24, 2],
}
