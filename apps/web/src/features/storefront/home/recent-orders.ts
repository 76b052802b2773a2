import type { Output } from '@nukkad/contract/contract.ts'
import { orderTypeCodes } from '@nukkad/rules/order-type.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listen } from '#lib/events.ts'
import { ask, queryClient } from '#lib/query.ts'
import { useCustomer } from '#stores/session.ts'

export type RecentOrder = Output<'get-orders'>['data'][number]

/** Fetches the customer's latest orders, without the orders of visits, because visits have a separate list. */
export function useRecentOrders(isWanted: boolean) {
  const customer = useCustomer()
  return useQuery({ ...ask('get-orders', {}), enabled: isWanted && Boolean(customer), select: withoutVisits })
}

function withoutVisits({ data }: Output<'get-orders'>): RecentOrder[] {
  return data.filter(({ delivery_type }) => delivery_type !== orderTypeCodes.VISIT)
}

/**
 * While home shows an order in progress, fetches the latest orders again each time the server reports a change of an
 * order.
 */
export function useFreshOrders(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    return listen('customer', ({ type }) => {
      if (type === 'order-status') void queryClient.invalidateQueries({ queryKey: ['get-orders'] })
    })
  }, [isWanted])
}
