import type { Output } from '@nukkad/contract/contract.ts'
import { cartSubtotal } from '@nukkad/rules/cart.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOfflineReason } from '#features/shell/offline.tsx'
import { ApiError, call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { ask } from '#lib/query.ts'
import { readKey, removeKey, writeKey } from '#lib/storage.ts'
import { type CouponState, noCoupon, pricingOf, setCoupon, useCart } from '#stores/cart.ts'
import { useCustomer } from '#stores/session.ts'
import { couponError } from './coupon-error.ts'

export type Offer = Output<'get-store-coupons'>['coupons'][number]

/**
 * The basket whose price a coupon lowers: the cart, or a held visit with its products. The subtotal of a basket is in
 * the currency's major unit.
 */
export type Basket = {
  restaurant_id: number
  subtotal: string
  currency: string
  coupon: CouponState
  onCoupon: (coupon: CouponState) => void
}

/** Returns the cart as a basket, whose coupon is stored in this browser. */
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

/** Fetches the coupons for a basket, the best first: the customer's coupons, or the store's for a guest. */
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

/**
 * Applies a coupon to a basket. If a guest applies a coupon, the browser stores the code, so that `useKeptCoupon` can
 * apply it after the login.
 */
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
 * Applies the earlier coupon of the cart when the cart opens, and the coupon that a guest wanted after the guest has
 * logged in. Only the code of a coupon is stored, so the app fetches the discount again
 * (docs/reference/wire.md#coupons).
 */
export function useKeptCoupon({ coupon }: Basket, { apply, offline }: Apply): void {
  const isCustomer = useCustomer() !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the cart opens and after a login
  useEffect(() => {
    const kept = readKey('appliedCoupon') ?? (isCustomer ? readKey('wantedCoupon') : undefined)
    if (isCustomer) removeKey('wantedCoupon')
    if (kept !== undefined && coupon.appliedAmount === undefined && offline === undefined) apply(kept)
  }, [isCustomer])
}

export type Apply = ReturnType<typeof useApply>

/** Applies one coupon. */
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
