import { addressProblems } from '@nukkad/rules/address.ts'
import type { Point } from '@nukkad/ui/city.ts'
import { PinMap } from '@nukkad/ui/components/city-map.tsx'
import { Field } from '@nukkad/ui/components/field.tsx'
import { IconButton } from '@nukkad/ui/components/icon-button.tsx'
import { Chip } from '@nukkad/ui/components/pill.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronLeft, LocateFixed } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { locate } from '#features/identity/location/geolocation.ts'
import { saveAddress } from '#features/identity/location/use-address.ts'
import { useSpotName } from '#features/identity/location/use-spot-name.ts'
import { Page } from '#features/shell/page.tsx'
import { SendButton } from '#features/shell/send-button.tsx'
import { ApiError } from '#lib/api.ts'
import { errorText, setting, t } from '#lib/catalogue.ts'
import { useCity } from '#lib/city.ts'
import { isText, useDraft } from '#lib/draft.ts'
import { go, goBack } from '#lib/navigation.ts'
import { ownPath } from '#lib/paths.ts'
import { ask } from '#lib/query.ts'
import { addressTags, tagText } from '#lib/tag-text.ts'
import { notify } from '#lib/toasts.ts'
import { coordinatesOf, usePlace } from '#stores/place.ts'
import { type Address, useSession } from '#stores/session.ts'

/**
 * Shows a map under a fixed pin, and below it the address of that point (B-06,
 * docs/reference/interface.md#pin-on-the-map).
 */
export default function MyLocation() {
  const city = useCity()
  const [changed] = useState(addressToChange)
  const [centre, setCentre] = useState<Point>(() => startPoint(changed))
  const [settled, setSettled] = useState<Point>(centre)
  const [isFinding, setFinding] = useState(false)
  const suggestion = useSpotName(settled)
  const title = t(changed ? 'addressEditTitle' : 'mapTitle')
  const move = (point: Point) => {
    setCentre(point)
    setSettled(point)
  }
  const find = async () => {
    setFinding(true)
    try {
      move(await locate())
    } catch (cause) {
      console.warn('no location', cause)
      notify(t('gpsAccessNotGrantedMsg'), 'info')
    } finally {
      setFinding(false)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `?here` looks for the device's location once
  useEffect(() => {
    if (isHere()) void find()
  }, [])
  return (
    <Page title={title} header={null}>
      <h1 tabIndex={-1} className="sr-only">
        {title}
      </h1>
      <div className="flex h-dvh flex-col">
        <div className="relative min-h-60 flex-1">
          <PinMap label={t('a11yMap')} city={city} centre={centre} onMove={setCentre} onSettle={setSettled}>
            <p className="glass absolute inset-x-0 bottom-8 mx-auto w-fit max-w-[80%] rounded-full px-4 py-2 text-center text-small">
              {t('mapHint')}
            </p>
          </PinMap>
          <IconButton
            label={t('a11yBack')}
            variant="glass"
            onClick={() => goBack('/search-location')}
            className="absolute start-3 top-[calc(12px+var(--safe-top))]"
          >
            <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
          </IconButton>
          <IconButton
            label={t('useCurrentLocationText')}
            variant="glass"
            disabled={isFinding}
            onClick={() => void find()}
            className="absolute end-3 top-[calc(12px+var(--safe-top))]"
          >
            <LocateFixed aria-hidden="true" className={isFinding ? 'breathe' : undefined} />
          </IconButton>
        </div>
        <AddressForm point={settled} suggestion={suggestion} changed={changed} />
      </div>
    </Page>
  )
}

type AddressFormProps = { point: Point; suggestion: string; changed: Address | undefined }

function AddressForm({ point, suggestion, changed }: AddressFormProps) {
  const [typed, setTyped] = useState<string | null>(changed?.address ?? null)
  const [house, setHouse] = useDraft('house', changed?.house ?? '', isText)
  // A guest who only browses just confirms the point, because house number and tag are needed only for an order.
  const isGlance = useSession(({ user }) => user === null) && isHere()
  const [tag, setTag] = useDraft('tag', changed ? (changed.tag ?? '') : isGlance ? '' : 'Home', isText)
  const [problems, setProblems] = useState<{ address?: string; house?: string; form?: string }>({})
  const address = typed ?? suggestion
  const stores = useQuery(ask('get-delivery-restaurants', rounded(point)))
  const isOut = stores.data?.length === 0
  const isHouseRequired = isGlance ? null : setting('flatApartmentAddressRequired')
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveAddress({ ...rounded(point), address: address.trim(), house: house.trim(), tag }, changed),
    onSuccess: () => {
      if (!isGlance) notify(t('addressSaved'))
      go(ownPath(new URLSearchParams(location.search).get('next')) ?? '/', { replace: true })
    },
    onError: (error) => setProblems({ form: error instanceof ApiError ? errorText(error.code) : t('error_INTERNAL') }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = addressProblems({ address, house, tag, ...point }, isHouseRequired)
    setProblems({
      address: found.address ? t('fieldAddressMissing') : undefined,
      house: found.house ? t('fieldHouseMissing') : undefined,
    })
    if (Object.keys(found).length === 0) mutate()
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      className="relative z-10 -mt-5 grid grid-cols-1 max-h-[62dvh] gap-3 overflow-y-auto rounded-t-sheet bg-raised px-4 pt-5 pb-[calc(16px+var(--safe-bottom))] shadow-3"
    >
      <Field
        label={t('mapAddressLabel')}
        value={address}
        placeholder={t('mapAddressUnknown')}
        autoComplete="street-address"
        maxLength={300}
        error={problems.address}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {isGlance ? null : (
        <>
          <Field
            label={t(isHouseRequired === 'true' ? 'mapHouseLabel' : 'mapHouseOptional')}
            value={house}
            autoComplete="address-line2"
            maxLength={120}
            error={problems.house}
            onChange={(event) => setHouse(event.currentTarget.value)}
          />
          <fieldset className="min-w-0">
            <legend className="mb-1.5 text-label">{t('mapTagLabel')}</legend>
            <div className="flex flex-wrap gap-2">
              {addressTags.map((name) => (
                <Chip key={name} isOn={tag === name} onClick={() => setTag(name)}>
                  {tagText(name)}
                </Chip>
              ))}
            </div>
          </fieldset>
        </>
      )}
      {isOut || problems.form ? (
        <p role="alert" className="text-small text-error">
          {problems.form ?? t('mapOutOfArea')}
        </p>
      ) : null}
      <SendButton type="submit" isBlock isBusy={isPending} disabled={isOut}>
        {t(isGlance ? 'mapConfirm' : 'buttonSaveAddress')}
      </SendButton>
    </form>
  )
}

/** Returns whether the screen starts at the device's location. */
function isHere(): boolean {
  return new URLSearchParams(location.search).has('here')
}

/** Returns the customer's address to change, whose id is in the query string; undefined for a new address. */
function addressToChange(): Address | undefined {
  const id = Number(new URLSearchParams(location.search).get('edit'))
  return useSession.getState().addresses.find((address) => address.id === id)
}

/** Returns the location of the address to change, or the location in the query string, or the current location. */
function startPoint(changed: Address | undefined): Point {
  if (changed) return { latitude: Number(changed.latitude), longitude: Number(changed.longitude) }
  const query = new URLSearchParams(location.search)
  const [latitude, longitude] = [Number(query.get('lat')), Number(query.get('lng'))]
  if (query.has('lat') && Number.isFinite(latitude) && Number.isFinite(longitude)) return { latitude, longitude }
  return coordinatesOf(usePlace.getState().place)
}

/** Rounds to five decimals, about a metre, so that tiny drags reuse the cached answer of the geocoder. */
function rounded({ latitude, longitude }: Point): Point {
  return { latitude: Number(latitude.toFixed(5)), longitude: Number(longitude.toFixed(5)) }
}
