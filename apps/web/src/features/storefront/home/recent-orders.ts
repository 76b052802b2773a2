import type { Output } from '@nukkad/contract/contract.ts'
import { orderTypeCodes } from '@nukkad/rules/order-type.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listen } from '#lib/events.ts'
import { ask, queryClient } from '#lib/query.ts'
import { useCustomer } from '#stores/session.ts'

export type RecentOrder = Output<'get-orders'>['data'][number]

/** Fetches the customer's latest orders. Orders of visits are left out, because visits have a list of their own. */
export function useRecentOrders(isWanted: boolean) {
  const customer = useCustomer()
  return useQuery({ ...ask('get-orders', {}), enabled: isWanted && Boolean(customer), select: withoutVisits })
}

function withoutVisits({ data }: Output<'get-orders'>): RecentOrder[] {
  return data.filter(({ delivery_type }) => delivery_type !== orderTypeCodes.VISIT)
}

/** Fetches the latest orders again when the server reports a change of one, while the screen shows one in progress. */
export function useFreshOrders(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    return listen('customer', ({ type }) => {
      if (type === 'order-status') void queryClient.invalidateQueries({ queryKey: ['get-orders'] })
    })
  }, [isWanted])
}
