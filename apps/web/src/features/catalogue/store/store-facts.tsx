import type { Output } from '@nukkad/contract/contract.ts'
import { deliveryMinutes } from '@nukkad/rules/distance.ts'
import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { VegMark } from '@nukkad/ui/components/veg-mark.tsx'
import { ChevronRight, Clock, House, MapPin, Store as StoreIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { tenths } from '#lib/locale.ts'
import { licenceText, openText, termsOf } from '#lib/store-facts.ts'
import { isShut } from '#lib/store-summary.ts'

type Store = Output<'get-restaurant-info'>

const StoreInfoSheet = lazy(() => import('./store-info-sheet.tsx'))

type StoreFactsProps = {
  store: Store
  /** The distance in km; null if it is not shown, undefined while it is loading. */
  distance: number | 'unserved' | null | undefined
}

/** Shows the facts that help to choose a store, in two rows. Pressing a fact opens the sheet with all details. */
export function StoreFacts({ store, distance }: StoreFactsProps) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const terms = termsOf(store, typeof distance === 'number' ? distance : undefined)
  const isGuess = distance === undefined && store.delivery_charge_type === 'DYNAMIC' && !store.takes_visits
  const hasReach = distance !== null
  return (
    <div className="relative mt-3.5 rounded-[18px] bg-surface hairline">
      {hasReach ? (
        <ul className="num flex min-h-11 flex-wrap items-center justify-center gap-x-5 px-3.5 py-2 text-label font-650">
          <Reach store={store} distance={distance} />
        </ul>
      ) : null}
      <div className={`flex items-center gap-2 px-3.5 py-2.5 ${hasReach ? 'border-t border-line' : ''}`}>
        <div className="min-w-0 flex-1 overflow-clip">
          <ul className="num dots text-small text-ink-2">
            <li className={`font-650 ${store.is_active ? 'text-ok' : isShut(store) ? 'text-error' : 'text-ink'}`}>
              {openText(store)}
            </li>
            {terms.map((term) => (
              // Until the distance is known, the delivery charge for the shortest distance is rendered invisibly, to
              // reserve the space.
              <li key={term} className={isGuess && term === terms.at(-1) ? 'invisible' : undefined}>
                {term}
              </li>
            ))}
            {store.is_pureveg ? (
              <li className="inline-flex items-center gap-1">
                <span aria-hidden="true">
                  <VegMark isVeg name="" />
                </span>
                {t('pureVegText')}
              </li>
            ) : null}
            {store.certificate ? <li>{licenceText(store.certificate)}</li> : null}
          </ul>
        </div>
        <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-ink-2 rtl:-scale-x-100" />
      </div>
      <button
        type="button"
        aria-label={t('storeInfoOpen')}
        aria-haspopup="dialog"
        className="absolute inset-0 rounded-[18px]"
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      />
      {wasOpened ? (
        <Suspense>
          <StoreInfoSheet store={store} distance={distance} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/**
 * Shows the delivery time and the distance. For a salon, shows whether it works at its own place or at the customer's.
 */
function Reach({ store, distance }: StoreFactsProps) {
  if (distance === 'unserved') return <Fact icon={<MapPin />}>{t('cartNotServed')}</Fact>
  const isPickup = store.delivery_type === 2
  const isSalon = store.kind === 'salon'
  return (
    <>
      {isSalon && !isPickup && !store.takes_visits ? <Fact icon={<House />}>{t('storeVisitHome')}</Fact> : null}
      {isSalon && (store.takes_visits || isPickup || store.delivery_type === 3) ? (
        <Fact icon={<StoreIcon />}>{t('storeVisitSalon')}</Fact>
      ) : null}
      {distance === undefined ? (
        <>
          {isSalon ? null : <Waiting />}
          <Waiting />
        </>
      ) : null}
      {typeof distance === 'number' && !isSalon ? (
        <Fact icon={<Clock />} label={t(isPickup ? 'deliveryTypeSelfPickup' : 'deliveryTypeDelivery')}>
          {t('commonMinutes', { count: deliveryMinutes(isPickup ? 0 : distance) })}
        </Fact>
      ) : null}
      {typeof distance === 'number' ? (
        <Fact icon={<MapPin />}>{t('storeCardDistance', { distance: tenths(distance) })}</Fact>
      ) : null}
    </>
  )
}

type FactProps = {
  icon: ReactNode
  /** The name of the fact, which screen readers read before its value. */
  label?: string
  children: ReactNode
}

function Fact({ icon, label, children }: FactProps) {
  return (
    <li className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className="text-brand [&_svg]:size-4.5">
        {icon}
      </span>
      {label ? <span className="sr-only">{label} </span> : null}
      <span>{children}</span>
    </li>
  )
}

function Waiting() {
  return (
    <li aria-hidden="true">
      <Skeleton className="h-5 w-16" />
    </li>
  )
}
