import { classNames } from '@nukkad/ui/class-names.ts'
import { useMember } from '#lib/session.ts'

/** Selects one of several stores, for a counter page that shows one at a time. */
export function ChooseStore({ shown, onChoose }: { shown: number; onChoose: (id: number) => void }) {
  const { stores } = useMember()
  return (
    <fieldset className="-mx-4 mb-3 flex gap-2 overflow-x-auto px-4">
      <legend className="sr-only">Store</legend>
      {stores.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === shown}
          onClick={() => onChoose(id)}
          className={classNames(
            'min-h-11 shrink-0 rounded-control px-3.5 text-label',
            id === shown ? 'bg-tint text-on-tint' : 'bg-sunken text-ink-2',
          )}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
