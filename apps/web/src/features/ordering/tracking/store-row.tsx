import { IconButton } from '@nukkad/ui/components/icon-button.tsx'
import { Phone } from 'lucide-react'
import { StorePicture } from '#components/store-picture.tsx'
import { t } from '#lib/catalogue.ts'
import { ShareButton } from './share-button.tsx'
import type { Order } from './use-tracking.ts'

/** Shows the store of an order, shares the order, and calls the store if it has published a phone number. */
export function StoreRow({ order }: { order: Order }) {
  const { restaurant } = order
  const number = restaurant.phone?.replace(/[^\d+]/g, '')
  return (
    <section className="flex items-center gap-3 rounded-card bg-surface p-3.5 hairline">
      <StorePicture store={restaurant} />
      <h2 className="min-w-0 flex-1 truncate text-heading">
        <bdi>{restaurant.name}</bdi>
      </h2>
      <ShareButton order={order} />
      {number ? (
        <IconButton label={t('trackingCallStore')} variant="boxed" href={`tel:${number}`}>
          <Phone aria-hidden="true" />
        </IconButton>
      ) : null}
    </section>
  )
}
