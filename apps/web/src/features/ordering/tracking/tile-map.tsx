import './tile-map.css'
import type { Point } from '@nukkad/ui/city.ts'
import { LngLatBounds, Map as Maplibre, Marker } from 'maplibre-gl'
import { useEffect, useRef } from 'react'

type Pin = { id: string; kind: 'store' | 'home'; at: Point }
type TileMapProps = {
  label: string
  styleUrl: string
  pins: Pin[]
  rider: { at: Point; heading: number | null } | null
}

/** Only loaded where a tile style is set; it needs a network and WebGL. */
export default function TileMap({ label, styleUrl, pins, rider }: TileMapProps) {
  const frame = useRef<HTMLElement>(null)
  const map = useRef<Maplibre | null>(null)
  const riderMarker = useRef<Marker | null>(null)
  const pinsKey = JSON.stringify(pins)

  useEffect(() => {
    if (!frame.current) return
    const made = new Maplibre({ container: frame.current, style: styleUrl, attributionControl: { compact: true } })
    map.current = made
    return () => {
      made.remove()
      map.current = null
      riderMarker.current = null
    }
  }, [styleUrl])

  useEffect(() => {
    const present = map.current
    if (!present) return
    const shown: Pin[] = JSON.parse(pinsKey)
    const colour = getComputedStyle(document.documentElement).getPropertyValue('--c-ink')
    const markers = shown.map(({ at }) => new Marker({ color: colour }).setLngLat(positionOf(at)).addTo(present))
    const bounds = shown.reduce((all, { at }) => all.extend(positionOf(at)), new LngLatBounds())
    if (!bounds.isEmpty()) present.fitBounds(bounds, { padding: 64, maxZoom: 16, animate: false })
    return () => {
      for (const marker of markers) marker.remove()
    }
  }, [pinsKey])

  useEffect(() => {
    const present = map.current
    if (!present) return
    if (!rider) {
      riderMarker.current?.remove()
      riderMarker.current = null
      return
    }
    riderMarker.current ??= new Marker({ color: '#0f7a55', rotationAlignment: 'map' })
      .setLngLat(positionOf(rider.at))
      .addTo(present)
    riderMarker.current.setLngLat(positionOf(rider.at)).setRotation(rider.heading ?? 0)
  }, [rider])

  return <section ref={frame} aria-label={label} className="size-full" />
}

function positionOf({ latitude, longitude }: Point): [number, number] {
  return [longitude, latitude]
}
