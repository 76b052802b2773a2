import type { TextKey } from '@nukkad/contract/texts/en.ts'
import { parseMoney } from '@nukkad/rules/money.ts'
import { z } from 'zod'
import type { Tx } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { ownText } from '#platform/settings/own-text.ts'
import { priceText } from '#platform/settings/price-text.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { addJob } from '#worker/add-job.ts'
import { type Invoice, presentInvoice } from './present.ts'
import { findOrderToInvoice, type OrderToInvoice } from './queries.ts'

const payloadForm = z.object({ orderId: z.int() })

/**
 * Queues the mail with the invoice of an order that has just become complete, if the setting is on
 * (docs/reference/wire.md#rider-app).
 */
export async function mailInvoiceLater(tx: Tx, settings: Settings, orderId: number): Promise<void> {
  if (!settings.isOn('sendOrderInvoiceOverEmail')) return
  await addJob(tx, { name: 'mail-invoice', payload: { orderId }, key: `mail-invoice-${orderId}` })
}

/** Sends an invoice by mail: the order and its payment as text, and a link to the page that prints it. */
export async function mailInvoice(payload: unknown, { db, config, settings, outside }: Services): Promise<void> {
  const { orderId } = payloadForm.parse(payload)
  const order = await findOrderToInvoice(db, { orderId })
  const to = order && addressOf(order)
  if (!to) return
  const language = order.customer.language ?? undefined
  const texts: Texts = (key, params) => settings.text(key, params, language)
  const subject = ownText(settings, { key: 'orderInvoiceEmailSubject', text: 'mailInvoiceSubject', language })
  const url = `${config.publicUrl ?? settings.get('storeUrl')}/invoice/${orderId}`
  await outside.mail.send({
    to,
    subject: `${subject} ${order.unique_order_id}`,
    text: writeInvoice(presentInvoice(order), { settings, texts, url }),
  })
}

/**
 * Returns the customer's mail address; undefined for the generated address of a guest account, because no one reads it
 * (GAP-74).
 */
function addressOf({ customer }: OrderToInvoice): string | undefined {
  const { email, phone, created_by_staff_id: staffId } = customer
  const isMadeUp = staffId !== null && phone !== null && email?.startsWith(`${phone.slice(1)}@`)
  return isMadeUp ? undefined : (email ?? undefined)
}

const rowNames: Record<Invoice['bill'][number]['key'], TextKey> = {
  itemTotal: 'cartItemTotalText',
  coupon: 'cartCouponText',
  storeCharge: 'cartRestaurantCharges',
  delivery: 'cartDeliveryCharges',
  tax: 'taxText',
  tip: 'tipText',
  total: 'invoiceTotal',
  atStore: 'billAtStore',
  wallet: 'invoicePaidWallet',
  payable: 'cartToPayText',
}

type Texts = (key: TextKey, params?: Record<string, string>) => string

function writeInvoice(
  invoice: Invoice,
  { settings, texts, url }: { settings: Settings; texts: Texts; url: string },
): string {
  const price = (amount: string): string =>
    priceText(settings, parseMoney(amount, invoice.currency, { signed: true }) ?? 0n, invoice.currency)
  return [
    texts('mailInvoiceThanks', { store: invoice.store.name }),
    '',
    ...invoice.lines.map(({ name, addons, quantity, amount }) => {
      const chosen = addons.length > 0 ? ` (${addons.join(', ')})` : ''
      return `${quantity} × ${name}${chosen}: ${price(amount)}`
    }),
    '',
    ...invoice.bill.map(({ key, amount }) => `${texts(rowNames[key])}: ${price(amount)}`),
    '',
    texts('mailInvoiceLink', { url }),
  ].join('\n')
}
