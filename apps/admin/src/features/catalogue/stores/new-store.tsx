import { storeKindLabels } from '@nukkad/contract/tables/catalogue.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useState } from 'react'
import { Input, Select } from '#components/controls.tsx'
import { Panel } from '#components/panel.tsx'
import { useCity } from '#lib/city.ts'
import { useGo } from '#lib/go.ts'
import { reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { AddressSearch, type Place } from './address-search.tsx'
import { AreaMap } from './area-map.tsx'
import { middleOf, round } from './places.ts'

export const kindOptions = Object.entries(storeKindLabels).map(([value, label]) => ({ value, label }))

type Typed = { name: string; kind: string; latitude: string; longitude: string; address: string; currency: string }

/** Returns all currencies that the browser knows by name, the shop's first. */
function currencyOptions() {
  const names = new Intl.DisplayNames(undefined, { type: 'currency' })
  const known = Intl.supportedValuesOf('currency').map((value) => ({ value, label: `${value}, ${names.of(value)}` }))
  return [{ value: '', label: 'The shop’s' }, ...known]
}

/** Asks only for the required fields; the rest is set on the store's page. */
export function NewStore({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Panel isOpen={isOpen} onClose={onClose} title="Add a store">
      <NewStoreForm />
    </Panel>
  )
}

function KeptAddress({ found, onUse }: { found: string; onUse: () => void }) {
  return (
    <p role="status" className="text-small text-ink-2">
      The pin is at “{found}”. The store keeps the address that you typed.{' '}
      <button type="button" className="font-650 text-ink underline" onClick={onUse}>
        Use this address
      </button>
    </p>
  )
}

/** The form of a new store. The store's position is the centre of the city until the person chooses another one. */
function useStoreForm(middle: ReturnType<typeof middleOf>) {
  const go = useGo()
  return useCallForm('dashboard/stores/create', {
    values: { name: '', kind: 'store', latitude: '', longitude: '', address: '', currency: '' },
    toInput: ({ name, kind, latitude, longitude, address, currency }: Typed) => ({
      name,
      kind: kind as 'store',
      address,
      latitude: latitude || (middle?.latitude ?? ''),
      longitude: longitude || (middle?.longitude ?? ''),
      ...(currency && { currency: currency.toUpperCase() }),
    }),
    onDone: async ({ store }) => {
      await reread('dashboard/table')
      toast(`${store.name} was added. Customers see the store once it is approved.`)
      go(`/stores/${store.id}`)
    },
  })
}

function NewStoreForm() {
  const city = useCity()
  const middle = middleOf(city)
  const { field, submit, formError, formState, setValue, watch } = useStoreForm(middle)
  const typed = watch(['latitude', 'longitude'])
  const address = watch('address')
  const [found, setFound] = useState<Place>()
  // The map is drawn again around each chosen location, which may be far from the previous one.
  const [drawing, setDrawing] = useState(0)
  const moveTo = ({ latitude, longitude }: { latitude: number; longitude: number }) => {
    setValue('latitude', String(round(latitude)), { shouldDirty: true })
    setValue('longitude', String(round(longitude)), { shouldDirty: true })
  }
  const choose = (place: Place) => {
    moveTo(place)
    setFound(place)
    setDrawing(drawing + 1)
    // A found address replaces an empty field or an earlier found address, but not one that a person typed.
    if (address.trim() === '' || address === found?.address) setValue('address', place.address, { shouldDirty: true })
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <FormError text={formError} size="small" />
      <Input label="Name" {...field('name')} />
      <Select label="Kind" options={kindOptions} {...field('kind')} />
      <AddressSearch onChoose={choose} />
      <Input label="Address" {...field('address')} />
      {found && found.address !== address ? (
        <KeptAddress found={found.address} onUse={() => setValue('address', found.address, { shouldDirty: true })} />
      ) : null}
      <div className="grid grid-cols-2 gap-3">
        <Input label="Latitude" inputMode="decimal" {...field('latitude')} />
        <Input label="Longitude" inputMode="decimal" {...field('longitude')} />
      </div>
      <p className="text-small text-ink-2">
        If blank, the store is placed in the middle of the city.{' '}
        {city ? 'Move the pin on the map, or type the numbers.' : ''}
      </p>
      {city && middle ? (
        <AreaMap
          key={drawing}
          city={city}
          store={{ latitude: Number(typed[0]) || middle.latitude, longitude: Number(typed[1]) || middle.longitude }}
          radiusKm={1}
          areas={[]}
          active={0}
          onChange={() => {}}
          onMoveStore={(at) => {
            setFound(undefined)
            moveTo(at)
          }}
        />
      ) : null}
      <Select
        label="Currency"
        options={currencyOptions()}
        help="You cannot change the kind later."
        {...field('currency')}
      />
      <Button type="submit" size="small" isBusy={formState.isSubmitting}>
        Add the store
      </Button>
    </form>
  )
}
