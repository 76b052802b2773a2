import type { Point } from '@nukkad/ui/city.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { X } from 'lucide-react'
import { Input } from '#components/controls.tsx'
import { type Ring, squareAround } from './areas.ts'
import { round } from './places.ts'

type AreasProps = {
  areas: Ring[]
  active: number
  middle: Point
  onActive: (index: number) => void
  onChange: (areas: Ring[]) => void
}

/** Shows the drawn areas as numbers, so that each corner can be edited without the map. */
export function AreaFields({ areas, active, middle, onActive, onChange }: AreasProps) {
  const ring = areas[active]
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {areas.map((_, index) => (
          <Button
            // biome-ignore lint/suspicious/noArrayIndexKey: areas have no id, only their position
            key={index}
            size="small"
            variant={index === active ? 'tint' : 'outline'}
            aria-pressed={index === active}
            onClick={() => onActive(index)}
          >
            Area {index + 1}
          </Button>
        ))}
        <Button
          size="small"
          variant="outline"
          onClick={() => {
            onChange([...areas, squareAround(middle)])
            onActive(areas.length)
          }}
        >
          Add an area
        </Button>
      </div>
      {ring ? (
        <Corners
          name={`Corners of area ${active + 1}`}
          ring={ring}
          middle={middle}
          onChange={(next) => onChange(areas.with(active, next))}
          onRemove={() => {
            onChange(areas.toSpliced(active, 1))
            onActive(Math.max(0, active - 1))
          }}
        />
      ) : null}
    </div>
  )
}

type CornersProps = { name: string; ring: Ring; middle: Point; onChange: (ring: Ring) => void; onRemove: () => void }

function Corners({ name, ring, middle, onChange, onRemove }: CornersProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-label">{name}</legend>
      <ol className="grid max-h-80 gap-2 overflow-y-auto p-1">
        {ring.map(([longitude, latitude], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: corners have no id, only their position
          <li key={index} className="flex items-center gap-2">
            <span className="num w-5 text-small text-ink-2">{index + 1}</span>
            <CornerField
              label={`Latitude of corner ${index + 1}`}
              value={latitude}
              onChange={(value) => onChange(ring.with(index, [longitude, value]))}
            />
            <CornerField
              label={`Longitude of corner ${index + 1}`}
              value={longitude}
              onChange={(value) => onChange(ring.with(index, [value, latitude]))}
            />
            <button
              type="button"
              aria-label={`Remove corner ${index + 1}`}
              className="grid size-9 shrink-0 place-items-center text-ink-2"
              onClick={() => onChange(ring.toSpliced(index, 1))}
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          variant="outline"
          onClick={() => onChange([...ring, ring.at(-1) ?? [middle.longitude, middle.latitude]])}
        >
          Add a corner
        </Button>
        <Button size="small" variant="plain" onClick={onRemove}>
          Remove the area
        </Button>
      </div>
    </fieldset>
  )
}

function CornerField({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  return (
    <Input
      isLabelHidden
      label={label}
      type="number"
      step="0.001"
      value={value}
      onChange={(event) => onChange(round(Number(event.target.value)))}
    />
  )
}
