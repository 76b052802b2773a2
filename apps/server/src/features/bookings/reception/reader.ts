import { mayInStore } from '@nukkad/contract/store-roles.ts'
import type { CallContext } from '#http/calls.ts'
import type { Session } from '#http/session.ts'

/** The rights of a reader of a salon's diary. */
export type Reader = {
  /** Whether the reader sees every person's visits and amounts of money, and may change the visits. */
  isReception: boolean
  /** Whether the reader sees the customers' phones. */
  seesPhones: boolean
  userId: number
}

/**
 * Returns what a session may see of a store's diary. People without the right to act on orders see only their own
 * visits.
 */
export function readerOf(
  session: Pick<Session, 'userId' | 'audience' | 'work'>,
  storeId: number,
  settings: CallContext<'dashboard/bookings/day'>['settings'],
): Reader {
  const { work, userId, audience } = session
  const right = { call: 'dashboard/bookings/move', permission: 'order_actions' } as const
  const isReception =
    !work ||
    work.owned.includes(storeId) ||
    work.jobs.some((job) => job.storeId === storeId && mayInStore(job.role, right))
  const isHidden = audience !== 'staff' && settings.isOn('hideCustomerDetailsFromStoreOwner')
  return { isReception, seesPhones: isReception && !isHidden, userId }
}
