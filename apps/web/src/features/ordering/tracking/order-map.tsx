import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import { CityMap } from '@nukkad/ui/components/city-map.tsx'
import { lazy, Suspense } from 'react'
import { setting, t } from '#lib/catalogue.ts'
import { useCity } from '#lib/city.ts'
import { homeOf, type Order, type RiderPosition } from './use-tracking.ts'

const TileMap = lazy(() => import('./tile-map.tsx'))
const staleAfterMs = 60_000
const glideMs = 4000

/** Shows the drawn map, or a tile map if the operator has set a style for one. */
export function OrderMap({ order, position, now }: { order: Order; position: RiderPosition | null; now: number }) {
  const city = useCity()
  const home = order.delivery_type === 1 ? homeOf(order) : null
  const { latitude, longitude } = order.restaurant
  const pins = [
    { id: 'store', kind: 'store' as const, at: { latitude: Number(latitude), longitude: Number(longitude) } },
    ...(home ? [{ id: 'home', kind: 'home' as const, at: home }] : []),
  ]
  const rider = position ? { ...position, isStale: now - position.seenAt > staleAfterMs, glideMs } : null
  const styleUrl = setting('mapTileStyleUrl')
  const drawn = (
    <CityMap
      label={t('a11yMap')}
      city={city}
      pins={pins}
      rider={rider}
      hasRoute={home !== null}
      isCarried={order.orderstatus_id === orderStatusIds.picked_up}
      recentreLabel={t('a11yRecentre')}
    />
  )
  if (!/^https:\/\/|^\//.test(styleUrl)) return drawn
  return (
    <Suspense fallback={drawn}>
      <TileMap label={t('a11yMap')} styleUrl={styleUrl} marks={pins} colour="--c-ink" maxZoom={16} rider={rider} />
    </Suspense>
  )
}
