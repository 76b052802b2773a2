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
import { noCoupon, pricingOf, setCoupon, useCart } from '#stores/cart.ts'
import { useCustomer } from '#stores/session.ts'
import { couponError } from './coupon-error.ts'

export type Offer = Output<'get-store-coupons'>['coupons'][number]

/** Returns the cart's store and its subtotal as the calls take them. */
function useCartForCoupons() {
  const { lines } = useCart()
  const pricing = pricingOf(lines)
  return {
    restaurant_id: lines[0]?.restaurant_id ?? 0,
    subtotal: wireMoney(cartSubtotal(lines, pricing), pricing.currency),
  }
}

/** Fetches the coupons for this cart, the best first: those of the customer, or those of the store for a guest. */
export function useOffers(isWanted: boolean) {
  const customer = useCustomer()
  const isCustomer = customer !== undefined
  const cart = useCartForCoupons()
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

/** Applies a coupon. A guest's code is applied when they come back from the login. */
export function useApply() {
  const { coupon } = useCart()
  const customer = useCustomer()
  const cart = useCartForCoupons()
  const offline = useOfflineReason()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (wanted: string) => {
      const answer = await call('apply-coupon', { coupon: wanted, ...cart })
      if ('code' in answer) setCoupon({ ...answer, hideMessage: false, coupon_error: '' })
    },
    onError: (error, wanted) => {
      if (error instanceof ApiError && error.status === 401) writeKey('wantedCoupon', wanted)
      setCoupon({ ...noCoupon, hideMessage: false, coupon_error: couponError(error) })
    },
  })
  // Only the coupon's code is stored, so the cart fetches its discount when it opens (docs/reference/wire.md#coupons).
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the cart opens
  useEffect(() => {
    const kept = readKey('appliedCoupon') ?? (customer && readKey('wantedCoupon'))
    if (customer) removeKey('wantedCoupon')
    if (kept !== undefined && coupon.appliedAmount === undefined && offline === undefined) mutate(kept)
  }, [])
  return { apply: mutate, busyWith: isPending ? variables : undefined, offline }
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
