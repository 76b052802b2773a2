import { t } from '#lib/catalogue.ts'

/** Returns the text for a payment method on an invoice. */
export function paymentName(method: string): string {
  if (method === 'WALLET') return t('invoicePaidWallet')
  // A payment at the salon has one general name, because the platform does not know how the salon took the money.
  if (method === 'AT_STORE') return t('storeVisitSalon')
  return method === 'COD' ? t('invoicePaidCash') : t('invoicePaidOnline', { method })
}
