import { cartSubtotal } from '@nukkad/rules/cart.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Field } from '@nukkad/ui/components/field.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronRight, TicketPercent } from 'lucide-react'
import { useEffect, useState } from 'react'
import { NotLoaded } from '#features/shell/not-loaded.tsx'
import { useOfflineReason } from '#features/shell/offline.tsx'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { loginPath } from '#lib/navigation.ts'
import { wirePrice } from '#lib/prices.ts'
import { ask } from '#lib/query.ts'
import { readKey } from '#lib/storage.ts'
import { currencyOf, noCoupon, pricingOf, removeCoupon, setCoupon, useCart } from '#stores/cart.ts'
import { useCustomer } from '#stores/session.ts'
import { couponError } from './coupon-error.ts'

/** Shows the coupon: closed, open with an input, applied, or refused with the reason (E-20 to E-24, GAP-26). */
export function CouponRow() {
  const { coupon, lines } = useCart()
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const offline = useOfflineReason()
  const { mutate, isPending } = useMutation({
    mutationFn: async (wanted: string) => {
      const pricing = pricingOf(lines)
      const answer = await call('apply-coupon', {
        coupon: wanted,
        restaurant_id: lines[0]?.restaurant_id,
        subtotal: wireMoney(cartSubtotal(lines, pricing), pricing.currency),
      })
      if ('code' in answer) setCoupon({ ...answer, hideMessage: false, coupon_error: '' })
    },
    onError: (error) => setCoupon({ ...noCoupon, hideMessage: false, coupon_error: couponError(error) }),
  })
  // Only the coupon's code is stored, so the cart fetches its discount when it opens (docs/reference/wire.md#coupons).
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the cart opens
  useEffect(() => {
    const kept = readKey('appliedCoupon')
    if (kept !== undefined && coupon.appliedAmount === undefined && offline === undefined) mutate(kept)
  }, [])

  if (coupon.code) {
    const saved = Number(coupon.appliedAmount) > 0
    return (
      <section className="flex items-center gap-3.5 rounded-card bg-ok-tint p-4">
        <TicketPercent aria-hidden="true" className="size-6 text-ok" />
        <p className="num min-w-0 flex-1 font-650">
          {saved
            ? t('cartCouponApplied', {
                code: coupon.code,
                amount: wirePrice(coupon.appliedAmount ?? '0', currencyOf(lines)),
              })
            : t('cartCouponAccepted', { code: coupon.code })}
        </p>
        <button type="button" onClick={removeCoupon} className="reach text-label text-brand">
          {t('cartCouponRemove')}
        </button>
      </section>
    )
  }
  if (!isOpen) {
    return (
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="press flex min-h-15 w-full items-center gap-3.5 rounded-card bg-surface px-4 text-start hairline"
      >
        <TicketPercent aria-hidden="true" className="size-6 text-brand" />
        <span className="flex-1 font-650">{t('cartCouponOpen')}</span>
        <ChevronRight aria-hidden="true" className="size-5 text-ink-2 rtl:-scale-x-100" />
      </button>
    )
  }
  const isLoggedOut = coupon.coupon_error === 'NOTLOGGEDIN'
  return (
    <form
      className="grid grid-cols-[1fr_auto] items-start gap-2 rounded-card bg-surface p-4 hairline"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim()) mutate(code.trim())
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
        isBusy={isPending}
        disabled={offline !== undefined}
        title={offline}
        className="mt-6.5"
      >
        {t('applyCouponButtonText')}
      </Button>
      <CouponList onChoose={mutate} />
      {isLoggedOut ? (
        <p role="alert" className="col-span-2 text-small text-error">
          {t('couponNotLoggedin')}{' '}
          <a href={loginPath()} className="font-semibold underline">
            {t('cartCouponLogin')}
          </a>
        </p>
      ) : null}
    </form>
  )
}

/** Lists the coupons that this customer can use. A press applies one (P-21, INT-09). */
function CouponList({ onChoose }: { onChoose: (code: string) => void }) {
  const id = useCustomer()?.id
  const [isOpen, setOpen] = useState(false)
  const { data, isError, isFetching, refetch } = useQuery({
    ...ask('apply-coupon', { user_id: id }),
    enabled: isOpen && id !== undefined,
  })
  const coupons = data && 'coupons' in data ? data.coupons : []
  if (id === undefined) return null
  return (
    <div className="col-span-2">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="reach text-label text-brand"
      >
        {t('cartCouponsTitle')}
      </button>
      {isOpen && isError ? <NotLoaded onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
      <ul aria-label={t('cartCouponsTitle')} hidden={!isOpen} className="mt-1 divide-y divide-line">
        {coupons.length === 0 && data ? <li className="py-2 text-small text-ink-2">{t('cartCouponsNone')}</li> : null}
        {coupons.map(({ code, name, description }) => (
          <li key={code}>
            <button
              type="button"
              onClick={() => onChoose(code)}
              className="flex min-h-12 w-full items-center gap-3 py-2 text-start"
            >
              <span className="num font-650 text-brand">{code}</span>
              <span className="min-w-0 flex-1 truncate text-small text-ink-2">{description || name}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
