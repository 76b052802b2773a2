import { classNames } from '@nukkad/ui/class-names.ts'
import { Bold, Italic, List, ListOrdered } from 'lucide-react'
import { type ClipboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { htmlOf, nodesOf } from '#lib/rich-html.ts'
import type { RichFieldProps } from './rich-field.tsx'

const marks = [
  { label: 'Bold', icon: Bold, command: 'bold', tags: 'b, strong' },
  { label: 'Italic', icon: Italic, command: 'italic', tags: 'i, em' },
  { label: 'List', icon: List, command: 'insertUnorderedList', tags: 'ul' },
  { label: 'Numbered list', icon: ListOrdered, command: 'insertOrderedList', tags: 'ol' },
]

/** Edits a description as customers read it. Its value is HTML of the tags that the server keeps. */
export default function RichEditor({ label, help, error, value, onChange }: RichFieldProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef<string>(undefined)
  const [isReadOnly, setReadOnly] = useState(false)
  const marksHere = useMarksAtCursor(box)
  useLayoutEffect(() => {
    const editor = box.current!
    setReadOnly(editor.closest('fieldset:disabled') !== null)
    if (value === shown.current) return
    shown.current = value
    editor.replaceChildren(...nodesOf(value))
  }, [value])
  const read = () => {
    shown.current = htmlOf(box.current!)
    onChange(shown.current)
  }
  const mark = (command: string) => {
    box.current?.focus()
    document.execCommand(command)
    read()
  }
  const paste = (event: ClipboardEvent) => {
    event.preventDefault()
    const html = event.clipboardData.getData('text/html')
    const pasted = document.createElement('div')
    pasted.append(...nodesOf(html))
    if (html) document.execCommand('insertHTML', false, htmlOf(pasted))
    else document.execCommand('insertText', false, event.clipboardData.getData('text/plain'))
  }
  const note = error ?? help
  return (
    <div className="min-w-0">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press on the label goes to the field, as for other fields */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the field itself */}
      <span id={id} className="mb-1 block text-label" onClick={() => box.current?.focus()}>
        {label}
      </span>
      <div
        className={classNames(
          'control px-0 focus-within:outline-2 focus-within:outline-ink',
          error && 'outline-2 outline-error',
          isReadOnly && 'bg-sunken',
        )}
      >
        {isReadOnly ? null : <Marks here={marksHere} onPress={mark} />}
        {/* biome-ignore lint/a11y/useSemanticElements: no other element holds marks */}
        <div
          ref={box}
          role="textbox"
          tabIndex={0}
          contentEditable={!isReadOnly}
          suppressContentEditableWarning
          aria-multiline="true"
          aria-labelledby={id}
          aria-disabled={isReadOnly}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          dir="auto"
          onInput={read}
          onPaste={paste}
          className="prose min-h-20 px-3 py-2 outline-none"
        />
      </div>
      {note ? <Note id={`${id}-note`} text={note} isError={error !== undefined} /> : null}
    </div>
  )
}

function Note({ id, text, isError }: { id: string; text: ReactNode; isError: boolean }) {
  return (
    <p
      id={id}
      role={isError ? 'alert' : undefined}
      className={classNames('mt-1 text-small', isError ? 'text-error' : 'text-ink-2')}
    >
      {text}
    </p>
  )
}

function Marks({ here, onPress }: { here: string[]; onPress: (command: string) => void }) {
  return (
    <div role="toolbar" aria-label="Marks" className="flex flex-wrap border-line border-b px-1">
      {marks.map(({ command, label, icon: Icon }) => (
        <button
          key={command}
          type="button"
          aria-label={label}
          aria-pressed={here.includes(command)}
          // The editor keeps the cursor and what is selected.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPress(command)}
          className="grid size-11 place-items-center rounded-control text-ink-2 aria-pressed:bg-tint aria-pressed:text-on-tint"
        >
          <Icon aria-hidden="true" className="size-4.5" />
        </button>
      ))}
    </div>
  )
}

/** Returns the commands of the marks at the cursor, while it is in the box. */
function useMarksAtCursor(box: { current: HTMLElement | null }): string[] {
  const [here, setHere] = useState<string[]>([])
  useEffect(() => {
    const read = () => {
      const node = document.getSelection()?.anchorNode
      const at = node instanceof Element ? node : node?.parentElement
      if (!at || !box.current?.contains(at)) return setHere([])
      setHere(marks.filter(({ tags }) => box.current?.contains(at.closest(tags))).map(({ command }) => command))
    }
    document.addEventListener('selectionchange', read)
    return () => document.removeEventListener('selectionchange', read)
  }, [box])
  return here
}
