import 'maplibre-gl/dist/maplibre-gl.css'
import { LngLatBounds, Map as Maplibre, Marker, Popup } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { placesOf, type RiderOnMap } from './riders.ts'

/** The same on a map of tiles; only loaded where a style for one is set, since it needs a network and WebGL. */
export default function RidersTileMap({ riders, styleUrl }: { riders: readonly RiderOnMap[]; styleUrl: string }) {
  const frame = useRef<HTMLElement>(null)
  const map = useRef<Maplibre | null>(null)
  const hasFitted = useRef(false)

  useEffect(() => {
    if (!frame.current) return
    const made = new Maplibre({ container: frame.current, style: styleUrl, attributionControl: { compact: true } })
    map.current = made
    return () => {
      made.remove()
      map.current = null
      hasFitted.current = false
    }
  }, [styleUrl])

  useEffect(() => {
    const present = map.current
    if (!present) return
    const colour = getComputedStyle(document.documentElement).getPropertyValue('--c-fill')
    const markers = riders.flatMap(({ at, name }) =>
      at
        ? [
            new Marker({ color: colour })
              .setLngLat([at.longitude, at.latitude])
              .setPopup(new Popup().setText(name))
              .addTo(present),
          ]
        : [],
    )
    // Once: whoever looks at a corner of the city is not pulled back every fifteen seconds.
    const bounds = placesOf(riders).reduce(
      (all, { longitude, latitude }) => all.extend([longitude, latitude]),
      new LngLatBounds(),
    )
    if (!hasFitted.current && !bounds.isEmpty()) {
      present.fitBounds(bounds, { padding: 64, maxZoom: 15, animate: false })
      hasFitted.current = true
    }
    return () => {
      for (const marker of markers) marker.remove()
    }
  }, [riders])

  return <section ref={frame} aria-label="Map of riders" className="size-full" />
}
