import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Chooser } from '#components/chooser.tsx'
import { Section } from '#components/section.tsx'
import { call } from '#lib/api.ts'
import { type Choice, findStores } from '#lib/find.ts'
import { reread } from '#lib/query.ts'
import { useMay } from '#lib/session.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import type { Person } from './person.ts'

/** Edits the stores of an owner or a rider. */
export function StoresPart({ person, kind }: { person: Person; kind: 'rider' | 'owner' }) {
  const isRider = kind === 'rider'
  const stores = isRider ? person.served_stores : person.owned_stores
  const [chosen, setChosen] = useState<readonly Choice[]>(stores)
  const mayChange =
    useMay({ permission: isRider ? 'delivery_guys_manage_stores' : 'store_owners_manage_stores' }) && !person.is_deleted
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const input = { id: person.id, store_ids: chosen.map(({ id }) => id) }
      return isRider ? call('dashboard/riders/set-stores', input) : call('dashboard/owners/set-stores', input)
    },
    onSuccess: async () => {
      await reread('dashboard/people/show', 'dashboard/table')
      toast('Saved')
    },
    onError: toastError,
  })
  const isChanged = chosen.map(({ id }) => id).join() !== stores.map(({ id }) => id).join()
  useUnsaved(isChanged)
  return (
    <Section title={isRider ? 'Serves these stores' : 'Stores'}>
      {mayChange ? (
        <>
          <Chooser label="Stores" chosen={chosen} onChange={setChosen} find={findStores} />
          <div>
            <Button size="small" disabled={!isChanged} isBusy={isPending} onClick={() => mutate()}>
              Save
            </Button>
          </div>
        </>
      ) : (
        <p>{stores.map(({ name }) => name).join(', ') || 'None.'}</p>
      )}
    </Section>
  )
}
