import type { Output } from '@nukkad/contract/contract.ts'
import { countUnread } from '@nukkad/rules/badges.ts'
import { useQuery } from '@tanstack/react-query'
import { useCustomer } from '#stores/session.ts'
import { ask } from './query.ts'

export type Alerts = Output<'get-user-notifications'>
export type Alert = Alerts[number]

/** The customer's notifications of the last days, newest first (L-01). */
export function useAlerts() {
  const customer = useCustomer()
  return useQuery({ ...alertsQuery(customer?.id), enabled: customer !== undefined })
}

/** How many of them are unread, for the badge of the bottom bar. */
export function useUnread(): number {
  const { data } = useAlerts()
  const isCustomer = useCustomer() !== undefined
  return isCustomer && data ? countUnread(data) : 0
}

/** The customer’s notifications as a query. */
export function alertsQuery(userId: number | undefined) {
  return ask('get-user-notifications', { user_id: userId })
}
