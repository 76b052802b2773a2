import { Store } from 'lucide-react'
import { useChosenStore } from '#lib/chosen-store.ts'
import { useMember } from '#lib/session.ts'

/** Lets an owner of several stores select the store that every page shows. */
export function StoreSwitch() {
  const { stores, role } = useMember()
  const [chosen, choose] = useChosenStore()
  if (role !== 'store_owner' || stores.length < 2) return null
  return (
    <div className="control relative flex min-w-11 items-center gap-2 max-wide:w-11 max-wide:px-0">
      <Store aria-hidden="true" className="pointer-events-none size-4.5 shrink-0 text-ink-2 max-wide:mx-auto" />
      <select
        aria-label="Selected store"
        value={chosen}
        onChange={(event) => choose(event.target.value)}
        className="min-w-0 max-w-56 bg-transparent py-2 text-label outline-none max-wide:absolute max-wide:inset-0 max-wide:opacity-0"
      >
        <option value="">All my stores</option>
        {stores.map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
      </select>
      {chosen ? (
        <span aria-hidden="true" className="absolute end-1.5 top-1.5 size-2 rounded-full bg-fill wide:hidden" />
      ) : null}
    </div>
  )
}
