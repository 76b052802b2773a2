import { X } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react'
import type { Choice } from '#lib/find.ts'
import { Input } from './controls.tsx'

type ChooserProps = {
  label: string
  help?: string
  placeholder?: string
  chosen: readonly Choice[]
  onChange: (chosen: Choice[]) => void
  /** Returns the options whose names contain the typed text. */
  find: (text: string) => Promise<Choice[]>
  /** Allows only one selection. */
  isSingle?: boolean
  error?: string | undefined
}

const SETTLE_MS = 250

/** Selects from long lists: people type a part of a name and select one option after another. */
export function Chooser({ label, help, placeholder, chosen, onChange, find, isSingle = false, error }: ChooserProps) {
  const [text, setText] = useState('')
  const free = useOffered(text, find)?.filter(({ id }) => !chosen.some((one) => one.id === id))
  const listId = useId()
  const list = useRef<HTMLUListElement>(null)
  const { box, willMove } = useMovedFocus(chosen[0]?.id)
  const change = (next: Choice[]) => {
    willMove(isSingle)
    onChange(next)
  }
  const take = (choice: Choice) => {
    change(isSingle ? [choice] : [...chosen, choice])
    setText('')
  }
  if (isSingle && chosen[0])
    return (
      <fieldset ref={box} className="min-w-0">
        <legend className="mb-1 text-label">{label}</legend>
        <div className="control flex items-center gap-2 pe-0">
          <span className="min-w-0 flex-1 truncate">{chosen[0].name}</span>
          <RemoveButton name={chosen[0].name} onPress={() => change([])} />
        </div>
        {error || help ? (
          <p className={`mt-1 text-small ${error ? 'text-error' : 'text-ink-2'}`}>{error ?? help}</p>
        ) : null}
      </fieldset>
    )
  return (
    <div ref={box} className="grid gap-2">
      <Input
        label={label}
        help={help}
        error={error}
        placeholder={placeholder ?? 'Part of the name'}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') list.current?.querySelector('button')?.focus()
          else if (event.key === 'Enter' && free?.[0]) take(free[0])
          else if (event.key === 'Escape' && text) setText('')
          else if (event.key !== 'Enter') return
          event.preventDefault()
          event.stopPropagation()
        }}
        aria-controls={listId}
      />
      <Found ref={list} id={listId} label={`${label}: found`} choices={free} onTake={take} />
      {chosen.length > 0 ? (
        <ul aria-label={`${label}: chosen`} className="flex flex-wrap gap-2">
          {chosen.map(({ id, name }) => (
            <li key={id} className="flex items-center rounded-full bg-tint ps-3 text-small text-on-tint">
              {name}
              <RemoveButton name={name} onPress={() => onChange(chosen.filter((one) => one.id !== id))} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** Returns the options for a typed text after a pause in typing; undefined while nothing is typed. */
function useOffered(text: string, find: ChooserProps['find']): Choice[] | undefined {
  const [offered, setOffered] = useState<Choice[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `find` is a new function in each render
  useEffect(() => {
    const wanted = text.trim()
    if (wanted.length < 2) return setOffered(undefined)
    let isCurrent = true
    const timer = setTimeout(() => {
      find(wanted).then(
        (found) => isCurrent && setOffered(found),
        () => isCurrent && setOffered([]),
      )
    }, SETTLE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text])
  return offered
}

/** After a selection is made or removed, another element takes the position of the focused one. */
function useMovedFocus(chosenId: number | undefined) {
  const box = useRef<HTMLFieldSetElement & HTMLDivElement>(null)
  const hasMoved = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection changes what is rendered
  useEffect(() => {
    if (hasMoved.current) box.current?.querySelector<HTMLElement>('input, button')?.focus()
    hasMoved.current = false
  }, [chosenId])
  const willMove = (isMoved: boolean) => {
    hasMoved.current = isMoved
  }
  return { box, willMove }
}

type FoundProps = {
  ref: Ref<HTMLUListElement>
  id: string
  label: string
  choices: readonly Choice[] | undefined
  onTake: (choice: Choice) => void
}

function Found({ ref, id, label, choices, onTake }: FoundProps) {
  return (
    <ul
      ref={ref}
      id={id}
      onKeyDown={moveThrough}
      aria-label={label}
      className={choices ? 'card max-h-56 overflow-y-auto' : 'hidden'}
    >
      {choices?.map((choice) => (
        <li key={choice.id}>
          <button
            type="button"
            className="flex min-h-11 w-full items-center gap-2 px-3 text-start hover:bg-tint"
            onClick={() => onTake(choice)}
          >
            {choice.name}
            {choice.note ? <span className="text-small text-ink-2">{choice.note}</span> : null}
          </button>
        </li>
      ))}
      {choices?.length === 0 ? <li className="px-3 py-2 text-small text-ink-2">Nothing found.</li> : null}
    </ul>
  )
}

function RemoveButton({ name, onPress }: { name: string; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Remove ${name}`}
      className="grid size-9 shrink-0 place-items-center"
      onClick={onPress}
    >
      <X aria-hidden="true" className="size-4" />
    </button>
  )
}

/** Moves through the options with the arrow keys. */
function moveThrough(event: KeyboardEvent<HTMLUListElement>): void {
  const row = (event.target as Element).closest('li')
  const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[event.key]
  if (!next) return
  event.preventDefault()
  next.querySelector('button')?.focus()
}
