import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Facts, Section } from '#components/section.tsx'
import { call } from '#lib/api.ts'
import { formatCount, formatMoney } from '#lib/format.ts'
import { reread } from '#lib/query.ts'
import { useMay } from '#lib/session.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { type Person, useMayChange } from './person.ts'

/** Shows the orders, wallet, referrals and addresses of a customer. */
export function CustomerPart({ person }: { person: Person }) {
  const { orders, wallets, referral, addresses } = person
  const maySeeOrders = useMay({ permission: 'order_view' })
  const maySeeWallet = useMay({ permission: 'wallet_transactions_view' })
  return (
    <Section title="Customer">
      <Facts
        facts={[
          [
            'Orders',
            `${formatCount(orders.placed)} (${formatCount(orders.delivered)} delivered, ${formatCount(orders.cancelled)} cancelled)`,
          ],
          ...wallets.flatMap(({ currency, own, promotion }) => [
            ['Own money', formatMoney(own, currency)] as const,
            ['Promotion credit', formatMoney(promotion, currency)] as const,
          ]),
          [
            'Referral code',
            <span key="code" className="num select-all">
              {referral.code}
            </span>,
          ],
          ['Referred by', referral.referred_by ?? '–'],
          ['Has referred', formatCount(referral.brought)],
          ['Devices with push', formatCount(person.push_devices)],
        ]}
      />
      <p className="flex flex-wrap gap-4">
        {maySeeOrders ? (
          <Link to="/orders" search={{ customer: String(person.id) } as never} className="text-brand underline">
            All orders
          </Link>
        ) : null}
        {maySeeWallet ? (
          <Link
            to="/wallet-movements"
            search={{ customer: String(person.id) } as never}
            className="text-brand underline"
          >
            Wallet history
          </Link>
        ) : null}
      </p>
      <h3 className="text-label">Addresses</h3>
      {addresses.length === 0 ? <p className="text-ink-2">None.</p> : null}
      <ul className="grid gap-1">
        {addresses.map((address) => (
          <Address key={address.id} person={person} address={address} />
        ))}
      </ul>
    </Section>
  )
}

function Address({ person, address }: { person: Person; address: Person['addresses'][number] }) {
  const mayChange = useMayChange(person)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('dashboard/people/delete-address', { id: person.id, address_id: address.id }),
    onSuccess: async () => {
      await reread('dashboard/people/show')
      toast('The address was removed')
    },
    onError: toastError,
  })
  return (
    <li className="flex items-start justify-between gap-3">
      <span className="min-w-0">
        {address.tag ? `${address.tag}: ` : ''}
        {address.address}
        {address.is_default ? <span className="text-ink-2"> (default)</span> : null}
      </span>
      {mayChange ? (
        <button
          type="button"
          className="min-h-6 shrink-0 text-error underline"
          aria-label={`Remove ${address.address}`}
          disabled={isPending}
          onClick={() => mutate()}
        >
          Remove
        </button>
      ) : null}
    </li>
  )
}
