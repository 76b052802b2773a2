import type { TableName } from '@nukkad/contract/tables/shapes.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Bookmark, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Input } from '#components/controls.tsx'
import { Popup, PopupClose } from '#components/popup.tsx'
import { useMember } from '#lib/session.ts'
import { keepViews, readViews, type View } from './kept-views.ts'
import type { TableState } from './use-table-state.ts'

const MAX_VIEWS = 20
const LONGEST_NAME = 60

type ViewsProps = {
  table: TableName
  state: TableState
  shown: readonly string[]
  onColumns: (names: readonly string[]) => void
}

/** Saves filters, order and columns of a table under a name, in this browser and for the signed-in person. */
export function Views({ table, state, shown, onColumns }: ViewsProps) {
  const [views, keep] = useViews(table)
  const [name, setName] = useState('')
  const save = (event: FormEvent) => {
    event.preventDefault()
    const wanted = name.trim()
    if (!wanted) return
    const others = views.filter((view) => view.name !== wanted)
    keep([...others, { name: wanted, search: state.view, columns: shown }].slice(-MAX_VIEWS))
    setName('')
  }
  return (
    <Popup isBrief label="Views" icon={<Bookmark aria-hidden="true" />}>
      <div className="grid w-72 gap-3">
        {views.length === 0 ? (
          <p className="text-small text-ink-2">
            No saved views yet. Set filters, order and columns, then save them here under a name.
          </p>
        ) : (
          <ul aria-label="Saved views">
            {views.map((view) => (
              <li key={view.name} className="flex items-center">
                <PopupClose
                  className="min-h-11 min-w-0 flex-1 truncate rounded-control px-2 text-start text-label hover:bg-sunken"
                  onClick={() => {
                    state.show(view.search)
                    onColumns(view.columns)
                  }}
                >
                  {view.name}
                </PopupClose>
                <button
                  type="button"
                  aria-label={`Delete ${view.name}`}
                  className="grid size-11 shrink-0 place-items-center text-ink-2"
                  onClick={(event) => {
                    event.currentTarget.closest('[role=dialog]')?.querySelector('input')?.focus()
                    keep(views.filter((other) => other !== view))
                  }}
                >
                  <X aria-hidden="true" className="size-4.5" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <form onSubmit={save} className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <Input
              label="Name of this view"
              maxLength={LONGEST_NAME}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </div>
          <Button type="submit" size="small" variant="outline">
            Save
          </Button>
        </form>
      </div>
    </Popup>
  )
}

/** Returns the views of a table that this person saved in this browser, and a function that replaces them. */
function useViews(table: TableName): [readonly View[], (next: readonly View[]) => void] {
  const { id } = useMember()
  const place = { personId: id, table }
  const [views, setViews] = useState(() => readViews(place))
  return [
    views,
    (next) => {
      keepViews(place, next)
      setViews(next)
    },
  ]
}
