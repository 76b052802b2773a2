import { useQuery } from '@tanstack/react-query'
import { Bike, ChevronRight } from 'lucide-react'
import { t } from '#lib/catalogue.ts'
import { ask } from '#lib/query.ts'
import { useCart } from '#stores/cart.ts'
import { useCustomer } from '#stores/session.ts'

/** Shows that an order is in progress, with a link to it (F-12, C-28). */
export function RunningStrip() {
  const customer = useCustomer()
  const hasCart = useCart(({ lines }) => lines.length > 0)
  const { data: isRunning } = useQuery({
    ...ask('check-running-order', {}),
    enabled: Boolean(customer),
    refetchInterval: 60_000,
  })
  if (!customer || !isRunning) return null
  return (
    <div
      className="fixed inset-x-0 z-19 mx-auto max-w-192 px-3"
      style={{ bottom: `calc(var(--nav) + ${hasCart ? 80 : 10}px)` }}
    >
      <a
        data-foot
        href="/my-orders"
        className="press flex min-h-14 items-center gap-3 rounded-card bg-tint px-4 font-650 text-on-tint shadow-2"
      >
        <Bike aria-hidden="true" className="size-5" />
        <span className="min-w-0 flex-1 py-2">{t('ongoingOrderMsg')}</span>
        <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
      </a>
    </div>
  )
}
