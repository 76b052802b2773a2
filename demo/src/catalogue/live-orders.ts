/** The kinds of stores that the demo has. */
type Kind = 'store' | 'warehouse' | 'medical' | 'salon'

/** The plan of a demo order in progress, with times relative to the moment when the demo starts. */
export type LivePlan = {
  kind: Kind
  isPickup?: boolean
  /** The minutes since the customer placed the order. A delivery is promised after 40 minutes or a few more. */
  placed: number
  /** The minutes since each later step of the order. A step that is missing has not happened yet. */
  accepted?: number
  ready?: number
  assigned?: number
  pickedUp?: number
  /** The day of a scheduled order, counted from today; `isConfirmed` says whether the store has confirmed it. */
  later?: { days: number; isConfirmed: boolean }
  /** Whether this is the order of the demo customer. */
  isOwn?: boolean
  tipMinor?: bigint
  note?: string
}

/** The plans of the demo's twelve orders in progress. The two orders that were placed an hour ago are late. */
export const livePlans: readonly LivePlan[] = [
  {
    kind: 'store',
    isOwn: true,
    placed: 27,
    accepted: 25,
    assigned: 22,
    pickedUp: 7,
    tipMinor: 3_000n,
    note: 'Ring the second bell',
  },
  { kind: 'store', placed: 2, note: 'Please send paper napkins' },
  { kind: 'warehouse', placed: 5, note: 'Please check the best-before dates' },
  { kind: 'store', placed: 62, accepted: 59, note: 'Guests are here, please hurry' },
  { kind: 'store', placed: 12, accepted: 10, note: 'Please keep it upright' },
  { kind: 'medical', placed: 16, accepted: 14, assigned: 9, note: 'Please send the bill with the medicines' },
  { kind: 'store', placed: 21, accepted: 19, assigned: 13, tipMinor: 2_000n },
  { kind: 'store', placed: 68, accepted: 65, assigned: 58, pickedUp: 26, note: 'Call when you reach the gate' },
  { kind: 'warehouse', placed: 24, accepted: 22, assigned: 18, pickedUp: 5, note: 'Leave it with the security' },
  { kind: 'store', isPickup: true, placed: 23, accepted: 21, ready: 3, note: 'I will bring my own bag' },
  { kind: 'warehouse', placed: 9, later: { days: 1, isConfirmed: false }, note: 'Please call before you come' },
  {
    kind: 'salon',
    isPickup: true,
    placed: 35,
    later: { days: 2, isConfirmed: true },
    note: 'The same stylist as last time please',
  },
]
