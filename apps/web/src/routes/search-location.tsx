import { rankByName } from '@nukkad/rules/search.ts'
import type { City } from '@nukkad/ui/city.ts'
import { SearchField } from '@nukkad/ui/components/search-field.tsx'
import { Skeleton, usePatience } from '@nukkad/ui/components/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, LocateFixed, MapPin } from 'lucide-react'
import { useState } from 'react'
import { AddressRow } from '#features/identity/location/address-row.tsx'
import { locate } from '#features/identity/location/geolocation.ts'
import { wearAddress } from '#features/identity/location/use-address.ts'
import { NotLoaded } from '#features/shell/not-loaded.tsx'
import { Page } from '#features/shell/page.tsx'
import { t } from '#lib/catalogue.ts'
import { useCity } from '#lib/city.ts'
import { go } from '#lib/navigation.ts'
import { ask } from '#lib/query.ts'
import { useSearch } from '#lib/use-search.ts'
import { pickPlace } from '#stores/place.ts'
import { type Address, useSession } from '#stores/session.ts'

/**
 * Searches for a location among the shop's locations and those of the drawn map, and offers saved addresses, popular
 * locations and the device's location (B-05, J-04).
 */
export default function SearchLocation() {
  const { typed, setTyped, query, isTooShort, isWaiting } = useSearch()
  const places = useQuery(ask('popular-geo-locations', {}))
  const isSlow = usePatience(places.isLoading)
  const city = useCity()
  const all = places.data?.map(({ name, latitude, longitude }) => ({
    name,
    lat: Number(latitude),
    lng: Number(longitude),
  }))
  const found = query && all ? rankByName([...all, ...placesOnMap(city, all)], query, ({ name }) => name) : all
  return (
    <Page title={t('locationTitle')} back="/">
      <div className="grid grid-cols-1 gap-4 px-4 pt-1">
        <SearchField
          label={t('locationSearchLabel')}
          placeholder={t('searchAreaPlaceholder')}
          clearLabel={t('a11yClearSearch')}
          value={typed}
          onChange={setTyped}
          hint={isTooShort ? t('searchAtleastThreeCharsMsg') : undefined}
          isSearching={isWaiting}
        />
        <CurrentLocation />
        {query ? null : <SavedAddresses />}
        <section>
          <h2 className="text-label text-ink-2">{t(query ? 'locationResultsTitle' : 'searchPopularPlaces')}</h2>
          {places.isError && !places.data ? (
            <div className="mt-2">
              <NotLoaded onRetry={() => void places.refetch()} />
            </div>
          ) : null}
          {isSlow && !places.data ? <Skeleton className="mt-3 h-60" /> : null}
          {found?.length === 0 ? <p className="py-4 text-ink-2">{t('locationNoResults', { query })}</p> : null}
          <ul className="divide-y divide-line">
            {found?.map(({ name, lat, lng }) => (
              <li key={`${name} ${lat} ${lng}`}>
                <button
                  type="button"
                  className="flex min-h-15 w-full items-center gap-3 text-start"
                  onClick={() => {
                    pickPlace({ lat, lng, address: name, house: null, tag: null })
                    go('/', { replace: true })
                  }}
                >
                  <span
                    aria-hidden="true"
                    className="grid size-10 place-items-center rounded-control bg-sunken text-ink-2"
                  >
                    <MapPin className="size-5" />
                  </span>
                  <span className="flex-1 font-medium">{name}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Page>
  )
}

type NamedPlace = { name: string; lat: number; lng: number }

/** Returns the areas and places that the drawn map names, without those that the shop offers under the same name. */
function placesOnMap(city: City | undefined, offered: readonly NamedPlace[]): NamedPlace[] {
  const known = new Set(offered.map(({ name }) => name.toLowerCase()))
  return (city?.labels ?? [])
    .filter(({ text }) => !known.has(text.toLowerCase()))
    .map(({ text, at: [lng, lat] }) => ({ name: text, lat, lng }))
}

function CurrentLocation() {
  const [isFinding, setFinding] = useState(false)
  const [isDenied, setDenied] = useState(false)
  const find = async () => {
    setFinding(true)
    try {
      const { latitude, longitude } = await locate()
      go(`/my-location?lat=${latitude}&lng=${longitude}`)
    } catch (cause) {
      console.warn('no location', cause)
      setDenied(true)
    } finally {
      setFinding(false)
    }
  }
  return (
    <div>
      <button
        type="button"
        disabled={isFinding}
        onClick={() => void find()}
        className="press flex min-h-14 w-full items-center gap-3 rounded-card bg-tint px-4 text-start text-on-tint"
      >
        <LocateFixed aria-hidden="true" className={`size-5 ${isFinding ? 'breathe' : ''}`} />
        <span className="flex-1 font-650">{t(isFinding ? 'locationFinding' : 'useCurrentLocationText')}</span>
        <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
      </button>
      {isDenied ? (
        <p role="status" className="mt-2 px-1 text-small text-error">
          {t('gpsAccessNotGrantedMsg')}
        </p>
      ) : null}
    </div>
  )
}

function SavedAddresses() {
  const isCustomer = useSession(({ user }) => user !== null)
  const kept = useSession((session) => session.addresses)
  const { data } = useQuery({ ...ask('get-addresses', {}), enabled: isCustomer })
  const addresses = data ?? kept
  if (!isCustomer || addresses.length === 0) return null
  const use = (address: Address) => {
    wearAddress(address)
    go('/', { replace: true })
  }
  return (
    <section>
      <h2 className="text-label text-ink-2">{t('locationSavedAddresses')}</h2>
      <ul className="divide-y divide-line">
        {addresses.map((address) => (
          <li key={address.id}>
            <button type="button" onClick={() => use(address)} className="w-full">
              <AddressRow address={address} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
