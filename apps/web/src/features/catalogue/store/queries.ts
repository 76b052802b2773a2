import type { Output } from '@nukkad/contract/contract.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#lib/api.ts'
import { broughtStore } from '#lib/boot.ts'
import { ask } from '#lib/query.ts'
import { isRecord, readSlice, writeSlice } from '#lib/storage.ts'
import { usePlace } from '#stores/place.ts'
import { useCustomer } from '#stores/session.ts'
import { isUnknownStore, leaveUnknownStore, lowerForceReload } from './forced-reload.ts'

type ListedStore = Output<'get-delivery-restaurants'>[number]
type Menu = Output<'get-restaurant-items'>
type Info = Output<'get-restaurant-info'>

/** Fetches a store, with the favourite flag if there is a session (D-01, C-41). */
export function useStore(slug: string) {
  const customer = useCustomer()
  const name = customer ? 'get-restaurant-info-with-favourite' : 'get-restaurant-info'
  const result = useQuery<Info>({
    queryKey: [name, { slug }],
    queryFn: ({ signal }) => call(name, { slug }, { signal }),
    retry: false,
    initialData: () => broughtStore(slug)?.info ?? keptStore(slug)?.info,
    initialDataUpdatedAt: 0,
  })
  // Data that is stored in the browser or embedded in the page may describe a store that no longer exists, so only an
  // answer of the server is used.
  const info = result.isSuccess && result.dataUpdatedAt > 0 ? result.data : undefined
  // Stores the last opened store in the browser, so that the screen can show it after a reload (S-03).
  useEffect(() => {
    if (!info) return
    keepStore(slug, { info })
    lowerForceReload(slug)
  }, [info, slug])
  const isUnknown = isUnknownStore(result.error)
  useEffect(() => {
    if (isUnknown) leaveUnknownStore(slug)
  }, [slug, isUnknown])
  return { ...result, isUnknown }
}

/**
 * Returns the data that a list has already loaded about a store, so that its cover is shown before the rest arrives.
 */
export function useListedStore(slug: string): ListedStore | undefined {
  const client = useQueryClient()
  const lists = client.getQueriesData<unknown>({ predicate: ({ queryKey }) => listNames.has(String(queryKey[0])) })
  return lists
    .flatMap(([, list]) => (Array.isArray(list) ? (list as ListedStore[]) : []))
    .find((store) => store.slug === slug)
}

const listNames = new Set(['get-delivery-restaurants', 'get-selfpickup-restaurants', 'get-favorite-stores'])

export function useMenu(slug: string) {
  const result = useQuery({
    ...ask('get-restaurant-items', { slug }),
    initialData: () => broughtStore(slug)?.menu ?? keptStore(slug)?.items,
    initialDataUpdatedAt: 0,
  })
  const fresh = result.isSuccess && result.dataUpdatedAt > 0 ? result.data : undefined
  useEffect(() => {
    if (fresh) keepStore(slug, { items: fresh })
  }, [fresh, slug])
  return result
}

type KeptStore = { info?: Info; items?: Menu }

/**
 * Returns the store that was opened last, from the browser's storage, for the first moments after a reload and while
 * offline.
 */
function keptStore(slug: string): KeptStore | undefined {
  const kept = readSlice('items', isRecord)
  // The stored entry needs no check of its form, because this app wrote it and the server's answer replaces it soon.
  return kept?.slug === slug ? (kept as KeptStore) : undefined
}

function keepStore(slug: string, part: KeptStore): void {
  writeSlice('items', { ...keptStore(slug), slug, ...part })
}

/**
 * Returns the distance between the store and the current location in km, as the server calculates it, or 'unserved' if
 * the store does not deliver there. The result is null if there is no location or the request failed, and undefined
 * until there is an answer.
 */
export function useDistance(store: Info | undefined): number | 'unserved' | null | undefined {
  const place = usePlace((state) => state.place)
  const { data, isError } = useQuery({
    ...ask('get-restaurant-info-and-operational-status', {
      id: store?.id ?? 0,
      latitude: place?.lat ?? 0,
      longitude: place?.lng ?? 0,
    }),
    enabled: Boolean(store && place),
    retry: false,
  })
  if (data) return data.is_operational ? data.distance : 'unserved'
  return place && !isError ? undefined : null
}
