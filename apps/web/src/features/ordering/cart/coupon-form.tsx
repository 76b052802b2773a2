import { Button } from '@nukkad/ui/components/button.tsx'
import { Field } from '@nukkad/ui/components/field.tsx'
import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { useState } from 'react'
import { NotLoaded } from '#features/shell/not-loaded.tsx'
import { RichText } from '#features/shell/rich-text.tsx'
import { t } from '#lib/catalogue.ts'
import { wirePrice } from '#lib/prices.ts'
import { type Apply, ApplyButton, type Basket, type useOffers } from './use-coupons.tsx'

type CouponFormProps = { basket: Basket; apply: Apply; offers: ReturnType<typeof useOffers> }

/** Shows a field for the code of a coupon, and the list of coupons that a basket can use. */
export default function CouponForm({ basket: { coupon, currency }, apply: applying, offers }: CouponFormProps) {
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
      <Offers offers={offers} apply={applying} currency={currency} />
    </div>
  )
}

type OffersProps = Omit<CouponFormProps, 'basket'> & { currency: string }

/** Lists the coupons, each with the amount that it saves or that is missing to use it (P-21, INT-09). */
function Offers({ offers: { data, isError, isFetching, refetch }, apply, currency }: OffersProps) {
  if (isError) return <NotLoaded onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data) return <Skeleton className="mt-4 h-12" />
  return (
    <ul aria-label={t('cartCouponsTitle')} className="mt-3 divide-y divide-line">
      {data.length === 0 ? <li className="py-2 text-small text-ink-2">{t('cartCouponsNone')}</li> : null}
      {data.map((offer) => (
        <li key={offer.code} className="flex items-center gap-3 py-3">
          <div className="min-w-0 flex-1">
            <p className="num font-650">{offer.code}</p>
            <RichText html={offer.description || offer.name} className="prose num text-small text-ink-2" />
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
