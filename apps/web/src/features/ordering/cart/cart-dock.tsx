import { Button } from '@nukkad/ui/components/button.tsx'
import { Dock } from '@nukkad/ui/components/dock.tsx'
import { ArrowRight, MapPin, Store as StoreIcon, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#lib/catalogue.ts'
import { formatSchedule } from '#lib/format-slot.ts'
import { openLogin } from '#lib/login-sheet.ts'
import { go } from '#lib/navigation.ts'
import type { Method } from '#lib/payment-methods.ts'
import { tagText } from '#lib/tag-text.ts'
import { dropLines } from '#stores/cart.ts'
import { afterDetails } from './details-saved.ts'
import { PlaceButton, usePlacing } from './placing.tsx'
import { quoteProblemOf } from './quote-problem.tsx'
import type { Problem, useOrdering } from './readiness.ts'

type Ordering = ReturnType<typeof useOrdering>

export function CartDock({ ordering }: { ordering: Ordering }) {
  const { problem, quote } = ordering
  const placing = usePlacing(ordering)
  const { remembered, payable, sheet } = placing
  const isReady = !problem && remembered !== undefined && quoteProblemOf(quote) === undefined
  // For a guest or a customer without an address, the dock shows no reason, because its button offers the login or a
  // new address.
  const reason = problem && problem.kind !== 'guest' && problem.kind !== 'no-address' ? problem.text : null
  const logIn = () => {
    const store = ordering.store.data?.name ?? ordering.lines[0]?.storeName ?? ''
    openLogin({ kind: 'order', amount: payable, store })
  }
  return (
    <>
      <Dock
        summary={
          <>
            <Destination ordering={ordering} />
            {isReady ? <PayWith method={remembered} /> : null}
          </>
        }
        reason={reason}
      >
        {isReady ? (
          <PlaceButton placing={{ ...placing, place: () => afterDetails(placing.place) }} />
        ) : (
          <MainButton
            problem={problem}
            total={payable}
            onLogin={logIn}
            onNext={() => afterDetails(() => go('/checkout'))}
          />
        )}
      </Dock>
      {sheet}
    </>
  )
}

/** Shows the payment method of the last order, with a link to change it. The names of cash say how one pays. */
function PayWith({ method: { group, name } }: { method: Method }) {
  return (
    <div className="mb-3 flex items-center gap-3">
      <DockIcon>
        <Wallet aria-hidden="true" />
      </DockIcon>
      <p className="min-w-0 flex-1 truncate font-650">{group === 'cash' ? name : t('cartPayWith', { method: name })}</p>
      <a href="/checkout" aria-label={t('cartChangePayment')} className="reach text-label text-brand">
        {t('cartChangeLocation')}
      </a>
    </div>
  )
}

type MainButtonProps = { problem: Problem | undefined; total: string; onLogin: () => void; onNext: () => void }

function MainButton({ problem, total, onLogin, onNext }: MainButtonProps) {
  if (problem?.kind === 'banned') return null
  if (problem?.kind === 'unavailable') {
    return (
      <Button isBlock onClick={() => dropLines(({ is_active }) => is_active === 0)}>
        {t('cartRemoveUnavailable')}
      </Button>
    )
  }
  if (problem?.kind === 'guest') {
    return (
      <Button isBlock onClick={onLogin}>
        {t('cartLoginButtonText')}
      </Button>
    )
  }
  if (problem?.kind === 'no-address') {
    return (
      <Button isBlock href="/my-location?next=/cart">
        {t('cartAddressButton')}
      </Button>
    )
  }
  // The button stays enabled while offline, because a customer can prepare the order offline and place it when the
  // network is back.
  const isBlocked = problem !== undefined && problem.kind !== 'offline'
  return (
    <Button isBlock disabled={isBlocked} onClick={onNext} className="num !justify-between">
      <span>{total}</span>
      <span className="flex items-center gap-2">
        {t('checkoutSelectPayment')}
        <ArrowRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
      </span>
    </Button>
  )
}

/** Shows where the order goes and in how many minutes, with a link to change it. */
export function Destination({ ordering }: { ordering: Ordering }) {
  const { orderType, place, store, quote, schedule, session, isServed } = ordering
  if (orderType === 'SELFPICKUP') {
    const storeName = store.data?.name ?? ''
    return (
      <div className="mb-3 flex items-center gap-3">
        <DockIcon>
          <StoreIcon aria-hidden="true" />
        </DockIcon>
        <p className="min-w-0 flex-1">
          <span className="block truncate font-650">{t('cartPickupFrom', { store: storeName })}</span>
          {schedule ? <span className="num block truncate text-small">{formatSchedule(schedule)}</span> : null}
          <span dir="auto" className="block truncate text-small text-ink-2">
            {store.data?.address}
          </span>
        </p>
      </div>
    )
  }
  if (!place) return null
  // If the store does not deliver to the address, the dock shows no delivery time, because the time would be wrong.
  const minutes = isServed === false ? null : quote.data?.delivery_minutes
  return (
    <div className="mb-3 flex items-center gap-3">
      <DockIcon>
        <MapPin aria-hidden="true" />
      </DockIcon>
      <p className="min-w-0 flex-1">
        <span className="num block font-650">
          {t('cartDeliverTo')} {place.tag ? tagText(place.tag) : null}
          {minutes && !schedule ? (
            <span className="font-normal text-ink-2"> · {t('commonMinutes', { count: minutes })}</span>
          ) : null}
        </span>
        {schedule ? <span className="num block truncate text-small">{formatSchedule(schedule)}</span> : null}
        <span dir="auto" className="block truncate text-small text-ink-2">
          {[place.house, place.address].filter(Boolean).join(', ')}
        </span>
      </p>
      <a href={session ? '/my-addresses?from=cart' : '/search-location'} className="reach text-label text-brand">
        {t('cartChangeLocation')}
      </a>
    </div>
  )
}

function DockIcon({ children }: { children: ReactNode }) {
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-control bg-tint text-on-tint [&_svg]:size-5">
      {children}
    </span>
  )
}
