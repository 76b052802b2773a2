import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { go } from '#lib/navigation.ts'
import { ask } from '#lib/query.ts'

/**
 * Opens the visit that an order pays for, in place of the order's own screen. The URL of the visit keeps the payment
 * that the URL of the order names.
 */
export default function VisitOfOrder({ orderNumber }: { orderNumber: string }) {
  const { data, isFetching } = useQuery({ ...ask('my-visits', {}), staleTime: 0 })
  const visit = data?.visits.find(({ order }) => order?.unique_order_id === orderNumber)
  const isMissing = data !== undefined && !isFetching && !visit
  useEffect(() => {
    if (visit) go(`/visit/${visit.unique_visit_id}${location.search}`, { replace: true })
    else if (isMissing) go('/my-orders', { replace: true })
  }, [visit, isMissing])
  return <div className="min-h-dvh" />
}
