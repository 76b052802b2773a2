import { LngLatBounds, Map as Maplibre, Marker, Popup } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import type { Point } from '../city.ts'

type Colour = '--c-ink' | '--c-ink-2' | '--c-fill' | '--c-info' | '--c-gold-ink' | '--c-ok' | '--c-error'
type Mark = {
  at: Point
  /** The title that shows when a person presses the mark, unless the mark has `opens`. */
  title?: string
  /** The design token of the mark's colour, if it differs from the colour of the other marks. */
  colour?: Colour
  /** The value that a press gives to `onPress`. A mark without `opens` shows its title instead. */
  opens?: number
}

type TileMapProps = {
  /** The accessible name of the map as a region. A text next to the map must say the same as the map. */
  label: string
  styleUrl: string
  marks: readonly Mark[]
  /** The design token of the marks' colour. */
  colour: Colour
  /** The function that the map calls when a person presses a mark with `opens`. */
  onPress?: (opens: number) => void
  /** The points that the view of the map must show; by default, those of the marks. */
  view?: readonly Point[]
  /** Whether the map fits its view to the marks only once, so that later changes of the marks do not move the map. */
  isFittedOnce?: boolean
  maxZoom: number
  rider?: { at: Point; heading: number | null } | null
}

/**
 * Shows marks on a tile map. The app should load this component only if the operator has set a tile style, because the
 * map needs a network and WebGL. The app supplies the stylesheet of the map library.
 */
export function TileMap({
  label,
  styleUrl,
  marks,
  colour,
  view = marks.map(({ at }) => at),
  isFittedOnce = false,
  maxZoom,
  rider,
  onPress,
}: TileMapProps) {
  const { frame, map } = useMap(styleUrl)
  useMarks(map, { marks, colour, styleUrl, onPress })
  useView(map, { view, isFittedOnce, maxZoom, styleUrl })
  useRider(map, { rider: rider ?? null, styleUrl })
  return <section ref={frame} aria-label={label} className="size-full" />
}

type MapRef = { readonly current: Maplibre | null }

function useMap(styleUrl: string) {
  const frame = useRef<HTMLElement>(null)
  const map = useRef<Maplibre | null>(null)
  useEffect(() => {
    if (!frame.current) return
    const made = new Maplibre({ container: frame.current, style: styleUrl, attributionControl: { compact: true } })
    map.current = made
    return () => {
      made.remove()
      map.current = null
    }
  }, [styleUrl])
  return { frame, map }
}

type MarksProps = Pick<TileMapProps, 'marks' | 'colour' | 'styleUrl'> & { onPress: TileMapProps['onPress'] | undefined }

function useMarks(map: MapRef, { marks, colour, styleUrl, onPress }: MarksProps): void {
  const press = useRef(onPress)
  press.current = onPress
  const key = JSON.stringify(marks)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new style creates a new map
  useEffect(() => {
    const present = map.current
    if (!present) return
    const styles = getComputedStyle(document.documentElement)
    const markers = (JSON.parse(key) as Mark[]).map(({ at, title, opens, colour: own = colour }) => {
      const marker = new Marker({ color: styles.getPropertyValue(own) }).setLngLat(positionOf(at))
      if (opens !== undefined) marker.getElement().addEventListener('click', () => press.current?.(opens))
      else if (title !== undefined) marker.setPopup(new Popup().setText(title))
      return marker.addTo(present)
    })
    return () => {
      for (const marker of markers) marker.remove()
    }
  }, [map, key, colour, styleUrl])
}

type ViewProps = { view: readonly Point[]; isFittedOnce: boolean; maxZoom: number; styleUrl: string }

function useView(map: MapRef, { view, isFittedOnce, maxZoom, styleUrl }: ViewProps): void {
  const key = JSON.stringify(view)
  const hasFitted = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new style creates a new map
  useEffect(() => {
    return () => {
      hasFitted.current = false
    }
  }, [styleUrl])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new style creates a new map
  useEffect(() => {
    const bounds = (JSON.parse(key) as Point[]).reduce((all, at) => all.extend(positionOf(at)), new LngLatBounds())
    if (!map.current || bounds.isEmpty() || (isFittedOnce && hasFitted.current)) return
    map.current.fitBounds(bounds, { padding: 64, maxZoom, animate: false })
    hasFitted.current = true
  }, [map, key, isFittedOnce, maxZoom, styleUrl])
}

type RiderProps = { rider: NonNullable<TileMapProps['rider']> | null; styleUrl: string }

function useRider(map: MapRef, { rider, styleUrl }: RiderProps): void {
  const marker = useRef<Marker | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new style creates a new map
  useEffect(() => {
    return () => {
      marker.current = null
    }
  }, [styleUrl])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new style creates a new map
  useEffect(() => {
    const present = map.current
    if (!present) return
    if (!rider) {
      marker.current?.remove()
      marker.current = null
      return
    }
    marker.current ??= new Marker({ color: '#0f7a55', rotationAlignment: 'map' })
      .setLngLat(positionOf(rider.at))
      .addTo(present)
    marker.current.setLngLat(positionOf(rider.at)).setRotation(rider.heading ?? 0)
  }, [map, rider, styleUrl])
}

function positionOf({ latitude, longitude }: Point): [number, number] {
  return [longitude, latitude]
}
