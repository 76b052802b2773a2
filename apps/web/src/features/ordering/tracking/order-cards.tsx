import { shortOrderNumber } from '@nukkad/rules/order-number.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { ChevronDown, MapPin, Navigation } from 'lucide-react'
import { t, tn } from '#lib/catalogue.ts'
import { directionsTo } from '#lib/directions.ts'
import { minorOf, price, wirePrice } from '#lib/prices.ts'
import { whenText } from '#lib/visits.ts'
import { paymentsOf } from './payments.ts'
import type { Order } from './use-tracking.ts'

const card = 'rounded-card bg-surface p-4 hairline'

/** Shows the five-digit PIN that the rider asks for at the door. */
export function PinCard({ pin }: { pin: string }) {
  return (
    <section className={`flex flex-wrap items-center gap-3 ${card}`}>
      <div className="min-w-0 flex-1 basis-28">
        <h2 className="text-heading">{t('trackingPinTitle')}</h2>
        <p className="text-small text-ink-2">{t('trackingPinHint')}</p>
      </div>
      <p dir="ltr" className="num flex gap-1.5">
        <span className="sr-only">{pin.split('').join(' ')}</span>
        {/* No two digits of a PIN are the same, so each digit can be its own React key. */}
        {[...pin].map((digit) => (
          <span
            key={digit}
            aria-hidden="true"
            className="grid min-h-10 min-w-8.5 place-items-center rounded-control bg-sunken text-section"
          >
            {digit}
          </span>
        ))}
      </p>
    </section>
  )
}

/** Shows the order's number, seller, lines with their prices, and bill in a section that the customer can collapse. */
export function OrderCard({ order, hasStore = true }: { order: Order; hasStore?: boolean }) {
  const bill: [name: string, amount: string | number, isShown: boolean][] = [
    [t('cartItemTotalText'), order.sub_total, true],
    [
      t('cartBillCoupon', { code: order.coupon_name ?? '' }),
      -(order.coupon_amount ?? 0),
      (order.coupon_amount ?? 0) > 0,
    ],
    [t('cartDeliveryCharges'), order.delivery_charge, order.delivery_type === 1],
    [t('cartRestaurantCharges'), order.restaurant_charge, order.restaurant_charge > 0],
    [
      order.tax ? t('cartBillTax', { percent: Number(order.tax) }) : t('taxText'),
      order.tax_amount,
      order.tax_amount > 0,
    ],
    [t('tipText'), order.tip_amount ?? 0, (order.tip_amount ?? 0) > 0],
  ]
  return (
    <details open className={`group ${card} py-0`}>
      <summary className="num flex min-h-15 cursor-pointer list-none items-center gap-2">
        <span className="min-w-0 flex-1">
          <span className="font-650">{t('trackingNumber', { number: shortOrderNumber(order.unique_order_id) })}</span>{' '}
          <span className="text-ink-2">{tn('itemsCount', order.orderitems.length)}</span>
        </span>
        <span className="font-650">{wirePrice(order.total, order.currency)}</span>
        <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open:rotate-180" />
      </summary>
      {hasStore || order.linked_order ? (
        <p className="border-t border-line py-2.5 text-small text-ink-2">
          {hasStore ? (
            <>
              <span className="block font-650">{order.restaurant.name}</span>
              <bdi>{order.restaurant.address}</bdi>
            </>
          ) : null}
          {order.linked_order ? <Linked {...order.linked_order} /> : null}
        </p>
      ) : null}
      <ul className="divide-y divide-line border-t border-line">
        {order.orderitems.map((line) => (
          <li key={line.id} className="num flex items-start justify-between gap-3 py-2.5">
            <span className="min-w-0">
              {line.name}
              {line.order_item_addons.length > 0 ? (
                <span className="block text-small text-ink-2">
                  {line.order_item_addons.map(({ addon_name }) => addon_name).join(', ')}
                </span>
              ) : null}
            </span>
            <span className="text-end">
              {price(minorOf(line.price, order.currency) * BigInt(line.quantity), order.currency)}
              {line.quantity > 1 ? (
                <span className="block text-small text-ink-2">
                  {line.quantity} × {wirePrice(line.price, order.currency)}
                </span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      <dl className="num border-t border-line pt-2 pb-4">
        {bill
          .filter(([, , isShown]) => isShown)
          .map(([name, amount]) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-4 py-1 text-small text-ink-2">
              <dt>{name}</dt>
              {/* Only the delivery charge is also shown when it is zero, with the text "Free" as in the cart. */}
              <dd dir="ltr">{Number(amount) === 0 ? t('commonFree') : amountText(amount, order.currency)}</dd>
            </div>
          ))}
        <div className="flex flex-wrap justify-between gap-x-4 pt-2 font-650">
          <dt>{t('cartBillTotal')}</dt>
          <dd>{wirePrice(order.total, order.currency)}</dd>
        </div>
        {paymentsOf(order).map(({ name, amount, isDue }) => (
          <div
            key={name}
            className={`flex flex-wrap justify-between gap-x-4 pt-1 text-small ${isDue ? 'font-650' : 'text-ink-2'}`}
          >
            <dt>{name}</dt>
            <dd>{wirePrice(amount, order.currency)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Returns a formatted amount, with the minus sign that the bill of the cart uses too. */
function amountText(amount: string | number, currency: string): string {
  return Number(amount) < 0 ? `− ${wirePrice(-Number(amount), currency)}` : wirePrice(amount, currency)
}

/** Links the other order of a visit whose products are delivered. */
function Linked({ unique_order_id, starts_at, time_zone }: NonNullable<Order['linked_order']>) {
  const text =
    starts_at && time_zone
      ? t('visitOfGoods', { when: whenText(starts_at, time_zone) })
      : t('visitGoodsOrder', { number: shortOrderNumber(unique_order_id) })
  return (
    <a href={`/running-order/${unique_order_id}`} className="reach mt-1.5 block text-label text-brand">
      {text}
    </a>
  )
}

/** Shows where to collect the order, with a link to directions, or where it is delivered. */
export function PlaceCard({ order }: { order: Order }) {
  const isPickup = order.delivery_type === 2
  const { latitude, longitude, address } = order.restaurant
  return (
    <section className={`flex items-center gap-3 ${card}`}>
      <MapPin aria-hidden="true" className="size-5 shrink-0 text-brand" />
      <div className="min-w-0 flex-1">
        <h2 className="text-label">{t(isPickup ? 'trackingStoreAddress' : 'trackingDeliveryAddress')}</h2>
        <p className="text-small text-ink-2">
          <bdi>{isPickup ? address : order.address}</bdi>
        </p>
      </div>
      {isPickup ? (
        <Button variant="tint" size="small" isExternal href={directionsTo({ latitude, longitude })}>
          <Navigation aria-hidden="true" className="size-4" />
          {t('trackingDirections')}
        </Button>
      ) : null}
    </section>
  )
}
