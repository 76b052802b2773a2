import { CityMap } from '@nukkad/ui/components/city-map.tsx'
import { t } from '#lib/catalogue.ts'
import { useCity } from '#lib/city.ts'
import { dropPoint, type ShownOrder, storePoint } from './orders.ts'
import { usePosition } from './position.ts'

const glideMs = 1000

/**
 * Shows the store, the drop point and the rider on a map. The cards of the stops below the map name the store and the
 * address in words.
 */
export function TripMap({ order }: { order: ShownOrder }) {
  const city = useCity()
  const position = usePosition(({ position }) => position)
  const [store, home] = [storePoint(order), dropPoint(order)]
  const pins = [
    ...(store ? [{ id: 'store', kind: 'store' as const, at: store }] : []),
    ...(home ? [{ id: 'home', kind: 'home' as const, at: home }] : []),
  ]
  return (
    <CityMap
      label={t('a11yMap')}
      city={city}
      pins={pins}
      rider={position ? { ...position, isStale: false, glideMs } : null}
      hasRoute
      recentreLabel={t('a11yRecentre')}
    />
  )
}
