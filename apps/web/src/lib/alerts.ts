import type { Output } from '@nukkad/contract/contract.ts'
import { countUnread } from '@nukkad/rules/badges.ts'
import { useQuery } from '@tanstack/react-query'
import { useCustomer } from '#stores/session.ts'
import { ask } from './query.ts'

export type Alerts = Output<'get-user-notifications'>
export type Alert = Alerts[number]

/** Fetches the customer's recent notifications, newest first (L-01). */
export function useAlerts() {
  const customer = useCustomer()
  return useQuery({ ...alertsQuery(customer?.id), enabled: customer !== undefined })
}

/** Returns the number of unread notifications, for the badge in the bottom navigation. */
export function useUnread(): number {
  const { data } = useAlerts()
  const isCustomer = useCustomer() !== undefined
  return isCustomer && data ? countUnread(data) : 0
}

export function alertsQuery(userId: number | undefined) {
  return ask('get-user-notifications', { user_id: userId })
}
