import 'maplibre-gl/dist/maplibre-gl.css'
import { TileMap } from '@nukkad/ui/components/tile-map.tsx'
import { type BoardPins, fillOf, pinText, pointsOf } from './board-pins.ts'
import type { BoardOrder } from './order-texts.ts'

type TilesProps = { pins: BoardPins; styleUrl: string; onOpen: (order: BoardOrder) => void }

/** Shows the marks of the board on a tile map; loaded only if a map style is set. */
export default function BoardTileMap({ pins, styleUrl, onOpen }: TilesProps) {
  return (
    <TileMap
      label="Map"
      styleUrl={styleUrl}
      marks={[
        ...pins.stores.map(({ at, name }) => ({ at, title: name, colour: '--c-ink' as const })),
        ...pins.riders.map(({ at, name }) => ({ at, title: name, colour: '--c-ink-2' as const })),
        ...pins.orders.map((pin) => ({
          at: pin.at,
          title: pinText(pin),
          opens: pin.order.id,
          colour: fillOf(pin).fill,
        })),
      ]}
      colour="--c-ink"
      onPress={(opens) => {
        const pressed = pins.orders.find(({ order }) => order.id === opens)
        if (pressed) onOpen(pressed.order)
      }}
      view={pointsOf(pins)}
      isFittedOnce
      maxZoom={15}
    />
  )
}
