import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { distanceKm, type Point } from '@nukkad/rules/distance.ts'
import { type Gazetteer, nameSpot } from '@nukkad/rules/gazetteer.ts'
import { type Geocoder, GeocoderError } from './geocoder.ts'

const cityMap = join(import.meta.dirname, '../../../../../.build/pictures/map/city.json')

let drawn: Promise<Gazetteer> | undefined

type PopularPlace = { name: string; latitude: number; longitude: number }

/**
 * Creates the geocoder of a shop without a provider: it uses names from the drawn map of the city; outside the map it
 * uses the nearest popular location, at any distance.
 */
export function createLocalGeocoder(listPopularPlaces: () => Promise<PopularPlace[]>): Geocoder {
  return {
    reverse: async (point) => {
      const { road, area } = nameSpot(await readMap(), point)
      if (area) return { ...(road && { road }), locality: area }
      const place = nearest(await listPopularPlaces(), point)
      if (!road && !place) throw new GeocoderError('no name is known here')
      return { ...(road && { road }), ...(place && { locality: place.name }) }
    },
  }
}

/** Reads, once, the map that customers see; without this map, the geocoder has only the popular locations. */
function readMap(): Promise<Gazetteer> {
  drawn ??= readFile(cityMap, 'utf8').then(
    (text): Gazetteer => JSON.parse(text),
    (): Gazetteer => ({ roads: [], labels: [] }),
  )
  return drawn
}

function nearest(places: PopularPlace[], point: Point): PopularPlace | undefined {
  const far = ({ latitude, longitude }: PopularPlace) => distanceKm(point, { lat: latitude, lng: longitude })
  return places.toSorted((a, b) => far(a) - far(b))[0]
}
