import type { Output } from '@nukkad/contract/contract.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { WhenNear } from '#features/shell/when-near.tsx'
import { call } from '#lib/api.ts'
import { broughtFor } from '#lib/boot.ts'
import { ask } from '#lib/query.ts'
import { writeKey } from '#lib/storage.ts'
import { coordinatesOf, usePlace } from '#stores/place.ts'
import { applyPreference, applySalonPreference, usePreferences } from '#stores/preferences.ts'
import { useCustomer } from '#stores/session.ts'

const WarehouseShelf = lazy(() => import('./warehouse-shelf.tsx'))

type Info = Output<'get-restaurant-info'>
type Point = { latitude: number; longitude: number }

/** At most so many are asked about when home opens; the rest when it is scrolled to (C-40). */
const MAX_ASKED_FIRST = 5

/** The warehouse in use around the place, another one at another place. */
export default function HomeWarehouse({ isSalon }: { isSalon: boolean }) {
  const { latitude, longitude } = coordinatesOf(usePlace(({ place }) => place))
  return <Around key={`${latitude},${longitude}`} at={{ latitude, longitude }} isSalon={isSalon} />
}

/** Finds it, stores it and applies its order type as home opens; its items are drawn near the window (C-38 to C-43). */
function Around({ at, isSalon }: { at: Point; isSalon: boolean }) {
  const [isNear, setNear] = useState(false)
  const active = useActive(at, isNear)
  const preferred = usePreferences((preferences) => preferences.preferred)
  const id = active?.id
  const deliveryType = active?.delivery_type
  // biome-ignore lint/correctness/useExhaustiveDependencies: type 3 follows the preference, whichever it becomes (E-30)
  useEffect(() => {
    if (id === undefined || deliveryType === undefined) return
    writeKey('warehouse_id', String(id))
    if (isSalon) applySalonPreference(deliveryType)
    else applyPreference(deliveryType)
  }, [id, deliveryType, isSalon, preferred])
  useQuery({ ...ask('get-warehouse-items', { slug: active?.slug ?? '' }), enabled: active !== undefined })
  return (
    <WhenNear onNear={setNear}>
      {active ? (
        <Suspense>
          <WarehouseShelf
            slug={active.slug}
            store={{ id: active.id, name: active.name, isOpen: true }}
            isWarehouse={active.kind === 'warehouse'}
          />
        </Suspense>
      ) : null}
    </WhenNear>
  )
}

/** The nearest warehouse that answers and is open. Once found it stays, whichever answers later. */
function useActive(at: Point, asksRest: boolean): Info | undefined {
  const customer = useCustomer()
  const { data: warehouses } = useQuery({
    ...ask('get-delivery-warehouses', at),
    initialData: () => broughtFor(at)?.warehouses,
    initialDataUpdatedAt: 0,
  })
  const byDistance = warehouses?.toSorted((a, b) => a.distance - b.distance) ?? []
  const name = customer ? 'get-restaurant-info-with-favourite' : 'get-restaurant-info'
  const [chosen, setChosen] = useState<Info>()
  const [wantsRest, setWantsRest] = useState(false)
  const asked = wantsRest ? byDistance : byDistance.slice(0, MAX_ASKED_FIRST)
  const infos = useQueries({
    queries: asked.map(({ slug }) => ({
      queryKey: [name, { slug }],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(name, { slug }, { signal }),
      retry: false,
    })),
  })
  // One that has not answered yet may be the nearest; one that failed is passed over.
  const firstNews = infos.find(({ data, isPending }) => isPending || data?.is_active === 1)
  const found = chosen ?? firstNews?.data
  const hasNone = asked.length > 0 && !firstNews && !chosen
  useEffect(() => {
    if (found) setChosen((before) => before ?? found)
  }, [found])
  useEffect(() => {
    if (asksRest && hasNone) setWantsRest(true)
  }, [asksRest, hasNone])
  return found
}
