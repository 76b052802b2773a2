import { useQuery } from '@tanstack/react-query'
import { useGo } from '#lib/go.ts'
import { ask } from '#lib/query.ts'
import { useMay } from '#lib/session.ts'

/**
 * Warns that payouts stop while the ledger check finds differences, because money paid out on a wrong figure is hard to
 * recover.
 */
export function LedgerBanner({ isRefused = false }: { isRefused?: boolean }) {
  const maySee = useMay({ permission: 'wallet_transactions_view' })
  const { data } = useQuery({ ...ask('dashboard/ledger-check', {}), enabled: maySee })
  const go = useGo()
  if (!isRefused && !data?.data?.stops_payouts) return null
  return (
    <div role="alert" className="mb-4 rounded-control bg-error-tint px-4 py-3 text-error">
      <p>
        The ledger check found differences, so payouts are stopped. Payouts continue when a ledger check finds no
        difference.
      </p>
      {maySee ? (
        <button type="button" className="mt-1 underline" onClick={() => go('/books')}>
          See what differs
        </button>
      ) : null}
    </div>
  )
}
