import { type GoodsType, supportsOrderType } from '@nukkad/rules/order-type.ts'
import { Segmented } from '@nukkad/ui/components/segmented.tsx'
import { Bike, House, Scissors, ShoppingBag } from 'lucide-react'
import { isSettingOn, t } from '#lib/catalogue.ts'
import { choose, usePreferences } from '#stores/preferences.ts'
import type { Store } from './readiness.ts'

/** Lets the person choose delivery or pickup. A type that the store does not offer is disabled with the reason. */
export function OrderTypeChoice({ store }: { store: Store | undefined }) {
  const selected = usePreferences((preferences) => preferences.selected)
  if (!isSettingOn('enSPU')) return null
  const reason = (orderType: GoodsType) =>
    store && !supportsOrderType(store.delivery_type, orderType) ? t('error_ORDER_TYPE_UNSUPPORTED') : undefined
  // In the cart, a salon whose services are booked sells only goods, so a home visit is not offered.
  const isSalon = store?.kind === 'salon' && !store.takes_visits
  return (
    <Segmented<GoodsType>
      label={t('a11yOrderType')}
      value={selected}
      onChange={choose}
      segments={[
        {
          value: 'DELIVERY',
          label: t(isSalon ? 'storeVisitHome' : 'deliveryTypeDelivery'),
          icon: isSalon ? <House /> : <Bike />,
          disabledReason: reason('DELIVERY'),
        },
        {
          value: 'SELFPICKUP',
          label: t(isSalon ? 'storeVisitSalon' : 'deliveryTypeSelfPickup'),
          icon: isSalon ? <Scissors /> : <ShoppingBag />,
          disabledReason: reason('SELFPICKUP'),
        },
      ]}
    />
  )
}
