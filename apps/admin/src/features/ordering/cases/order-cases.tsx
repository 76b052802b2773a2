import { useQuery } from '@tanstack/react-query'
import { LoadError } from '#components/load-error.tsx'
import { Part } from '#features/ordering/order-admin/order-part.tsx'
import { ask } from '#lib/query.ts'
import { CaseView } from './case-view.tsx'

/** Shows the cases of an order on its page; nothing if it has none. */
export function OrderCases({ orderId }: { orderId: number }) {
  const { data, error, refetch } = useQuery(ask('dashboard/cases', { order_id: orderId }))
  if (error && !data) return <LoadError className="mb-4" text={error.message} onRetry={() => void refetch()} />
  const cases = data?.cases.filter((row) => row.order_id === orderId) ?? []
  if (cases.length === 0) return null
  return (
    <div className="mb-4 grid gap-4">
      {cases.map((row) => (
        <Part key={row.id} title="Case">
          <CaseView row={row} />
        </Part>
      ))}
    </div>
  )
}
