import { Button } from '@nukkad/ui/parts/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { ApiError, call } from '#lib/api.ts'
import { useCity } from '#lib/city.ts'
import { notice } from '#lib/notices.ts'
import { useMay } from '#lib/session.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import { Input } from '#parts/controls.tsx'
import { AreaMap, type Ring } from './area-map.tsx'
import { round } from './places.ts'
import { SectionForm } from './section.tsx'
import { rereadStore, type ShownStore } from './use-store.ts'

type Reach = { latitude: number; longitude: number; radius: string; areas: Ring[] }

const reachOf = (store: ShownStore): Reach => ({
  latitude: Number(store.latitude),
  longitude: Number(store.longitude),
  radius: String(store.delivery_radius),
  areas: (store.delivery_areas ?? []) as Ring[],
})

/** Whom the store serves: a radius around it, or areas drawn on the map. Owners set the radius. */
export function ReachForm({ store }: { store: ShownStore }) {
  const city = useCity()
  const mayDraw = useMay({ permission: 'stores_edit' })
  const [reach, setReach] = useState(() => reachOf(store))
  const [active, setActive] = useState(0)
  const change = (part: Partial<Reach>) => setReach((before) => ({ ...before, ...part }))
  const save = useMutation({
    mutationFn: async () => {
      const { latitude, longitude, radius, areas } = reach
      const own = { store_id: store.id, delivery_radius: radius }
      if (!mayDraw) return call('store-owner/update-store', own)
      return call('dashboard/stores/update', { ...own, latitude, longitude, delivery_areas: areas })
    },
    onSuccess: async () => {
      await rereadStore()
      notice('Saved')
    },
  })
  const isChanged = JSON.stringify(reach) !== JSON.stringify(reachOf(store))
  useUnsaved(isChanged)
  const tooFew = reach.areas.findIndex((ring) => ring.length < 3)
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  const at = { latitude: reach.latitude, longitude: reach.longitude }
  return (
    <SectionForm
      title="Delivery area"
      text="Customers inside are served. Areas decide where there are any, else the radius does."
      onSubmit={(event) => {
        event.preventDefault()
        if (tooFew < 0) save.mutate()
      }}
      formError={
        tooFew >= 0
          ? `Area ${tooFew + 1} needs three corners or more.`
          : (fields.delivery_areas ?? (fields.delivery_radius ? undefined : save.error?.message))
      }
      isBusy={save.isPending}
      isChanged={isChanged}
    >
      <div className="grid gap-5 desk:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <AreaMap
          city={city}
          store={at}
          radiusKm={Number(reach.radius) || 1}
          areas={reach.areas}
          active={active}
          onChange={(areas) => mayDraw && change({ areas })}
          {...(mayDraw && { onMoveStore: change })}
        />
        <div className="grid content-start gap-4">
          <Input
            label="Radius"
            after="km"
            inputMode="decimal"
            value={reach.radius}
            error={fields.delivery_radius}
            onChange={(event) => change({ radius: event.target.value })}
          />
          {mayDraw ? (
            <>
              <div className="grid grid-cols-2 gap-3">
                <Degrees label="Latitude" value={reach.latitude} onChange={(latitude) => change({ latitude })} />
                <Degrees label="Longitude" value={reach.longitude} onChange={(longitude) => change({ longitude })} />
              </div>
              <Areas
                areas={reach.areas}
                active={active}
                middle={at}
                onActive={setActive}
                onChange={(areas) => change({ areas })}
              />
            </>
          ) : (
            <p className="text-small text-ink-2">Areas and the place of the store are set by the shop.</p>
          )}
        </div>
      </div>
    </SectionForm>
  )
}

function Degrees({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  return (
    <Input
      label={label}
      type="number"
      step="0.0001"
      value={value}
      onChange={(event) => onChange(round(Number(event.target.value)))}
    />
  )
}

type AreasProps = {
  areas: Ring[]
  active: number
  middle: { latitude: number; longitude: number }
  onActive: (index: number) => void
  onChange: (areas: Ring[]) => void
}

/** The same areas as numbers: every corner can be read, written, added and taken away without the map. */
function Areas({ areas, active, middle, onActive, onChange }: AreasProps) {
  const ring = areas[active]
  const setRing = (next: Ring) => onChange(areas.with(active, next))
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {areas.map((_, index) => (
          <Button
            // biome-ignore lint/suspicious/noArrayIndexKey: areas have no name but their place
            key={index}
            size="small"
            look={index === active ? 'tint' : 'outline'}
            aria-pressed={index === active}
            onClick={() => onActive(index)}
          >
            Area {index + 1}
          </Button>
        ))}
        <Button
          size="small"
          look="outline"
          onClick={() => {
            onChange([...areas, squareAround(middle)])
            onActive(areas.length)
          }}
        >
          Add an area
        </Button>
      </div>
      {ring ? (
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-label">Corners of area {active + 1}</legend>
          <ol className="grid max-h-80 gap-2 overflow-y-auto p-1">
            {ring.map(([longitude, latitude], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: corners have no name but their place
              <li key={index} className="flex items-center gap-2">
                <span className="num w-5 text-small text-ink-2">{index + 1}</span>
                <CornerField
                  label={`Latitude of corner ${index + 1}`}
                  value={latitude}
                  onChange={(value) => setRing(ring.with(index, [longitude, value]))}
                />
                <CornerField
                  label={`Longitude of corner ${index + 1}`}
                  value={longitude}
                  onChange={(value) => setRing(ring.with(index, [value, latitude]))}
                />
                <button
                  type="button"
                  aria-label={`Remove corner ${index + 1}`}
                  className="grid size-9 shrink-0 place-items-center text-ink-2"
                  onClick={() => setRing(ring.toSpliced(index, 1))}
                >
                  <X aria-hidden="true" className="size-4" />
                </button>
              </li>
            ))}
          </ol>
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              look="outline"
              onClick={() => setRing([...ring, ring.at(-1) ?? [middle.longitude, middle.latitude]])}
            >
              Add a corner
            </Button>
            <Button
              size="small"
              look="plain"
              onClick={() => {
                onChange(areas.toSpliced(active, 1))
                onActive(Math.max(0, active - 1))
              }}
            >
              Remove the area
            </Button>
          </div>
        </fieldset>
      ) : null}
    </div>
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

/** Two kilometres each way, to begin with. */
function squareAround({ latitude, longitude }: { latitude: number; longitude: number }): Ring {
  const step = 0.018
  return [
    [round(longitude - step), round(latitude - step)],
    [round(longitude + step), round(latitude - step)],
    [round(longitude + step), round(latitude + step)],
    [round(longitude - step), round(latitude + step)],
  ]
}
