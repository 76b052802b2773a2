import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { ChevronRight, TicketPercent } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { openLogin } from '#lib/login-sheet.ts'
import { wirePrice } from '#lib/prices.ts'
import { currencyOf, removeCoupon, useCart } from '#stores/cart.ts'
import { type Apply, ApplyButton, type Offer, useApply, useOffers } from './coupons.tsx'

const CouponForm = lazy(() => import('./coupon-form.tsx'))

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
        <Suspense fallback={<Skeleton className="m-4 h-24" />}>
          <CouponForm apply={apply} offers={offers} />
        </Suspense>
      ) : (
        <Closed best={offers.data?.find(({ saves }) => Number(saves) > 0)} apply={apply} onOpen={() => setOpen(true)} />
      )}
      {coupon.coupon_error === 'NOTLOGGEDIN' ? (
        <p role="alert" className="px-4 pb-4 text-small text-error">
          {t('couponNotLoggedin')}{' '}
          <button type="button" onClick={() => openLogin({ kind: 'coupon' })} className="reach font-semibold underline">
            {t('cartCouponLogin')}
          </button>
        </p>
      ) : null}
    </section>
  )
}

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

/** The closed row. It has the same height with and without a suggested coupon. */
function Closed({ best, apply, onOpen }: { best: Offer | undefined; apply: Apply; onOpen: () => void }) {
  const { lines } = useCart()
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
