import { Button } from '@nukkad/ui/components/button.tsx'
import { PinMap } from '@nukkad/ui/components/city-map.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { MapPin } from 'lucide-react'
import { Input, Switch } from '#components/controls.tsx'
import { useCity } from '#lib/city.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { keepLocations, type Location } from './locations.ts'

type LocationFormProps = { location: Location | null; near: Location | undefined; onDone: () => void }

/** Edits the position and the name of a location. */
export function LocationForm({ location, near, onDone }: LocationFormProps) {
  const city = useCity()
  const start = location ?? near ?? { latitude: 12.9352, longitude: 77.6245 }
  const values = {
    name: location?.name ?? '',
    latitude: start.latitude.toFixed(6),
    longitude: start.longitude.toFixed(6),
    is_active: location?.is_active ?? true,
  }
  const { field, register, submit, formError, formState, watch, setValue } = useCallForm(
    'dashboard/popular-locations/save',
    {
      values,
      toInput: (typed: typeof values) => ({ ...typed, id: location?.id ?? null, is_active: typed.is_active ? 1 : 0 }),
      onDone: (answer) => {
        keepLocations(answer)
        toast(location ? 'The location is saved' : 'The location is added')
        onDone()
      },
    },
  )
  const centre = { latitude: Number(watch('latitude')), longitude: Number(watch('longitude')) }
  const isOnEarth = Math.abs(centre.latitude) <= 90 && Math.abs(centre.longitude) <= 180
  const move = ({ latitude, longitude }: { latitude: number; longitude: number }) => {
    setValue('latitude', latitude.toFixed(6), { shouldDirty: true })
    setValue('longitude', longitude.toFixed(6), { shouldDirty: true })
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <FormError text={formError} size="small" />
      <Input label="Name" {...field('name')} />
      <div className="h-64 overflow-hidden rounded-control">
        {isOnEarth ? (
          <PinMap label="Place on the map" city={city} centre={centre} icon={MapPin} onMove={move} onSettle={move} />
        ) : null}
      </div>
      <p className="text-small text-ink-2">
        Drag the map under the pin, move the map with the arrow keys, or enter the coordinates:
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Input label="Latitude" inputMode="decimal" {...field('latitude')} />
        <Input label="Longitude" inputMode="decimal" {...field('longitude')} />
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
