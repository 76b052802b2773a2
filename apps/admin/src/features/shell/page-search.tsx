import { useLayer } from '@nukkad/ui/use-layer.ts'
import { useState } from 'react'
import { areas } from '#areas/areas.ts'
import { useGo } from '#lib/go.ts'
import { may, useMember } from '#lib/session.ts'

/** Goes to a page by a part of its name, from anywhere (Ctrl K). */
export function PageSearch({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { ref, isMounted } = useLayer(isOpen, onClose)
  return (
    <dialog ref={ref} aria-label="Go to a page" className="layer layer-dialog w-[min(92vw,32rem)]">
      {isMounted ? <Found onClose={onClose} /> : null}
    </dialog>
  )
}

function Found({ onClose }: { onClose: () => void }) {
  const member = useMember()
  const goTo = useGo()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const wanted = text.trim().toLowerCase()
  const found = areas
    .flatMap((area) => area.pages.map((page) => ({ ...page, area: area.title })))
    .filter((page) => !page.path.includes('$') && may(member, page))
    .filter((page) => `${page.title} ${page.area}`.toLowerCase().includes(wanted))
  const go = (path: string | undefined) => {
    if (!path) return
    goTo(path)
    onClose()
  }
  const move = (by: number) => setChosen((at) => Math.min(Math.max(0, at + by), Math.max(0, found.length - 1)))
  return (
    <div className="p-3">
      <input
        // biome-ignore lint/a11y/noAutofocus: it is what the layer is opened for
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls="pages-found"
        aria-activedescendant={found[chosen] ? `page-${chosen}` : undefined}
        aria-label="Page"
        placeholder="Orders, coupons, settings …"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setChosen(0)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') move(1)
          else if (event.key === 'ArrowUp') move(-1)
          else if (event.key === 'Enter') go(found[chosen]?.path)
          else return
          event.preventDefault()
        }}
        className="control w-full outline-none"
      />
      <div
        id="pages-found"
        role="listbox"
        tabIndex={-1}
        aria-label="Pages"
        className="mt-2 max-h-[50dvh] overflow-y-auto"
      >
        {found.map((page, index) => (
          <div
            key={page.path}
            id={`page-${index}`}
            role="option"
            aria-selected={index === chosen}
            tabIndex={-1}
            onClick={() => go(page.path)}
            onKeyDown={(event) => event.key === 'Enter' && go(page.path)}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 aria-selected:bg-tint aria-selected:text-on-tint"
          >
            <page.icon aria-hidden="true" className="size-5 shrink-0" />
            {page.title}
            <span className="ms-auto text-small text-ink-2">{page.area}</span>
          </div>
        ))}
      </div>
      {found.length === 0 ? <p className="p-3 text-ink-2">No page is called so.</p> : null}
    </div>
  )
}
