import { call } from '#lib/api.ts'
import { renewSession, useSession } from '#stores/session.ts'

/**
 * Fetches and stores the customer's current data, without an order in progress, which only the tracking screen needs
 * (G-26, G-40).
 */
export async function refreshSession(): Promise<void> {
  const id = useSession.getState().user?.data.id
  if (id === undefined) return
  const session = await call('update-user-info', { user_id: id, unique_order_id: null })
  renewSession({ ...session, running_order: null, delivery_details: null })
}
