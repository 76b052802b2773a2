import { CityMap } from '@nukkad/ui/components/city-map.tsx'
import { useCity } from '#lib/city.ts'
import { usePlace } from '#stores/place.ts'

/** Shows a slice of the map with a rider on the way, as a picture of what tracking looks like. */
export default function DesktopMap() {
  const place = usePlace((state) => state.place)
  const city = useCity()
  if (!place) return null
  const near = (north: number, east: number) => ({ latitude: place.lat + north, longitude: place.lng + east })
  return (
    <div inert className="size-full">
      <CityMap
        label=""
        recentreLabel=""
        city={city}
        pins={[
          { id: 'store', kind: 'store', at: near(0.0022, -0.0034) },
          { id: 'home', kind: 'home', at: near(-0.0012, 0.0028) },
        ]}
        rider={{ at: near(0.0004, -0.0004), heading: null, isStale: false, glideMs: 0 }}
        hasRoute
        isCarried
      />
    </div>
  )
}
