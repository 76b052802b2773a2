import type { Output } from '@nukkad/contract/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { formatDay, formatMoney } from '#lib/format.ts'
import { ask } from '#lib/query.ts'

type StoreEarnings = Output<'store-owner/get-earnings'>

/** Shows the held funds of a store with the reason for each amount, and the store's lost disputes. */
export function HeldFunds({ earnings, isStaff = false }: { earnings: StoreEarnings; isStaff?: boolean }) {
  const money = (amount: string) => formatMoney(amount, earnings.restaurant.currency)
  const held = (
    [
      ['Orders whose payment is not confirmed yet, or whose cash a rider still has', earnings.heldUnconfirmed],
      ['Orders paid with promotion credit that the shop’s commission does not cover yet', earnings.heldCredit],
      [
        'Orders paid online in the last few days, whose payment the customer’s bank can still take back',
        earnings.heldRecent,
      ],
      ['Orders that a customer disputes at the bank, until the bank decides who gets the money', earnings.heldDisputed],
    ] as const
  ).filter(([, amount]) => Number(amount) > 0)
  const { disputes } = earnings
  if (held.length + disputes.length === 0) return null
  return (
    <div className="grid max-w-160 gap-4">
      {held.length > 0 ? (
        <div className="grid gap-2">
          <p className="text-ink-2">{`${isStaff ? 'The store' : 'You'} can be paid ${money(earnings.availableForPayout)} now. The rest is held:`}</p>
          <ul aria-label="Held" className="grid gap-1">
            {held.map(([why, amount]) => (
              <li key={why} className="flex flex-wrap justify-between gap-x-4">
                <span className="text-ink-2">{why}</span>
                <span className="num">{money(amount)}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {disputes.length > 0 ? (
        <div className="grid gap-2">
          <h3 className="text-label">Disputed orders</h3>
          <ul aria-label="Disputed orders" className="grid gap-1">
            {disputes.map(({ unique_order_id, status, amount, since }) => (
              <li key={`${unique_order_id} ${status}`} className="flex flex-wrap justify-between gap-x-4">
                <span className="break-all">{unique_order_id}</span>
                <span className="text-ink-2">
                  {status === 'open' ? 'Held since' : 'Returned to the customer by the bank on'}{' '}
                  {formatDay(since.slice(0, 10))}
                </span>
                <span className="num">{status === 'open' ? money(amount) : `−${money(amount)}`}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  )
}

/** Shows a store's held funds and lost disputes to staff who decide on a payout or record a payment from the store. */
export function HeldFundsOf({ storeId }: { storeId: number }) {
  const { data, error } = useQuery({ ...ask('store-owner/get-earnings', { store_id: storeId }), staleTime: 0 })
  if (error) return <p role="alert">{error.message}</p>
  return data?.restaurant.id === storeId ? <HeldFunds earnings={data} isStaff /> : null
}
