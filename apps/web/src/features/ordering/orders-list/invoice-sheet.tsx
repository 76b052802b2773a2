import type { Output } from '@nukkad/contract/contract.ts'
import type { ReactNode } from 'react'
import { dateOf } from '#lib/calendar.ts'
import { t } from '#lib/catalogue.ts'
import { timeOf } from '#lib/clock.ts'
import { wirePrice } from '#lib/prices.ts'
import { paymentName } from './payment-name.ts'
import './invoice-sheet.css'

type Invoice = Output<'get-invoice'>
type Row = Invoice['bill'][number]

/** Shows the invoice. The invoice is as wide as a phone's screen, or as the paper when it is printed. */
export function InvoiceSheet({ invoice }: { invoice: Invoice }) {
  const { store, customer } = invoice
  return (
    <article className="invoice grid grid-cols-1 gap-6 rounded-card bg-surface p-5 hairline">
      <Facts invoice={invoice} />
      <div className="invoice-parts">
        <Party title={t('invoiceFrom')} name={store.name} lines={[store.address, store.phone]}>
          {store.licence ? <Fact name={t('invoiceLicence')} value={store.licence} /> : null}
        </Party>
        <Party title={t('invoiceTo')} name={customer.name} lines={[customer.address, customer.phone]}>
          {customer.tax_number ? <Fact name={t('invoiceTaxNumber')} value={customer.tax_number} /> : null}
        </Party>
      </div>
      <Lines lines={invoice.lines} currency={invoice.currency} />
      <div className="invoice-parts">
        <Bill invoice={invoice} />
        <section aria-label={t('invoicePayments')} className="invoice-payments">
          <h2 className="text-label">{t('invoicePayments')}</h2>
          <dl className="num mt-1">
            {invoice.payments.map(({ method, amount }) => (
              <Fact key={method} name={paymentName(method)} value={wirePrice(amount, invoice.currency)} />
            ))}
          </dl>
        </section>
      </div>
    </article>
  )
}

function Facts({ invoice }: { invoice: Invoice }) {
  const ended = t(invoice.delivery_type === 2 ? 'invoiceCollected' : 'invoiceDelivered')
  return (
    <dl className="num">
      <Fact name={t('invoiceOrder')} value={invoice.unique_order_id} />
      <Fact name={t('invoicePlaced')} value={momentOf(invoice.placed_at)} />
      <Fact name={ended} value={momentOf(invoice.delivered_at)} />
    </dl>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-1 text-small">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 text-end">
        <bdi>{value}</bdi>
      </dd>
    </div>
  )
}

type PartyProps = { title: string; name: string; lines: (string | null)[]; children: ReactNode }

function Party({ title, name, lines, children }: PartyProps) {
  return (
    <section aria-label={title}>
      <h2 className="text-label text-ink-2">{title}</h2>
      <p className="text-heading">{name}</p>
      {lines.filter(Boolean).map((line) => (
        <p key={line} className="text-small text-ink-2">
          <bdi>{line}</bdi>
        </p>
      ))}
      <dl>{children}</dl>
    </section>
  )
}

function Lines({ lines, currency }: Pick<Invoice, 'lines' | 'currency'>) {
  return (
    <table className="num invoice-lines w-full text-small">
      <thead>
        <tr className="border-b border-control text-ink-2">
          <th className="py-2 text-start font-650">{t('invoiceItem')}</th>
          <th className="px-2 py-2 text-end font-650">{t('invoiceQuantity')}</th>
          <th className="invoice-unit px-2 py-2 text-end font-650">{t('invoiceUnitPrice')}</th>
          <th className="py-2 text-end font-650">{t('invoiceAmount')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id} className="border-b border-line">
            <td className="py-2">
              {line.name}
              {line.addons.length > 0 ? <span className="block text-ink-2">{line.addons.join(', ')}</span> : null}
            </td>
            <td className="px-2 py-2 text-end">{line.quantity}</td>
            <td className="invoice-unit px-2 py-2 text-end">{wirePrice(line.unit_price, currency)}</td>
            <td className="py-2 text-end">{wirePrice(line.amount, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Bill({ invoice }: { invoice: Invoice }) {
  const isShown = ({ key }: Row) => key !== 'payable' && key !== 'wallet'
  return (
    <dl className="num">
      {invoice.bill.filter(isShown).map(({ key, amount }) => (
        <div
          key={key}
          className={`flex flex-wrap justify-between gap-x-4 ${key === 'total' ? 'mt-1 border-t border-control pt-2 text-heading' : 'py-1 text-small'}`}
        >
          <dt className={key === 'total' ? undefined : 'text-ink-2'}>{rowName(key, invoice)}</dt>
          <dd>{wirePrice(amount, invoice.currency)}</dd>
        </div>
      ))}
    </dl>
  )
}

function rowName(key: Row['key'], { coupon_name: code, tax_percent: percent }: Invoice): string {
  const names: Record<Row['key'], string> = {
    itemTotal: t('cartItemTotalText'),
    coupon: t('cartBillCoupon', { code: code ?? '' }),
    storeCharge: t('cartRestaurantCharges'),
    delivery: t('cartDeliveryCharges'),
    tax: percent ? t('cartBillTax', { percent }) : t('taxText'),
    tip: t('tipText'),
    total: t('invoiceTotal'),
    wallet: t('invoicePaidWallet'),
    atStore: t('billAtStore'),
    payable: t('cartToPayText'),
  }
  return names[key]
}

function momentOf(instant: string): string {
  const at = new Date(instant)
  return t('ordersPlacedOn', { date: dateOf(at), time: timeOf(at) })
}
