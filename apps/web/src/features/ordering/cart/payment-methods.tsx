import type { Output } from '@nukkad/contract/contract.ts'
import { GATEWAYS_RETRY_MS } from '@nukkad/rules/constants.ts'
import type { GoodsType } from '@nukkad/rules/order-type.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isSettingOn, setting, t } from '#lib/catalogue.ts'
import { type Method, onlineMethods } from '#lib/payment-methods.ts'
import { siteCurrency } from '#lib/price-format.ts'
import { wirePrice } from '#lib/prices.ts'
import { ask } from '#lib/query.ts'
import { isArray, isRecord, readJsonKey, writeKey } from '#lib/storage.ts'

type Gateways = Output<'get-payment-gateways'>

/**
 * Returns the store's payment methods, including the wallet if its balance is sufficient. Fetches the list again and
 * again until it has loaded (docs/reference/wire.md#payments).
 */
export function usePaymentMethods(facts: {
  storeId: number
  orderType: GoodsType
  balance: number
  total: number
  isCustomer: boolean
}) {
  const gateways = useGateways(facts.storeId, facts.isCustomer)
  return gateways ? methodsOf(gateways, facts) : undefined
}

/**
 * Returns the store's gateways and stores the last answer, so that a person can choose a gateway while offline too. The
 * cart already fetches the list of gateways, so that the checkout has it.
 */
export function useGateways(storeId: number, isWanted = true): Gateways | undefined {
  const { data } = useQuery({
    ...ask('get-payment-gateways', { restaurant_id: storeId }),
    enabled: isWanted && storeId > 0,
    refetchInterval: ({ state }) => (state.data === undefined ? GATEWAYS_RETRY_MS : false),
  })
  useEffect(() => {
    if (data) writeKey('paymentGateways', JSON.stringify({ storeId, gateways: data }))
  }, [data, storeId])
  return data ?? keptGateways(storeId)
}

function keptGateways(storeId: number): Gateways | undefined {
  const kept = readJsonKey('paymentGateways', isRecord)
  // The stored entry needs no check of its form, because the app wrote it and the server checks the chosen payment
  // method again.
  return kept?.storeId === storeId && isArray(kept.gateways) ? (kept.gateways as Gateways) : undefined
}

function methodsOf(
  gateways: Gateways,
  { orderType, balance, total }: { orderType: GoodsType; balance: number; total: number },
): Method[] {
  const methods = onlineMethods(gateways.filter(({ name }) => name !== 'COD'))
  if (balance >= total && balance > 0) {
    methods.push({
      id: 'WALLET',
      method: 'WALLET',
      group: 'wallet',
      name: t('checkoutGroupWallet', { shop: setting('storeName') }),
      sub: t('checkoutWalletBalance', { amount: wirePrice(balance, siteCurrency()) }),
    })
  }
  const isPickup = orderType === 'SELFPICKUP'
  const takesCash = gateways.some(({ name }) => name === 'COD') && (!isPickup || isSettingOn('enCODonSF'))
  if (takesCash) {
    const [name, sub] = isPickup
      ? [t('checkoutCashAtStore'), t('checkoutCashAtStoreHint')]
      : [t('checkoutCashOnDelivery'), t('checkoutCodSubText')]
    methods.push({ id: 'COD', method: 'COD', group: 'cash', name, sub })
  }
  return methods
}
