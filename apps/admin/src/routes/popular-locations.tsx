import { Button } from '@nukkad/ui/components/button.tsx'
import { CityMap } from '@nukkad/ui/components/city-map.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { MapPin, Plus, Star } from 'lucide-react'
import { useState } from 'react'
import { AskedAction } from '#components/asked-action.tsx'
import { PageHead } from '#components/page-head.tsx'
import { Panel } from '#components/panel.tsx'
import { LocationForm } from '#features/storefront/locations/location-form.tsx'
import { keepLocations, type Location } from '#features/storefront/locations/locations.ts'
import { call } from '#lib/api.ts'
import { useCity } from '#lib/city.ts'
import { ask } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'

/** Lists the locations offered to visitors who do not share their position; exactly one is primary (U-08). */
export default function PopularLocationsRoute() {
  const { data, error } = useQuery(ask('dashboard/popular-locations', {}))
  const [openId, setOpenId] = useState<number | 'new'>()
  const locations = data?.locations ?? []
  const open = locations.find(({ id }) => id === openId)
  const close = () => setOpenId(undefined)
  return (
    <>
      <PageHead
        title="Popular Geo Locations"
        text="Visitors who do not share their position can choose one of these locations. New visitors start at the primary location."
      >
        <Button size="small" onClick={() => setOpenId('new')}>
          <Plus aria-hidden="true" className="size-4.5" />
          New location
        </Button>
      </PageHead>
      {error && !data ? <p role="alert">{error.message}</p> : null}
      <div className="grid gap-5 large:grid-cols-2">
        <LocationsMap locations={locations} />
        <Locations locations={locations} isRead={data !== undefined} onOpen={setOpenId} />
      </div>
      <Panel isOpen={openId !== undefined} onClose={close} title={openId === 'new' ? 'New location' : 'Location'}>
        {openId === 'new' || open ? (
          <LocationForm key={openId} location={open ?? null} near={locations[0]} onDone={close} />
        ) : null}
      </Panel>
    </>
  )
}

function LocationsMap({ locations }: { locations: readonly Location[] }) {
  const city = useCity()
  return (
    <div className="card h-80 overflow-hidden large:h-140">
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
  )
}

type LocationsProps = { locations: readonly Location[]; isRead: boolean; onOpen: (id: number) => void }

function Locations({ locations, isRead, onOpen }: LocationsProps) {
  const primary = useMutation({
    mutationFn: (id: number) => call('dashboard/popular-locations/set-primary', { id }),
    onSuccess: (answer) => {
      keepLocations(answer)
      toast(`${answer.locations.find(({ is_default }) => is_default)?.name} is primary now`)
    },
    onError: toastError,
  })
  return (
    <fieldset className="self-start">
      <legend className="sr-only">Which location is primary</legend>
      <ul aria-label="Locations" className="card divide-y divide-line">
        {locations.map((place) => (
          <LocationRow
            key={place.id}
            place={place}
            isPrimary={primary.isPending ? primary.variables === place.id : place.is_default}
            onPrimary={() => primary.mutate(place.id)}
            onOpen={() => onOpen(place.id)}
          />
        ))}
        {isRead && locations.length === 0 ? (
          <li className="p-6 text-center text-ink-2">
            No location yet. The first location that you add is the primary one.
          </li>
        ) : null}
      </ul>
    </fieldset>
  )
}

type LocationRowProps = { place: Location; isPrimary: boolean; onPrimary: () => void; onOpen: () => void }

function LocationRow({ place, isPrimary, onPrimary, onOpen }: LocationRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-2 px-3 py-2">
      <label className="flex min-h-11 min-w-0 flex-1 items-center gap-3">
        <input type="radio" name="primary" className="size-5 shrink-0" checked={isPrimary} onChange={onPrimary} />
        <span className="min-w-0">
          <span className="block text-label">{place.name}</span>
          <span className="num block text-small text-ink-2">
            {place.latitude.toFixed(4)}, {place.longitude.toFixed(4)}
            {place.is_default ? ' · primary' : place.is_active ? '' : ' · off'}
          </span>
        </span>
      </label>
      <Button size="small" variant="outline" aria-label={`Change ${place.name}`} onClick={onOpen}>
        Change
      </Button>
      <AskedAction
        label="Delete"
        name={`Delete ${place.name}`}
        variant="plain"
        question={`Delete “${place.name}”?`}
        action="Delete"
        says="Customers will no longer see this location."
        act={async () => {
          keepLocations(await call('dashboard/popular-locations/delete', { id: place.id }))
          toast('The location is deleted')
        }}
      />
    </li>
  )
}
