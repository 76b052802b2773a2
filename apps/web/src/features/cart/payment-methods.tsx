import type { Output } from '@nukkad/contract/contract.ts'
import { GATEWAYS_RETRY_MS } from '@nukkad/rules/constants.ts'
import type { OrderType } from '@nukkad/rules/order-type.ts'
import { useQuery } from '@tanstack/react-query'
import { type Method, onlineMethod } from '#features/paying/names.ts'
import { isSettingOn, t } from '#lib/catalogue.ts'
import { siteCurrency, wirePrice } from '#lib/prices.ts'
import { ask } from '#lib/query.ts'

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
  const methods = offered.map((gateway): Method => {
    if (gateway.name !== 'COD') return onlineMethod(gateway)
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
    sub: t('checkoutWalletBalance', { amount: wirePrice(balance, siteCurrency()) }),
  }
  return [wallet, ...methods]
}
