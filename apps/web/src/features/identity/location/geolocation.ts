import type { Point } from '@nukkad/ui/city.ts'
import { writeKey } from '#lib/storage.ts'

type Found = Point & { accuracyMetres: number }

const timeoutMs = 10_000

/** Returns the device's position; throws if the person refuses it or the device finds none. */
export function locate(): Promise<Found> {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) {
      reject(new Error('this browser cannot find its location'))
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const found = { latitude: coords.latitude, longitude: coords.longitude, accuracyMetres: coords.accuracy }
        writeKey('geoLocation', JSON.stringify({ lat: found.latitude, lng: found.longitude }))
        resolve(found)
      },
      (refusal) => reject(new Error(refusal.message)),
      { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: 60_000 },
    )
  })
}
