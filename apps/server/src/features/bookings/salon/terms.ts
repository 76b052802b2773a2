/** The rules by which a salon takes visits: a row of `booking_terms`. */
export type BookingTerms = {
  /** Number of minutes from one possible start to the next, counted from local midnight. */
  step_minutes: number
  /** Number of days ahead for which customers can book. */
  horizon_days: number
  /** Minimum number of minutes between booking and start. */
  lead_minutes: number
  /** Minutes after its start from which a visit can be marked as a no-show. */
  no_show_grace_minutes: number
  /** Hours in which a customer can object to a kept share; after these hours, the store gets the share. */
  objection_hours: number
  /** The numbers of hours before the start at which customers are reminded. */
  reminder_hours: number[]
}

/** The terms of a salon that has set none. */
export const usualTerms: BookingTerms = {
  step_minutes: 15,
  horizon_days: 30,
  lead_minutes: 0,
  no_show_grace_minutes: 15,
  objection_hours: 24,
  reminder_hours: [24, 2],
}
