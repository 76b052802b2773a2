import { call } from '#lib/api.ts'
import { renewSession, useSession } from '#stores/session.ts'

/** The customer as the server knows him now; the order of tracking is no part of what is kept (G-26, G-40). */
export async function refreshSession(): Promise<void> {
  const id = useSession.getState().user?.data.id
  if (id === undefined) return
  const session = await call('update-user-info', { user_id: id, unique_order_id: null })
  renewSession({ ...session, running_order: null, delivery_details: null })
}
