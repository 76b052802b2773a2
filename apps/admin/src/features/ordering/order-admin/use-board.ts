import { useQuery } from '@tanstack/react-query'
import { ask } from '#lib/query.ts'
import { useAdminEvents } from './use-admin-events.ts'
import { useNow } from './use-now.ts'
import { rereadOrders } from './use-order-call.ts'

/** The polling intervals of the board: a long one while the event stream is connected, a short one without it. */
const LIVE_MS = 60_000
const DEAF_MS = 15_000

/** Reads the open orders, keeps them up to date, and returns them with the current time. */
export function useBoard() {
  const now = useNow()
  const isLive = useAdminEvents(() => void rereadOrders())
  const { data, error, refetch } = useQuery({
    ...ask('dashboard/orders/board', {}),
    refetchInterval: isLive ? LIVE_MS : DEAF_MS,
    refetchIntervalInBackground: true,
  })
  return { data, error, refetch, now, isLive }
}
