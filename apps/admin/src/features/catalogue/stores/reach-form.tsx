import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Input } from '#components/controls.tsx'
import { ApiError, call } from '#lib/api.ts'
import { useCity } from '#lib/city.ts'
import { useMay } from '#lib/session.ts'
import { toast } from '#lib/toasts.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import { AreaFields } from './area-fields.tsx'
import { AreaMap } from './area-map.tsx'
import { areasError } from './areas.ts'
import { round } from './places.ts'
import { areSameReach, type Reach, reachInput, reachOf } from './reach.ts'
import { SectionForm } from './section.tsx'
import { rereadStore, type ShownStore } from './use-store.ts'

/** Edits the delivery area: a radius around the store, or areas drawn on the map. Owners set only the radius. */
export function ReachForm({ store }: { store: ShownStore }) {
  const city = useCity()
  const mayDraw = useMay({ permission: 'stores_edit' })
  const [reach, setReach] = useState(() => reachOf(store))
  const [active, setActive] = useState(0)
  const change = (part: Partial<Reach>) => setReach((before) => ({ ...before, ...part }))
  const save = useMutation({
    mutationFn: async () =>
      mayDraw
        ? call('dashboard/stores/update', reachInput(reach, store.id))
        : call('store-owner/update-store', { store_id: store.id, delivery_radius: reach.radius }),
    onSuccess: async () => {
      await rereadStore()
      toast('Saved')
    },
  })
  const isChanged = !areSameReach(reach, reachOf(store))
  useUnsaved(isChanged)
  const drawnError = areasError(reach.areas)
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!drawnError) save.mutate()
  }
  return (
    <SectionForm
      title="Delivery area"
      text="The store delivers to customers inside its radius or areas. If you draw areas, the radius no longer applies."
      onSubmit={handleSubmit}
      formError={drawnError ?? fields.delivery_areas ?? (fields.delivery_radius ? undefined : save.error?.message)}
      isBusy={save.isPending}
      isChanged={isChanged}
    >
      <div className="grid gap-5 large:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <AreaMap
          city={city}
          store={{ latitude: reach.latitude, longitude: reach.longitude }}
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
            <DrawnFields reach={reach} active={active} onActive={setActive} onChange={change} />
          ) : (
            <p className="text-small text-ink-2">Only staff can change the areas and the position of the store.</p>
          )}
        </div>
      </div>
    </SectionForm>
  )
}

type DrawnFieldsProps = {
  reach: Reach
  active: number
  onActive: (index: number) => void
  onChange: (part: Partial<Reach>) => void
}

/** Shows the values of the map as numbers: the store's position and its areas. */
function DrawnFields({ reach, active, onActive, onChange }: DrawnFieldsProps) {
  const { latitude, longitude, areas } = reach
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Degrees label="Latitude" value={latitude} onChange={(latitude) => onChange({ latitude })} />
        <Degrees label="Longitude" value={longitude} onChange={(longitude) => onChange({ longitude })} />
      </div>
      <AreaFields
        areas={areas}
        active={active}
        middle={{ latitude, longitude }}
        onActive={onActive}
        onChange={(areas) => onChange({ areas })}
      />
    </>
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
