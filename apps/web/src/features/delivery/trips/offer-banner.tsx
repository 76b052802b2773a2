import { Button } from '@nukkad/ui/components/button.tsx'
import { IconButton } from '@nukkad/ui/components/icon-button.tsx'
import { Bell, X } from 'lucide-react'
import { t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { closeBanner, useBanner } from './live.ts'
import { Earning, tripFacts } from './order-facts.tsx'

/**
 * Shows a new offer in full width on every rider screen while it is available (docs/reference/interface.md#rider-area).
 */
export function OfferBanner() {
  const offer = useBanner(({ offer }) => offer)
  return (
    <div aria-live="assertive" className="fixed inset-x-0 top-0 z-50">
      {offer ? (
        <div
          style={{ paddingTop: 'calc(12px + var(--safe-top) + var(--demo-banner, 0px))' }}
          className="ground-hero appear flex items-center gap-3 px-4 pb-3 shadow-2"
        >
          <Bell aria-hidden="true" className="size-7 shrink-0" />
          <div className="min-w-0 flex-1">
            <Earning order={offer} />
            <p className="text-rider font-650">{t('riderNewOrderBanner', { store: offer.restaurant.name })}</p>
            <p className="num truncate text-body">{tripFacts(offer).join(' · ')}</p>
          </div>
          <Button
            variant="plain"
            className="min-h-14 bg-(--c-on-hero) text-(--c-hero-2)!"
            onClick={() => {
              closeBanner()
              go(`/delivery/orders/${offer.unique_order_id}`)
            }}
          >
            {t('riderNewOrderOpen')}
          </Button>
          <IconButton label={t('a11yClose')} onClick={closeBanner} className="size-14">
            <X aria-hidden="true" />
          </IconButton>
        </div>
      ) : null}
    </div>
  )
}
