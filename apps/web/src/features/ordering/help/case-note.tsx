import { useQuery } from '@tanstack/react-query'
import { ask } from '#lib/query.ts'
import { CasePill } from './case-card.tsx'

/** Shows the state of the newest case of an order; nothing if it has none. */
export default function CaseNote({ orderId }: { orderId: number }) {
  const { data } = useQuery(ask('get-cases', {}))
  const newest = data?.cases.find(({ order_id }) => order_id === orderId)
  return newest ? <CasePill state={newest.state} /> : null
}
