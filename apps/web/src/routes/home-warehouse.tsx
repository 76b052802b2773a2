import type { Output } from '@nukkad/contract/contract.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
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

/**
 * Maximum number of warehouses to query in one step. The nearest warehouses are queried when home opens, and further
 * ones when the person reaches the end of the list (C-40).
 */
const MAX_ASKED_AT_ONCE = 5

/**
 * The end of the list that the person has reached: the end of the warehouse's items, or an empty space while no
 * warehouse is found.
 */
type End = 'items' | 'nothing'

/** Shows the active warehouse near the current location, and searches again if the location changes. */
export function HomeWarehouse({ isSalon }: { isSalon: boolean }) {
  const { latitude, longitude } = coordinatesOf(usePlace(({ place }) => place))
  return <Around key={`${latitude},${longitude}`} at={{ latitude, longitude }} isSalon={isSalon} />
}

/**
 * Finds the warehouse, stores its id and applies its order type when home opens. The warehouse's items render when they
 * are near the viewport (C-38 to C-43).
 */
function Around({ at, isSalon }: { at: Point; isSalon: boolean }) {
  const [reached, setReached] = useState<End>()
  const active = useActive(at, reached)
  const preferred = usePreferences((preferences) => preferences.preferred)
  const id = active?.id
  const deliveryType = active?.delivery_type
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect applies each change of the preference (E-30)
  useEffect(() => {
    if (id === undefined || deliveryType === undefined) return
    writeKey('warehouse_id', String(id))
    if (isSalon) applySalonPreference(deliveryType)
    else applyPreference(deliveryType)
  }, [id, deliveryType, isSalon, preferred])
  useQuery({ ...ask('get-warehouse-items', { slug: active?.slug ?? '' }), enabled: active !== undefined })
  return (
    <WhenNear>
      {active ? (
        <Suspense>
          <WarehouseShelf
            slug={active.slug}
            store={{ id: active.id, name: active.name, isOpen: true, kind: active.kind }}
            isWarehouse={active.kind === 'warehouse'}
          />
          <EndMark end="items" onReach={setReached} />
        </Suspense>
      ) : (
        <EndMark end="nothing" onReach={setReached} />
      )}
    </WhenNear>
  )
}

/** Reports whether the end of the list is visible. */
function EndMark({ end, onReach }: { end: End; onReach: (end: End | undefined) => void }) {
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = mark.current
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => onReach(entry?.isIntersecting ? end : undefined))
    observer.observe(element)
    return () => observer.disconnect()
  }, [end, onReach])
  return <div ref={mark} className="h-px" />
}

/**
 * Finds the nearest open warehouse whose data the server returns. The choice of a warehouse stays, even if the data of
 * a nearer warehouse arrives later. Each time the person reaches the end of the list, the next warehouses are queried.
 */
function useActive(at: Point, reached: End | undefined): Info | undefined {
  const customer = useCustomer()
  const { data: warehouses } = useQuery({
    ...ask('get-delivery-warehouses', at),
    initialData: () => broughtFor(at)?.warehouses,
    initialDataUpdatedAt: 0,
  })
  const byDistance = warehouses?.toSorted((a, b) => a.distance - b.distance) ?? []
  const name = customer ? 'get-restaurant-info-with-favourite' : 'get-restaurant-info'
  const [chosen, setChosen] = useState<Info>()
  const [count, setCount] = useState(MAX_ASKED_AT_ONCE)
  const asked = byDistance.slice(0, count)
  const infos = useQueries({
    queries: asked.map(({ slug }) => ({
      queryKey: [name, { slug }],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(name, { slug }, { signal }),
      retry: false,
    })),
  })
  // A warehouse whose data is still loading may be the nearest, so the choice waits for this data. A warehouse whose
  // request failed is skipped.
  const firstNews = infos.find(({ data, isPending }) => isPending || data?.is_active === 1)
  const found = chosen ?? firstNews?.data
  const isAtEnd = reached === (found ? 'items' : 'nothing')
  const hasAnswers = infos.every(({ isPending }) => !isPending)
  const next = isAtEnd && hasAnswers && count < byDistance.length ? count + MAX_ASKED_AT_ONCE : count
  useEffect(() => {
    if (found) setChosen((before) => before ?? found)
  }, [found])
  useEffect(() => {
    setCount(next)
  }, [next])
  return found
}
