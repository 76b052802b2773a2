import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { ChevronRight, TicketPercent } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { openLogin } from '#lib/login-sheet.ts'
import { wirePrice } from '#lib/prices.ts'
import { noCoupon } from '#stores/cart.ts'
import {
  type Apply,
  ApplyButton,
  type Basket,
  type Offer,
  useApply,
  useCartBasket,
  useKeptCoupon,
  useOffers,
} from './use-coupons.tsx'

const CouponForm = lazy(() => import('./coupon-form.tsx'))

/** Shows the coupon of the cart. */
export function CartCoupon() {
  const basket = useCartBasket()
  const apply = useApply(basket)
  useKeptCoupon(basket, apply)
  return <CouponRow basket={basket} apply={apply} />
}

type RowProps = { basket: Basket; apply: Apply }

/**
 * Shows the coupon of a cart or visit in one of its states: the best coupon as a suggestion, an input with a list of
 * coupons, the applied coupon, or the refusal (E-20 to E-24, GAP-26).
 */
export function CouponRow({ basket, apply }: RowProps) {
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

/**
 * The closed row. The coupon row has the same height with and without a suggested coupon, so that nothing moves when
 * the coupons arrive.
 */
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
