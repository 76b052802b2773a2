import { useQuery } from '@tanstack/react-query'
import { AskedAction } from '#components/asked-action.tsx'
import { call } from '#lib/api.ts'
import { useChosenStore } from '#lib/chosen-store.ts'
import { formatMoney } from '#lib/format.ts'
import { newKey } from '#lib/new-key.ts'
import { ask, reread } from '#lib/query.ts'
import { isActing, useMember } from '#lib/session.ts'
import { toast } from '#lib/toasts.ts'
import { HeldFunds } from './held-funds.tsx'

/**
 * Maximum number of stores whose earnings are read together. An owner of more stores has to select one in the top bar.
 */
const MAX_AT_ONCE = 6

/** Shows the earnings of an owner's stores and the payouts due to the stores, and lets the owner request a payout. */
export function Earnings() {
  const { stores } = useMember()
  const [chosen] = useChosenStore()
  const shown = stores.filter(({ id }) => chosen === '' || String(id) === chosen).slice(0, MAX_AT_ONCE)
  return (
    <div className="mb-6 grid gap-6">
      {shown.map(({ id, name }) => (
        <section key={id} aria-label={`Earnings of ${name}`} className="grid gap-3">
          {stores.length > 1 ? <h2 className="text-heading">{name}</h2> : null}
          <EarningsOf storeId={id} />
        </section>
      ))}
      {chosen === '' && stores.length > shown.length ? (
        <p className="text-ink-2">To see the earnings of another store, select it at the top of the page.</p>
      ) : null}
    </div>
  )
}

function EarningsOf({ storeId }: { storeId: number }) {
  const { data, error } = useQuery(ask('store-owner/get-earnings', { store_id: storeId }))
  if (error) return <p role="alert">{error.message}</p>
  if (data?.restaurant.id !== storeId) return <p role="status">One moment …</p>
  const money = (amount: string) => formatMoney(amount, data.restaurant.currency)
  const hasOpen = data.payoutRequests.some(({ status }) => status === 'PENDING')
  const tiles = [
    ['Earned in total', data.totalEarning],
    ['Due before commission', data.balanceBeforeCommission],
    ['Due to you', data.balanceAfterCommission],
  ] as const
  return (
    <>
      <ul className="grid grid-cols-1 gap-3 wide:grid-cols-3">
        {tiles.map(([title, amount]) => (
          <li key={title} className="card p-4">
            <p className="text-small text-ink-2">{title}</p>
            <p className="num title text-title">{money(amount)}</p>
          </li>
        ))}
      </ul>
      <HeldFunds earnings={data} />
      {isActing() ? (
        <p className="text-ink-2">Only the owner can request a payout.</p>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <AskedAction
            label="Request a payout"
            variant="fill"
            disabled={!data.canRequestForPayout}
            question={`Request a payout of ${money(data.availableForPayout)}?`}
            action="Request the payout"
            says="The shop pays the amount to your payout account. Later earnings go into the next payout."
            act={async () => {
              await call('store-owner/send-payout-request', { store_id: storeId }, { idempotencyKey: newKey() })
              await reread('store-owner/get-earnings', 'dashboard/table')
              toast('The payout is requested. This page shows when the payout is paid.')
            }}
          />
          {data.canRequestForPayout ? null : (
            <p className="text-ink-2">
              {hasOpen
                ? 'You can request another payout when staff have decided about your last request.'
                : data.payoutsHeldUntil
                  ? `Your payout details changed, so payouts are held until ${data.payoutsHeldUntil.slice(0, 16)}.`
                  : `You can request a payout once more than ${money(data.minPayout)} can be paid to you.`}
            </p>
          )}
        </div>
      )}
    </>
  )
}
