import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import type { Point } from '@nukkad/ui/city.ts'
import { CityMap } from '@nukkad/ui/components/city-map.tsx'
import { lazy, Suspense } from 'react'
import { setting, t } from '#lib/catalogue.ts'
import { useCity } from '#lib/city.ts'
import { homeOf, type Order, type RiderPosition } from './use-tracking.ts'

const TileMap = lazy(() => import('./tile-map.tsx'))
const staleAfterMs = 60_000
const glideMs = 4000

export function OrderMap({ order, position, now }: { order: Order; position: RiderPosition | null; now: number }) {
  const home = order.delivery_type === 1 ? homeOf(order) : null
  const isCarried = order.orderstatus_id === orderStatusIds.picked_up
  return <PlacesMap store={order.restaurant} home={home} position={position} isCarried={isCarried} now={now} />
}

type PlacesMapProps = {
  store: { latitude: string; longitude: string }
  home: Point | null
  position: RiderPosition | null
  isCarried: boolean
  now: number
}

/** Shows the drawn map, or a tile map if the operator has set a style for one. */
export function PlacesMap({ store, home, position, isCarried, now }: PlacesMapProps) {
  const city = useCity()
  const pins = [
    {
      id: 'store',
      kind: 'store' as const,
      at: { latitude: Number(store.latitude), longitude: Number(store.longitude) },
    },
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
      isCarried={isCarried}
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
