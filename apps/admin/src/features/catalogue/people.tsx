import { Button } from '@nukkad/ui/parts/button.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { notice, noticeOf } from '#lib/notices.ts'
import { ask } from '#lib/query.ts'
import { useMay } from '#lib/session.ts'
import { Input } from '#parts/controls.tsx'
import { type DeskStore, rereadStore } from './use-store.ts'

const LEAST_LETTERS = 2

const groups = {
  owners: { title: 'Owners', one: 'owner', call: 'dashboard/stores/set-owners' },
  riders: { title: 'Riders of its own', one: 'rider', call: 'dashboard/stores/set-riders' },
} as const

/** Whose store it is and who delivers for it. */
export function StorePeople({ store }: { store: DeskStore }) {
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

type GroupProps = { store: DeskStore; kind: keyof typeof groups; mayChange: boolean; mayFind: boolean }

function Group({ store, kind, mayChange, mayFind }: GroupProps) {
  const { title, one, call: name } = groups[kind]
  const people = store[kind]
  const set = useMutation({
    mutationFn: (user_ids: number[]) => call(name, { store_id: store.id, user_ids }),
    onSuccess: async () => {
      await rereadStore()
      notice('Saved')
    },
    onError: noticeOf,
  })
  const ids = people.map(({ id }) => id)
  return (
    <div className="grid gap-3">
      <h2 className="text-heading">{title}</h2>
      {people.length === 0 ? <p className="text-ink-2">Nobody yet.</p> : null}
      <ul className="grid gap-1">
        {people.map((person) => (
          <li key={person.id} className="flex min-h-11 items-center gap-3">
            <span className="min-w-0 flex-1 truncate">
              {person.name} <span className="text-ink-2">{person.email}</span>
            </span>
            {mayChange ? (
              <button
                type="button"
                aria-label={`Take ${person.name} off the ${title.toLowerCase()}`}
                className="grid size-11 place-items-center text-ink-2"
                onClick={() => set.mutate(ids.filter((id) => id !== person.id))}
              >
                <X aria-hidden="true" className="size-4.5" />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {mayFind ? <Finder kind={kind} one={one} known={ids} onFound={(id) => set.mutate([...ids, id])} /> : null}
    </div>
  )
}

type FinderProps = { kind: keyof typeof groups; one: string; known: number[]; onFound: (id: number) => void }

function Finder({ kind, one, known, onFound }: FinderProps) {
  const [text, setText] = useState('')
  const q = text.trim()
  const { data } = useQuery({
    ...ask('dashboard/table', { table: kind, q, per_page: 25 }),
    enabled: q.length >= LEAST_LETTERS,
  })
  const found = q.length >= LEAST_LETTERS ? (data?.rows ?? []).filter(({ id }) => !known.includes(Number(id))) : []
  return (
    <div className="grid gap-2">
      <Input
        label={`Add an ${one}`.replace('an rider', 'a rider')}
        placeholder="Name, e-mail or phone"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul>
        {found.slice(0, 5).map((row) => (
          <li key={String(row.id)}>
            <Button
              size="small"
              look="plain"
              onClick={() => {
                setText('')
                onFound(Number(row.id))
              }}
            >
              Add {String(row.name)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
