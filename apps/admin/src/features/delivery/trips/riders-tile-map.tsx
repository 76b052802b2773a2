import 'maplibre-gl/dist/maplibre-gl.css'
import { TileMap } from '@nukkad/ui/components/tile-map.tsx'
import { placesOf, type RiderOnMap } from './riders.ts'

/** Shows the riders on a tile map; loaded only if a map style is set. */
export default function RidersTileMap({ riders, styleUrl }: { riders: readonly RiderOnMap[]; styleUrl: string }) {
  return (
    <TileMap
      label="Rider map"
      styleUrl={styleUrl}
      marks={riders.flatMap(({ at, name }) => (at ? [{ at, title: name }] : []))}
      colour="--c-fill"
      view={placesOf(riders)}
      isFittedOnce
      maxZoom={15}
    />
  )
}
