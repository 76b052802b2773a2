import { useQuery } from '@tanstack/react-query'
import { TicketPercent } from 'lucide-react'
import { plainText } from '#features/shell/rich-text.tsx'
import { t } from '#lib/catalogue.ts'
import { ask } from '#lib/query.ts'
import { notify } from '#lib/toasts.ts'

/**
 * Shows the store's coupons as cards over the lower edge of the store's cover, so that nothing moves when the coupons
 * arrive. A touch on a card copies the code of its coupon.
 */
export default function OffersRail({ storeId }: { storeId: number }) {
  const { data } = useQuery({ ...ask('get-store-coupons', { restaurant_id: storeId }), retry: false })
  if (!data || data.coupons.length === 0) return null
  const copy = (code: string) =>
    navigator.clipboard.writeText(code).then(
      () => notify(t('accountCouponCopied')),
      () => notify(t('storeOfferCode', { code }), 'info'),
    )
  return (
    <ul aria-label={t('storeCouponsTitle')} className="rail appear gap-2 py-3">
      {data.coupons.map(({ code, name, description }) => (
        <li key={code} className="max-w-[15rem]">
          <button
            type="button"
            aria-description={t('storeOfferCopy')}
            onClick={() => void copy(code)}
            className="press glass flex min-h-13 w-full items-center gap-2.5 rounded-card px-3 py-1.5 text-start"
          >
            <TicketPercent aria-hidden="true" className="size-5 shrink-0 text-brand" />
            <span className="num min-w-0">
              <span className="block truncate text-label font-650">{code}</span>
              <span dir="auto" className="block truncate text-micro font-normal text-ink-2">
                {plainText(description ?? '') || name}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
