import type { Output } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Input } from '#components/controls.tsx'
import { call } from '#lib/api.ts'
import { ask } from '#lib/query.ts'

export type Place = Output<'dashboard/stores/find-address'>['places'][number]

/**
 * Finds an address and passes on the chosen location. The search runs only when Enter or the button is pressed, not
 * while a person types: the policy of the public Nominatim forbids that, and Google bills each query.
 */
export function AddressSearch({ onChoose }: { onChoose: (place: Place) => void }) {
  const [query, setQuery] = useState('')
  const list = useRef<HTMLUListElement>(null)
  // For an empty query, the server only answers whether the search is available.
  const { data: known } = useQuery(ask('dashboard/stores/find-address', { query: '' }))
  const search = useMutation({ mutationFn: (text: string) => call('dashboard/stores/find-address', { query: text }) })
  const isOff = known?.can_search === false
  const isShort = query.trim().length < 3
  const start = () => {
    if (!isShort && !search.isPending) search.mutate(query.trim())
  }
  const choose = (place: Place) => {
    search.reset()
    setQuery('')
    onChoose(place)
  }
  const places = search.data?.places ?? []
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
        <Input
          label="Find the address"
          type="search"
          autoComplete="off"
          maxLength={200}
          disabled={isOff}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            search.reset()
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault()
              start()
            }
            if (event.key === 'ArrowDown') focusPlace(event, list.current?.querySelector('button'))
          }}
        />
        <Button size="small" variant="outline" isBusy={search.isPending} disabled={isOff || isShort} onClick={start}>
          Search
        </Button>
      </div>
      <SearchState isOff={isOff} isNothing={search.isSuccess && places.length === 0} error={search.error} />
      {places.length > 0 ? (
        <ul ref={list} aria-label="Places found" className="card divide-y divide-line">
          {places.map((place) => (
            <li key={`${place.address} ${place.latitude} ${place.longitude}`}>
              <button
                type="button"
                className="min-h-11 w-full px-3 py-2 text-start"
                onClick={() => choose(place)}
                onKeyDown={(event) => moveFocus(event)}
              >
                {place.address}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function SearchState({ isOff, isNothing, error }: { isOff: boolean; isNothing: boolean; error: Error | null }) {
  return (
    <>
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {isOff ? 'No map provider is set up, so addresses cannot be searched. Place the pin yourself.' : null}
        {isNothing ? 'No place was found. Shorten the address, or place the pin.' : null}
      </p>
      {error ? (
        <p role="alert" className="text-small text-error">
          {'code' in error && error.code === 'ADDRESS_UNREADABLE'
            ? 'The map provider does not answer. Try again, or place the pin yourself.'
            : error.message}
        </p>
      ) : null}
    </>
  )
}

function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const row = event.currentTarget.parentElement
  if (event.key === 'ArrowDown') focusPlace(event, row?.nextElementSibling?.querySelector('button'))
  if (event.key === 'ArrowUp') focusPlace(event, row?.previousElementSibling?.querySelector('button'))
}

function focusPlace(event: KeyboardEvent, button: HTMLButtonElement | null | undefined): void {
  event.preventDefault()
  button?.focus()
}
