import type { Output } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/parts/button.tsx'
import { CityMap, PinMap } from '@nukkad/ui/parts/city-map.tsx'
import { FormError } from '@nukkad/ui/parts/form-error.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { MapPin, Plus, Star } from 'lucide-react'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useCity } from '#lib/city.ts'
import { notice, noticeOf } from '#lib/notices.ts'
import { ask, queryClient } from '#lib/query.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { AskedAction } from '#parts/asked-action.tsx'
import { Input, Switch } from '#parts/controls.tsx'
import { PageHead } from '#parts/page-head.tsx'
import { Panel } from '#parts/panel.tsx'

type Answer = Output<'dashboard/popular-locations'>
type Location = Answer['locations'][number]

/** Each change answers the whole list, which is then what is seen. */
function keep(answer: Answer): void {
  queryClient.setQueryData(['dashboard/popular-locations', {}], answer)
}

/** Places that are offered to who shares no position; exactly one is primary (U-08). */
export default function PopularLocationsRoute() {
  const { data, error } = useQuery(ask('dashboard/popular-locations', {}))
  const city = useCity()
  const [openId, setOpenId] = useState<number | 'new'>()
  const primary = useMutation({
    mutationFn: (id: number) => call('dashboard/popular-locations/set-primary', { id }),
    onSuccess: (answer) => {
      keep(answer)
      notice(`${answer.locations.find(({ is_default }) => is_default)?.name} is primary now`)
    },
    onError: noticeOf,
  })
  const locations = data?.locations ?? []
  const open = locations.find(({ id }) => id === openId)
  return (
    <>
      <PageHead
        title="Popular Geo Locations"
        text="Offered to visitors who share no position. New visitors start at the primary one."
      >
        <Button size="small" onClick={() => setOpenId('new')}>
          <Plus aria-hidden="true" className="size-4.5" />
          New location
        </Button>
      </PageHead>
      {error && !data ? <p role="alert">{error.message}</p> : null}
      <div className="grid gap-5 desk:grid-cols-2">
        <div className="card h-80 overflow-hidden desk:h-140">
          {locations.length > 0 ? (
            <CityMap
              label="Map of the locations"
              city={city}
              leastMetres={4000}
              recentreLabel="Show all"
              pins={locations.map((place) => ({
                id: String(place.id),
                kind: place.is_default ? ('home' as const) : ('store' as const),
                icon: place.is_default ? Star : MapPin,
                at: place,
              }))}
            />
          ) : null}
        </div>
        <fieldset className="self-start">
          <legend className="sr-only">Which location is primary</legend>
          <ul aria-label="Locations" className="card divide-y divide-line">
            {locations.map((place) => (
              <li key={place.id} className="flex flex-wrap items-center gap-2 px-3 py-2">
                <label className="flex min-h-11 min-w-0 flex-1 items-center gap-3">
                  <input
                    type="radio"
                    name="primary"
                    className="size-5 shrink-0"
                    checked={primary.isPending ? primary.variables === place.id : place.is_default}
                    onChange={() => primary.mutate(place.id)}
                  />
                  <span className="min-w-0">
                    <span className="block text-label">{place.name}</span>
                    <span className="num block text-small text-ink-2">
                      {place.latitude.toFixed(4)}, {place.longitude.toFixed(4)}
                      {place.is_default ? ' · primary' : place.is_active ? '' : ' · off'}
                    </span>
                  </span>
                </label>
                <Button
                  size="small"
                  look="outline"
                  aria-label={`Change ${place.name}`}
                  onClick={() => setOpenId(place.id)}
                >
                  Change
                </Button>
                <AskedAction
                  label="Delete"
                  name={`Delete ${place.name}`}
                  look="plain"
                  question={`Delete “${place.name}”?`}
                  action="Delete"
                  says="It is offered to nobody then."
                  act={async () => {
                    keep(await call('dashboard/popular-locations/delete', { id: place.id }))
                    notice('The location is deleted')
                  }}
                />
              </li>
            ))}
            {data && locations.length === 0 ? (
              <li className="p-6 text-center text-ink-2">No location yet. The first one is primary.</li>
            ) : null}
          </ul>
        </fieldset>
      </div>
      <Panel
        isOpen={openId !== undefined}
        onClose={() => setOpenId(undefined)}
        title={openId === 'new' ? 'New location' : 'Location'}
      >
        {openId === 'new' || open ? (
          <LocationForm key={openId} location={open ?? null} near={locations[0]} onDone={() => setOpenId(undefined)} />
        ) : null}
      </Panel>
    </>
  )
}

type LocationFormProps = { location: Location | null; near: Location | undefined; onDone: () => void }

function LocationForm({ location, near, onDone }: LocationFormProps) {
  const city = useCity()
  const start = location ?? near ?? { latitude: 12.9352, longitude: 77.6245 }
  const values = {
    name: location?.name ?? '',
    latitude: start.latitude.toFixed(6),
    longitude: start.longitude.toFixed(6),
    is_active: location?.is_active ?? true,
  }
  const { register, submit, formError, formState, watch, setValue } = useCallForm('dashboard/popular-locations/save', {
    values,
    toInput: (typed: typeof values) => ({ ...typed, id: location?.id ?? null, is_active: typed.is_active ? 1 : 0 }),
    onDone: (answer) => {
      keep(answer)
      notice(location ? 'The location is changed' : 'The location is added')
      onDone()
    },
  })
  const centre = { latitude: Number(watch('latitude')), longitude: Number(watch('longitude')) }
  const isOnEarth = Math.abs(centre.latitude) <= 90 && Math.abs(centre.longitude) <= 180
  const move = ({ latitude, longitude }: { latitude: number; longitude: number }) => {
    setValue('latitude', latitude.toFixed(6), { shouldDirty: true })
    setValue('longitude', longitude.toFixed(6), { shouldDirty: true })
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <FormError text={formError} size="small" />
      <Input label="Name" error={formState.errors.name?.message} {...register('name')} />
      <div className="h-64 overflow-hidden rounded-control">
        {isOnEarth ? (
          <PinMap label="Place on the map" city={city} centre={centre} icon={MapPin} onMove={move} onSettle={move} />
        ) : null}
      </div>
      <p className="text-small text-ink-2">Drag the map under the pin, move it with the arrow keys, or write:</p>
      <div className="grid grid-cols-2 gap-3">
        <Input
          label="Latitude"
          inputMode="decimal"
          error={formState.errors.latitude?.message}
          {...register('latitude')}
        />
        <Input
          label="Longitude"
          inputMode="decimal"
          error={formState.errors.longitude?.message}
          {...register('longitude')}
        />
      </div>
      <Switch label="Offered" {...register('is_active')} />
      <div>
        <Button type="submit" size="small" isBusy={formState.isSubmitting}>
          {location ? 'Save' : 'Add the location'}
        </Button>
      </div>
    </form>
  )
}
