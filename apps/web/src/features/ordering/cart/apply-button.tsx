import { Button } from '@nukkad/ui/components/button.tsx'
import { t } from '#lib/catalogue.ts'
import type { Apply } from './use-coupons.ts'

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
