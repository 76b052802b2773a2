import { useLayer } from '@nukkad/ui/use-layer.ts'
import { useEffect, useRef } from 'react'

const shortcuts = [
  { keys: ['Ctrl', 'K'], text: 'Find a page, an order, a person, a store, an item or a setting' },
  { keys: ['/'], text: 'Search in the table of this page' },
  { keys: ['↑', '↓'], text: 'Move through the rows of a table' },
  { keys: ['Enter'], text: 'Open the row' },
  { keys: ['Esc'], text: 'Close the open panel, menu or question' },
  { keys: ['?'], text: 'Show this list' },
] as const

type Shortcuts = { onFind: () => void; onHelp: () => void }

/**
 * Listens to the keyboard shortcuts of every page. Single letters do nothing while a person types, or while a dialog or
 * panel is open.
 */
export function useShortcuts(actions: Shortcuts): void {
  const kept = useRef(actions)
  kept.current = actions
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isWithCtrl = event.ctrlKey || event.metaKey
      if (isWithCtrl && event.key === 'k') kept.current.onFind()
      else if (isWithCtrl || event.altKey || isTyping(event.target)) return
      else if (event.key === '?') kept.current.onHelp()
      else if (event.key === '/') document.querySelector<HTMLElement>('main input[type=search]')?.focus()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable=true]') !== null
}

/** Lists the keyboard shortcuts (?). */
export function ShortcutList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { ref, isMounted } = useLayer(isOpen, onClose)
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      aria-labelledby="shortcuts"
      className="layer layer-dialog w-[min(92vw,30rem)] max-w-none"
    >
      {isMounted ? (
        <div className="p-5">
          <h2 id="shortcuts" className="title mb-3 text-section">
            Keyboard shortcuts
          </h2>
          <dl className="grid gap-2">
            {shortcuts.map(({ keys, text }) => (
              <div key={text} className="flex items-center gap-4">
                <dt className="flex w-24 shrink-0 gap-1">
                  {keys.map((key) => (
                    <kbd key={key} className="rounded-badge bg-sunken px-2 py-0.5 text-small">
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd className="min-w-0">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      ) : null}
    </dialog>
  )
}
