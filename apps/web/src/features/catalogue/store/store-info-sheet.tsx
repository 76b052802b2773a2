import type { Output } from '@nukkad/contract/contract.ts'
import { deliveryMinutes } from '@nukkad/rules/distance.ts'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { t } from '#lib/catalogue.ts'
import { openText } from '#lib/store-facts.ts'
import { StoreInfo } from './store-info.tsx'

type Store = Output<'get-restaurant-info'>

type StoreInfoProps = {
  store: Store
  distance: number | 'unserved' | null | undefined
  isOpen: boolean
  onClose: () => void
}

/** Shows a store's opening hours, address with a map, phone and licence. */
export default function StoreInfoSheet({ store, distance, isOpen, onClose }: StoreInfoProps) {
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={store.name}
      sub={[openText(store), minutesText(store, distance)].filter(Boolean).join(' · ')}
      closeLabel={t('a11yClose')}
    >
      <StoreInfo store={store} />
    </Sheet>
  )
}

function minutesText({ kind, delivery_type: type }: Store, distance: StoreInfoProps['distance']): string {
  if (kind === 'salon' || typeof distance !== 'number') return ''
  const name = t(type === 2 ? 'deliveryTypeSelfPickup' : 'deliveryTypeDelivery')
  return `${name} ${t('commonMinutes', { count: deliveryMinutes(type === 2 ? 0 : distance) })}`
}
