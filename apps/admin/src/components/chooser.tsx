import { Combobox } from '@base-ui/react/combobox'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
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
  /** Whether only one option can be selected. */
  isSingle?: boolean
  error?: string | undefined
}

const SETTLE_MS = 250

/** Selects from long lists: people type a part of a name and select one option after another. */
export function Chooser({ label, help, placeholder, chosen, onChange, find, isSingle = false, error }: ChooserProps) {
  const [text, setText] = useState('')
  const free = useOffered(text, find)?.filter(({ id }) => !chosen.some((one) => one.id === id))
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
      <Search
        label={label}
        help={help}
        placeholder={placeholder}
        error={error}
        text={text}
        free={free}
        onText={setText}
        onTake={take}
      />
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new text starts a search, not a new `find`
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

/** Moves the focus to the field or button that is shown after a selection is made or removed. */
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

type SearchProps = Pick<ChooserProps, 'label' | 'help' | 'placeholder' | 'error'> & {
  text: string
  /** The options that can be selected; undefined while nothing is searched. */
  free: readonly Choice[] | undefined
  onText: (text: string) => void
  onTake: (choice: Choice) => void
}

/**
 * Shows the search field and its list of choices. The list of choices is below the search field in the page and not in
 * a layer, so no dialog or scrolling part covers it.
 */
function Search({ label, help, placeholder, error, text, free, onText, onTake }: SearchProps) {
  const isListed = free !== undefined && free.length > 0
  return (
    <Combobox.Root
      inline
      open
      autoHighlight
      items={free ?? []}
      filter={null}
      itemToStringLabel={({ name }: Choice) => name}
      value={null}
      onValueChange={(choice: Choice | null) => choice && onTake(choice)}
      inputValue={text}
      onInputValueChange={(typed, { reason }) => reason === 'input-change' && onText(typed)}
    >
      <div>
        <Combobox.Input
          render={<Input label={label} help={help} error={error} />}
          placeholder={placeholder ?? 'Search by name'}
          // Overrides the library's value, because the library treats a list that is part of the page as always
          // expanded.
          aria-expanded={isListed}
          onKeyDown={(event) => keepKeys(event, () => onText(''))}
        />
        <div className={free ? 'card mt-2 max-h-56 overflow-y-auto' : undefined}>
          {isListed ? (
            <Combobox.List aria-label={`${label}: found`}>
              {(choice: Choice) => <Option key={choice.id} {...choice} />}
            </Combobox.List>
          ) : null}
          <Combobox.Empty>
            {free ? <p className="px-3 py-2 text-small text-ink-2">Nothing found.</p> : null}
          </Combobox.Empty>
        </div>
      </div>
    </Combobox.Root>
  )
}

function Option(choice: Choice) {
  return (
    <Combobox.Item
      value={choice}
      className="flex min-h-11 cursor-pointer items-center gap-2 px-3 hover:bg-tint data-highlighted:bg-tint"
    >
      {choice.name}
      {choice.note ? <span className="text-small text-ink-2">{choice.note}</span> : null}
    </Combobox.Item>
  )
}

/** Enter does not send the form around the field, and Escape clears the text before it closes anything. */
function keepKeys(event: KeyboardEvent<HTMLInputElement>, clear: () => void): void {
  if (event.key === 'Enter') event.preventDefault()
  if (event.key !== 'Escape' || !event.currentTarget.value) return
  event.preventDefault()
  event.stopPropagation()
  clear()
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
