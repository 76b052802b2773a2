import type { Point } from '@nukkad/ui/city.ts'
import { House, Navigation, Phone, Store } from 'lucide-react'
import { t } from '#lib/catalogue.ts'
import { dropPoint, isOffer, isPickedUp, type ShownOrder, storePoint } from './orders.ts'

type Stop = {
  kind: 'store' | 'home'
  label: string
  name: string
  address: string
  point: Point | undefined
  phone: string | null
  callLabel: string
}

/** Shows the next stop of a trip (the store or the customer) in large type, and the other stop below it. */
export function Stops({ order }: { order: ShownOrder }) {
  const [store, home] = [storeStop(order), homeStop(order)]
  const [now, other] = isPickedUp(order) ? [home, store] : [store, home]
  return (
    <div className="grid grid-cols-1 gap-3">
      <CurrentStop stop={now} />
      {other.kind === 'home' ? <NextStop stop={other} hasWay={!isOffer(order)} /> : null}
    </div>
  )
}

function CurrentStop({ stop }: { stop: Stop }) {
  return (
    <section aria-label={stop.label} className="rounded-card bg-surface p-4 hairline">
      <StopText stop={stop} isLarge />
      <div className="mt-4 flex flex-wrap gap-2.5">
        {stop.phone ? (
          <StopLink
            href={`tel:${stop.phone}`}
            label={t('callNowButton')}
            name={stop.callLabel}
            variant="outlined bg-surface"
          >
            <Phone aria-hidden="true" />
          </StopLink>
        ) : null}
        {stop.point ? (
          <StopLink
            href={mapAddress(stop.point)}
            label={t('deliveryGetDirectionButton')}
            variant="bg-tint text-on-tint"
            isOutside
          >
            <Navigation aria-hidden="true" />
          </StopLink>
        ) : null}
      </div>
    </section>
  )
}

function NextStop({ stop, hasWay }: { stop: Stop; hasWay: boolean }) {
  return (
    <section aria-label={stop.label} className="flex flex-wrap items-center gap-2 rounded-card bg-surface p-4 hairline">
      <div className="min-w-0 flex-1 basis-40">
        <StopText stop={stop} />
      </div>
      {stop.phone ? (
        <a
          href={`tel:${stop.phone}`}
          aria-label={stop.callLabel}
          className="press grid size-14 shrink-0 place-items-center rounded-button outlined"
        >
          <Phone aria-hidden="true" className="size-6" />
        </a>
      ) : null}
      {hasWay && stop.point ? (
        <a
          href={mapAddress(stop.point)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('deliveryGetDirectionButton')}
          className="press grid size-14 shrink-0 place-items-center rounded-button bg-tint text-on-tint"
        >
          <Navigation aria-hidden="true" className="size-6" />
        </a>
      ) : null}
    </section>
  )
}

function StopText({ stop, isLarge }: { stop: Stop; isLarge?: boolean }) {
  const Icon = stop.kind === 'store' ? Store : House
  return (
    <div className="flex gap-3">
      <span
        aria-hidden="true"
        className={`grid size-11 shrink-0 place-items-center rounded-full ${isLarge ? 'bg-fill text-on' : 'bg-tint text-on-tint'}`}
      >
        <Icon className="size-5.5" />
      </span>
      <div className="min-w-0">
        <p className="text-body text-ink-2">{stop.label}</p>
        <h2 dir="auto" className={isLarge ? 'title text-section' : 'font-650'}>
          {stop.name}
        </h2>
        <p dir="auto" className={isLarge ? '' : 'line-clamp-2 text-body text-ink-2'}>
          {stop.address}
        </p>
      </div>
    </div>
  )
}

type StopLinkProps = {
  href: string
  label: string
  name?: string
  variant: string
  isOutside?: boolean
  children: React.ReactNode
}

function StopLink({ href, label, name, variant, isOutside, children }: StopLinkProps) {
  const outside = isOutside ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <a
      href={href}
      aria-label={name}
      {...outside}
      className={`press flex min-h-14 flex-1 items-center justify-center gap-2 rounded-button px-3 text-center font-650 [&_svg]:size-5.5 [&_svg]:shrink-0 ${variant}`}
    >
      {children}
      {label}
    </a>
  )
}

function storeStop(order: ShownOrder): Stop {
  const { name, address, pincode, phone } = order.restaurant
  return {
    kind: 'store',
    label: t('deliveryRestaurantAddress'),
    name,
    address: [address, pincode].filter(Boolean).join(', '),
    point: storePoint(order),
    phone,
    callLabel: t('riderCallStore'),
  }
}

function homeStop(order: ShownOrder): Stop {
  return {
    kind: 'home',
    label: t('deliveryDeliveryAddress'),
    name: order.user?.name ?? t('riderCustomer'),
    address: order.address,
    point: dropPoint(order),
    phone: order.user?.phone ?? null,
    callLabel: t('riderCallCustomer'),
  }
}

/** Returns a URL that any map app on the phone opens (docs/reference/wire.md#other-client-rules). */
function mapAddress({ latitude, longitude }: Point): string {
  return `https://maps.google.com/maps?q=${latitude},${longitude}`
}
