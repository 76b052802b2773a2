import { useGo } from '#lib/go.ts'
import { useMay } from '#lib/session.ts'

/**
 * Shows an order number, as a link for people who may see the order. The link to the order also works inside a panel,
 * which closes first.
 */
export function OrderLink({ id, number }: { id: number | null; number: string | null }) {
  const go = useGo()
  const maySee = useMay({ permission: 'order_view' })
  if (!number) return <span className="text-ink-2">–</span>
  if (!id || !maySee) return <span className="num">{number}</span>
  return (
    <button type="button" className="num whitespace-nowrap text-brand underline" onClick={() => go(`/orders/${id}`)}>
      {number}
    </button>
  )
}
