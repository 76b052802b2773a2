import type { Output } from '@nukkad/contract/contract.ts'
import { cartSubtotal } from '@nukkad/rules/cart.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Field } from '@nukkad/ui/components/field.tsx'
import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { ChevronRight, TicketPercent } from 'lucide-react'
import { useEffect, useState } from 'react'
import { NotLoaded } from '#features/shell/not-loaded.tsx'
import { useOfflineReason } from '#features/shell/offline.tsx'
import { ApiError, call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { loginPath } from '#lib/navigation.ts'
import { wirePrice } from '#lib/prices.ts'
import { ask } from '#lib/query.ts'
import { readKey, removeKey, writeKey } from '#lib/storage.ts'
import { currencyOf, noCoupon, pricingOf, removeCoupon, setCoupon, useCart } from '#stores/cart.ts'
import { useCustomer } from '#stores/session.ts'
import { couponError } from './coupon-error.ts'

type Offer = Output<'get-store-coupons'>['coupons'][number]

/** Shows the coupon: the best one suggested, open with an input and a list, applied, or refused (E-20 to E-24, GAP-26). */
export function CouponRow() {
  const { coupon } = useCart()
  const [isOpen, setOpen] = useState(false)
  const offers = useOffers(!coupon.code)
  const apply = useApply()
  if (coupon.code) return <AppliedCoupon />
  return (
    <section className="rounded-card bg-surface hairline">
      {isOpen ? (
        <CouponForm apply={apply} offers={offers} />
      ) : (
        <Closed best={offers.data?.find(({ saves }) => Number(saves) > 0)} apply={apply} onOpen={() => setOpen(true)} />
      )}
      {coupon.coupon_error === 'NOTLOGGEDIN' ? (
        <p role="alert" className="px-4 pb-4 text-small text-error">
          {t('couponNotLoggedin')}{' '}
          <a href={loginPath()} className="font-semibold underline">
            {t('cartCouponLogin')}
          </a>
        </p>
      ) : null}
    </section>
  )
}

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
function useOffers(isWanted: boolean) {
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
function useApply() {
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

type Apply = ReturnType<typeof useApply>

function AppliedCoupon() {
  const { coupon, lines } = useCart()
  return (
    <section className="flex items-center gap-3.5 rounded-card bg-ok-tint p-4">
      <TicketPercent aria-hidden="true" className="size-6 text-ok" />
      <p className="num min-w-0 flex-1 font-650">
        {Number(coupon.appliedAmount) > 0
          ? t('cartCouponApplied', {
              code: coupon.code ?? '',
              amount: wirePrice(coupon.appliedAmount ?? '0', currencyOf(lines)),
            })
          : t('cartCouponAccepted', { code: coupon.code ?? '' })}
      </p>
      <button type="button" onClick={removeCoupon} className="reach text-label text-brand">
        {t('cartCouponRemove')}
      </button>
    </section>
  )
}

/** The closed row, as high with a suggestion as without one. */
function Closed({ best, apply, onOpen }: { best: Offer | undefined; apply: Apply; onOpen: () => void }) {
  const { lines } = useCart()
  return (
    <div className="flex min-h-15 items-center pe-3">
      <button
        type="button"
        onClick={onOpen}
        className="press flex min-h-15 min-w-0 flex-1 items-center gap-3.5 ps-4 text-start"
      >
        <TicketPercent aria-hidden="true" className="size-6 shrink-0 text-brand" />
        {best ? (
          <span className="num min-w-0 flex-1 py-1.5">
            <span className="block font-650">
              {t('cartCouponSuggested', { code: best.code, amount: wirePrice(best.saves ?? '0', currencyOf(lines)) })}
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

function ApplyButton({ code, apply: { apply, busyWith, offline } }: { code: string; apply: Apply }) {
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

function CouponForm({ apply: applying, offers }: { apply: Apply; offers: ReturnType<typeof useOffers> }) {
  const { coupon } = useCart()
  const [code, setCode] = useState('')
  const { apply, busyWith, offline } = applying
  const isLoggedOut = coupon.coupon_error === 'NOTLOGGEDIN'
  return (
    <div className="p-4">
      <form
        className="grid grid-cols-[1fr_auto] items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (code.trim()) apply(code.trim())
        }}
      >
        <Field
          label={t('cartCouponField')}
          value={code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          enterKeyHint="done"
          onChange={(event) => setCode(event.currentTarget.value)}
          error={coupon.coupon_error && !isLoggedOut ? coupon.coupon_error : null}
        />
        <Button
          type="submit"
          variant="tint"
          isBusy={busyWith !== undefined && busyWith === code.trim()}
          disabled={offline !== undefined}
          title={offline}
          className="mt-6.5"
        >
          {t('applyCouponButtonText')}
        </Button>
      </form>
      <Offers offers={offers} apply={applying} />
    </div>
  )
}

/** Lists the coupons for this cart with what each saves, or what is missing for it (P-21, INT-09). */
function Offers({ offers: { data, isError, isFetching, refetch }, apply }: Parameters<typeof CouponForm>[0]) {
  const { lines } = useCart()
  const currency = currencyOf(lines)
  if (isError) return <NotLoaded onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data) return <Skeleton className="mt-4 h-12" />
  return (
    <ul aria-label={t('cartCouponsTitle')} className="mt-3 divide-y divide-line">
      {data.length === 0 ? <li className="py-2 text-small text-ink-2">{t('cartCouponsNone')}</li> : null}
      {data.map((offer) => (
        <li key={offer.code} className="flex items-center gap-3 py-3">
          <div className="min-w-0 flex-1">
            <p className="num font-650">{offer.code}</p>
            <p className="num text-small text-ink-2">{offer.description || offer.name}</p>
            {Number(offer.saves) > 0 ? (
              <p className="num text-small font-650 text-ok">
                {t('cartCouponSaves', { amount: wirePrice(offer.saves ?? '0', currency) })}
              </p>
            ) : null}
            {offer.missing ? (
              <p className="num text-small text-gold-ink">
                {t('cartCouponMissing', { amount: wirePrice(offer.missing, currency) })}
              </p>
            ) : null}
          </div>
          {offer.missing ? null : <ApplyButton code={offer.code} apply={apply} />}
        </li>
      ))}
    </ul>
  )
}
