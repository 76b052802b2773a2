import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Chooser } from '#components/chooser.tsx'
import { call } from '#lib/api.ts'
import { findPeople } from '#lib/find.ts'
import { useMay } from '#lib/session.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { type AdminStore, rereadStore } from './use-store.ts'

const groups = {
  owners: { title: 'Owners', one: 'an owner', call: 'dashboard/stores/set-owners' },
  riders: { title: 'Riders of this store', one: 'a rider', call: 'dashboard/stores/set-riders' },
} as const

/** Edits the owners and the riders of a store. */
export function StorePeople({ store }: { store: AdminStore }) {
  const mayOwners = useMay({ permission: 'store_owners_manage_stores' })
  const mayRiders = useMay({ permission: 'delivery_guys_manage_stores' })
  const seesOwners = useMay({ permission: 'store_owners_view' })
  const seesRiders = useMay({ permission: 'delivery_guys_view' })
  return (
    <section aria-label="Owners and riders" className="card grid gap-6 p-5">
      <Group store={store} kind="owners" mayChange={mayOwners} mayFind={mayOwners && seesOwners} />
      <Group store={store} kind="riders" mayChange={mayRiders} mayFind={mayRiders && seesRiders} />
    </section>
  )
}

type GroupProps = { store: AdminStore; kind: keyof typeof groups; mayChange: boolean; mayFind: boolean }

function Group({ store, kind, mayChange, mayFind }: GroupProps) {
  const { title, one, call: name } = groups[kind]
  const people = store[kind]
  const set = useMutation({
    mutationFn: (user_ids: number[]) => call(name, { store_id: store.id, user_ids }),
    onSuccess: async () => {
      await rereadStore()
      toast('Saved')
    },
    onError: toastError,
  })
  const ids = people.map(({ id }) => id)
  return (
    <div className="grid gap-3">
      <h2 className="text-heading">{title}</h2>
      {people.length === 0 ? <p className="text-ink-2">No one yet.</p> : null}
      <ul className="grid gap-1">
        {people.map((person) => (
          <li key={person.id} className="flex min-h-11 items-center gap-3">
            <span className="min-w-0 flex-1 truncate">
              {person.name} <span className="text-ink-2">{person.email}</span>
            </span>
            {mayChange ? (
              <button
                type="button"
                aria-label={`Remove ${person.name} from the ${title.toLowerCase()}`}
                className="grid size-11 place-items-center text-ink-2"
                onClick={() => set.mutate(ids.filter((id) => id !== person.id))}
              >
                <X aria-hidden="true" className="size-4.5" />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {mayFind ? (
        <Chooser
          label={`Add ${one}`}
          placeholder="Name, email or phone"
          chosen={[]}
          find={async (q) => (await findPeople(kind)(q)).filter(({ id }) => !ids.includes(id))}
          onChange={([found]) => found && set.mutate([...ids, found.id])}
        />
      ) : null}
    </div>
  )
}
