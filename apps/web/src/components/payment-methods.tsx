import { ChoiceRow } from '@nukkad/ui/components/choice.tsx'
import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { Banknote, CreditCard, Landmark, Smartphone, Wallet, WalletCards } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#lib/catalogue.ts'
import type { Method } from '#lib/payment-methods.ts'

type MethodListProps = { methods: Method[] | undefined; chosen: string | undefined; onChoose: (id: string) => void }

/** Lets the person choose one payment method. */
export function MethodList({ methods, chosen, onChoose }: MethodListProps) {
  if (!methods) {
    return (
      <div role="status" aria-label={t('a11yLoading')} className="grid gap-3 py-3">
        <Skeleton className="h-13" />
        <Skeleton className="h-13" />
      </div>
    )
  }
  return (
    <div className="mt-1.5 divide-y divide-line">
      {methods.map(({ id, group, name, sub }) => (
        <ChoiceRow
          key={id}
          type="radio"
          name="method"
          label={name}
          sub={sub}
          icon={<Tile group={group} sub={sub} />}
          isChecked={chosen === id}
          onChange={() => onChoose(id)}
        />
      ))}
    </div>
  )
}

const icons: Record<Exclude<Method['group'], 'provider'>, ReactNode> = {
  upi: <Smartphone />,
  card: <CreditCard />,
  netbanking: <Landmark />,
  wallets: <WalletCards />,
  wallet: <Wallet />,
  cash: <Banknote />,
}

/** Shows the first letter of a provider's name instead of its logo, because logos belong to the providers. */
function Tile({ group, sub }: Pick<Method, 'group' | 'sub'>) {
  return (
    <span
      aria-hidden="true"
      className="grid size-10 shrink-0 place-items-center rounded-control bg-tint text-on-tint [&_svg]:size-5"
    >
      {group === 'provider' ? <span className="title text-section">{sub.slice(0, 1)}</span> : icons[group]}
    </span>
  )
}
