import type { Output } from '@nukkad/contract/contract.ts'
import { GATEWAYS_RETRY_MS } from '@nukkad/rules/constants.ts'
import type { OrderType } from '@nukkad/rules/order-type.ts'
import { ChoiceRow } from '@nukkad/ui/parts/choice.tsx'
import { Skeleton } from '@nukkad/ui/parts/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { Banknote, CreditCard, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { isSettingOn, t } from '#lib/catalogue.ts'
import { wirePrice } from '#lib/prices.ts'
import { ask } from '#lib/query.ts'

/** A way to pay as place-order names it. */
export type Method = { id: string; group: 'wallet' | 'online' | 'cash'; name: string; sub: string }

type Gateways = Output<'get-payment-gateways'>

/** The store's gateways, asked for again until they are there (wire contract §2.10), and the wallet if it is enough. */
export function usePaymentMethods(facts: { storeId: number; orderType: OrderType; balance: number; total: number }) {
  const { data } = useQuery({
    ...ask('get-payment-gateways', { restaurant_id: facts.storeId }),
    enabled: facts.storeId > 0,
    refetchInterval: ({ state }) => (state.data === undefined ? GATEWAYS_RETRY_MS : false),
  })
  return data ? methodsOf(data, facts) : undefined
}

function methodsOf(
  gateways: Gateways,
  { orderType, balance, total }: { orderType: OrderType; balance: number; total: number },
) {
  const isPickup = orderType === 'SELFPICKUP'
  const offered = gateways.filter(({ name }) => name !== 'COD' || !isPickup || isSettingOn('enCODonSF'))
  const methods = offered.map(({ name, description }): Method => {
    if (name !== 'COD') return { id: name.toUpperCase(), group: 'online', name, sub: description ?? '' }
    const [cash, sub] = isPickup
      ? [t('checkoutCashAtStore'), t('checkoutCashAtStoreHint')]
      : [t('checkoutCashOnDelivery'), t('checkoutCodSubText')]
    return { id: 'COD', group: 'cash', name: cash, sub }
  })
  if (balance < total || balance <= 0) return methods
  const wallet: Method = {
    id: 'WALLET',
    group: 'wallet',
    name: t('checkoutGroupWallet'),
    sub: t('checkoutWalletBalance', { amount: wirePrice(balance) }),
  }
  return [wallet, ...methods]
}

const icons: Record<Method['group'], ReactNode> = { wallet: <Wallet />, online: <CreditCard />, cash: <Banknote /> }

export function PaymentMethods({ methods, chosen, onChoose }: MethodsProps) {
  if (!methods) {
    return (
      <div role="status" aria-label={t('a11yLoading')} className="grid gap-3 py-3">
        <Skeleton className="h-13" />
        <Skeleton className="h-13" />
      </div>
    )
  }
  if (methods.length === 0) return <p className="py-4 text-ink-2">{t('checkoutNoMethods')}</p>
  return (
    <div className="divide-y divide-line">
      {methods.map(({ id, group, name, sub }) => (
        <ChoiceRow
          key={id}
          type="radio"
          name="method"
          label={name}
          sub={sub}
          icon={
            <span
              aria-hidden="true"
              className="grid size-10 shrink-0 place-items-center rounded-control bg-tint text-on-tint [&_svg]:size-5"
            >
              {icons[group]}
            </span>
          }
          isChecked={chosen === id}
          onChange={() => onChoose(id)}
        />
      ))}
    </div>
  )
}

type MethodsProps = { methods: Method[] | undefined; chosen: string | undefined; onChoose: (id: string) => void }
