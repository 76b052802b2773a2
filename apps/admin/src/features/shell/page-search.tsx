import { useLayer } from '@nukkad/ui/use-layer.ts'
import { useState } from 'react'
import { useGo } from '#lib/go.ts'
import { useFound } from './find-anything.ts'
import type { Found as Place } from './found-rows.ts'
import { StatusPill } from './table/status-pill.tsx'

/** Opens a page, an order, a person, a store, an item or a setting from anywhere (Ctrl K). */
export function PageSearch({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { ref, isMounted } = useLayer(isOpen, onClose)
  return (
    <dialog ref={ref} aria-label="Go to" className="layer layer-dialog w-[min(92vw,40rem)] max-w-none">
      {isMounted ? <Found onClose={onClose} /> : null}
    </dialog>
  )
}

function Found({ onClose }: { onClose: () => void }) {
  const goTo = useGo()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const found = useFound(text)
  const go = (place: Place | undefined) => {
    if (!place) return
    goTo(place.to, place.search)
    onClose()
  }
  const move = (by: number) => setChosen((at) => Math.min(Math.max(0, at + by), Math.max(0, found.length - 1)))
  return (
    <div className="p-3">
      <input
        data-takes-focus=""
        role="combobox"
        aria-expanded="true"
        aria-controls="pages-found"
        aria-activedescendant={found[chosen] ? `page-${chosen}` : undefined}
        aria-label="Page, order, person, store, item or setting"
        placeholder="Page, order number, name, phone, item, setting …"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setChosen(0)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') move(1)
          else if (event.key === 'ArrowUp') move(-1)
          else if (event.key === 'Enter') go(found[chosen])
          else return
          event.preventDefault()
        }}
        className="control w-full outline-none"
      />
      <div
        id="pages-found"
        role="listbox"
        tabIndex={-1}
        aria-label="Found"
        className="mt-2 max-h-[50dvh] overflow-y-auto"
      >
        {found.map((page, index) => (
          <div
            key={[page.to, page.title, page.note, page.search?.item].join('\n')}
            id={`page-${index}`}
            role="option"
            aria-selected={index === chosen}
            tabIndex={-1}
            onClick={() => go(page)}
            onKeyDown={(event) => event.key === 'Enter' && go(page)}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 aria-selected:bg-tint aria-selected:text-on-tint"
          >
            <page.icon aria-hidden="true" className="size-5 shrink-0" />
            <span className="num shrink-0 max-w-3/5 truncate">{page.title}</span>
            {page.detail ? <span className="min-w-0 truncate text-small text-ink-2">{page.detail}</span> : null}
            <span className="num ms-auto shrink-0 text-small text-ink-2">{page.note}</span>
            {page.status ? <StatusPill {...page.status} /> : null}
          </div>
        ))}
      </div>
      {found.length === 0 ? <p className="p-3 text-ink-2">No results. Try another name or number.</p> : null}
      <p className="mt-2 hidden px-3 text-small text-ink-2 wide:block">Press ? on a page for all keyboard shortcuts.</p>
    </div>
  )
}
