import type { Output } from '@nukkad/contract/contract.ts'
import { cartSubtotal } from '@nukkad/rules/cart.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { ChevronRight, TicketPercent } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useOfflineReason } from '#features/shell/offline.tsx'
import { ApiError, call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { openLogin } from '#lib/login-sheet.ts'
import { wirePrice } from '#lib/prices.ts'
import { ask } from '#lib/query.ts'
import { readKey, removeKey, writeKey } from '#lib/storage.ts'
import { type CouponState, noCoupon, pricingOf, setCoupon, useCart } from '#stores/cart.ts'
import { useCustomer } from '#stores/session.ts'
import { couponError } from './coupon-error.ts'

const CouponForm = lazy(() => import('./coupon-form.tsx'))

export type Offer = Output<'get-store-coupons'>['coupons'][number]

/** A coupon lowers a basket: the cart, or a held visit with its products. The subtotal is in the currency's major unit. */
export type Basket = {
  restaurant_id: number
  subtotal: string
  currency: string
  coupon: CouponState
  onCoupon: (coupon: CouponState) => void
}

/** Returns the cart, whose coupon is kept on this device. */
export function useCartBasket(): Basket {
  const { lines, coupon } = useCart()
  const pricing = pricingOf(lines)
  return {
    restaurant_id: lines[0]?.restaurant_id ?? 0,
    subtotal: wireMoney(cartSubtotal(lines, pricing), pricing.currency),
    currency: pricing.currency,
    coupon,
    onCoupon: setCoupon,
  }
}

/** Fetches the coupons for a basket, the best first: those of the customer, or those of the store for a guest. */
export function useOffers({ restaurant_id, subtotal }: Basket, isWanted: boolean) {
  const customer = useCustomer()
  const isCustomer = customer !== undefined
  const cart = { restaurant_id, subtotal }
  const own = useQuery({
    ...ask('apply-coupon', { user_id: customer?.id, ...cart }),
    enabled: isWanted && isCustomer,
    placeholderData: keepPreviousData,
    select: (answer): Offer[] => ('coupons' in answer ? answer.coupons : []),
  })
  const ofStore = useQuery({
    ...ask('get-store-coupons', cart),
    enabled: isWanted && !isCustomer,
    placeholderData: keepPreviousData,
    select: ({ coupons }): Offer[] => coupons,
  })
  return isCustomer ? own : ofStore
}

/** Applies a coupon to a basket. The code of a guest is remembered for `useKeptCoupon`. */
export function useApply({ restaurant_id, subtotal, onCoupon }: Basket) {
  const offline = useOfflineReason()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (wanted: string) => {
      const answer = await call('apply-coupon', { coupon: wanted, restaurant_id, subtotal })
      if ('code' in answer) onCoupon({ ...answer, hideMessage: false, coupon_error: '' })
    },
    onError: (error, wanted) => {
      if (error instanceof ApiError && error.status === 401) writeKey('wantedCoupon', wanted)
      onCoupon({ ...noCoupon, hideMessage: false, coupon_error: couponError(error) })
    },
  })
  return { apply: mutate, busyWith: isPending ? variables : undefined, offline }
}

/**
 * Applies the coupon that the cart had before, when the cart opens, and the one that a guest wanted, when they have
 * logged in. Only the code of a coupon is stored, so the cart fetches its discount (docs/reference/wire.md#coupons).
 */
export function useKeptCoupon({ coupon }: Basket, { apply, offline }: Apply): void {
  const isCustomer = useCustomer() !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the cart opens, and after a login
  useEffect(() => {
    const kept = readKey('appliedCoupon') ?? (isCustomer ? readKey('wantedCoupon') : undefined)
    if (isCustomer) removeKey('wantedCoupon')
    if (kept !== undefined && coupon.appliedAmount === undefined && offline === undefined) apply(kept)
  }, [isCustomer])
}

export type Apply = ReturnType<typeof useApply>

export function ApplyButton({ code, apply: { apply, busyWith, offline } }: { code: string; apply: Apply }) {
  return (
    <Button
      variant="tint"
      size="small"
      aria-label={t('cartCouponApply', { code })}
      isBusy={busyWith === code}
      disabled={offline !== undefined}
      title={offline}
      onClick={() => apply(code)}
    >
      {t('applyCouponButtonText')}
    </Button>
  )
}

/** Shows the coupon of the cart. */
export function CartCoupon() {
  const basket = useCartBasket()
  const apply = useApply(basket)
  useKeptCoupon(basket, apply)
  return <CouponRow basket={basket} apply={apply} />
}

/**
 * Shows the coupon of a held visit. `refusal` is why the server gave no quote: a coupon can stop being valid after it was
 * applied, such as when a product was removed.
 */
export function VisitCoupon({ basket, refusal }: { basket: Basket; refusal: Error | null }) {
  const { onCoupon } = basket
  useEffect(() => {
    if (refusal instanceof ApiError && refusal.code.startsWith('COUPON_'))
      onCoupon({ ...noCoupon, hideMessage: false, coupon_error: couponError(refusal) })
  }, [refusal, onCoupon])
  return <CouponRow basket={basket} apply={useApply(basket)} />
}

type RowProps = { basket: Basket; apply: Apply }

/** Shows the coupon: the best one suggested, open with an input and a list, applied, or refused (E-20 to E-24, GAP-26). */
function CouponRow({ basket, apply }: RowProps) {
  const { coupon } = basket
  const [isOpen, setOpen] = useState(false)
  const offers = useOffers(basket, !coupon.code)
  if (coupon.code) return <AppliedCoupon basket={basket} />
  return (
    <section className="rounded-card bg-surface hairline">
      {coupon.coupon_error && coupon.coupon_error !== 'NOTLOGGEDIN' && !isOpen ? (
        <p role="alert" className="px-4 pt-4 text-small text-error">
          {coupon.coupon_error}
        </p>
      ) : null}
      {coupon.coupon_error === 'NOTLOGGEDIN' ? (
        <p role="alert" className="px-4 pt-4 text-small text-error">
          {t('couponNotLoggedin')}{' '}
          <button type="button" onClick={() => openLogin({ kind: 'coupon' })} className="reach font-semibold underline">
            {t('cartCouponLogin')}
          </button>
        </p>
      ) : null}
      {isOpen ? (
        <Suspense fallback={<Skeleton className="m-4 h-24" />}>
          <CouponForm basket={basket} apply={apply} offers={offers} />
        </Suspense>
      ) : (
        <Closed
          basket={basket}
          best={offers.data?.find(({ saves }) => Number(saves) > 0)}
          apply={apply}
          onOpen={() => setOpen(true)}
        />
      )}
    </section>
  )
}

function AppliedCoupon({ basket: { coupon, currency, onCoupon } }: { basket: Basket }) {
  return (
    <section className="flex items-center gap-3.5 rounded-card bg-ok-tint p-4">
      <TicketPercent aria-hidden="true" className="size-6 text-ok" />
      <p className="num min-w-0 flex-1 font-650">
        {Number(coupon.appliedAmount) > 0
          ? t('cartCouponApplied', {
              code: coupon.code ?? '',
              amount: wirePrice(coupon.appliedAmount ?? '0', currency),
            })
          : t('cartCouponAccepted', { code: coupon.code ?? '' })}
      </p>
      <button type="button" onClick={() => onCoupon(noCoupon)} className="reach text-label text-brand">
        {t('cartCouponRemove')}
      </button>
    </section>
  )
}

/** The closed row. It has the same height with and without a suggested coupon. */
function Closed({ basket, best, apply, onOpen }: RowProps & { best: Offer | undefined; onOpen: () => void }) {
  return (
    <div className="flex min-h-15 items-center pe-3">
      <button
        type="button"
        onClick={onOpen}
        className="press flex min-h-15 min-w-0 flex-1 items-center gap-2.5 ps-3.5 pe-1 text-start"
      >
        <TicketPercent aria-hidden="true" className="size-6 shrink-0 text-brand" />
        {best ? (
          <span className="num min-w-0 flex-1 py-1.5">
            <span className="block font-650">
              {t('cartCouponSuggested', { code: best.code, amount: wirePrice(best.saves ?? '0', basket.currency) })}
            </span>
            <span className="flex items-center text-small text-brand">
              {t('cartCouponAll')}
              <ChevronRight aria-hidden="true" className="size-4 rtl:-scale-x-100" />
            </span>
          </span>
        ) : (
          <>
            <span className="flex-1 font-650">{t('cartCouponOpen')}</span>
            <ChevronRight aria-hidden="true" className="size-5 text-ink-2 rtl:-scale-x-100" />
          </>
        )}
      </button>
      {best ? <ApplyButton code={best.code} apply={apply} /> : null}
    </div>
  )
}
