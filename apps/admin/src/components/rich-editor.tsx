import { classNames } from '@nukkad/ui/class-names.ts'
import { type ChainedCommands, type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { Bold, Italic, List, ListOrdered } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { contentOf, richExtensions, storedOf } from '#lib/rich-html.ts'
import { PageMarks } from './page-marks.tsx'
import type { RichFieldProps } from './rich-field.tsx'

const marks = [
  { name: 'bold', label: 'Bold', icon: Bold, toggle: (chain: ChainedCommands) => chain.toggleBold() },
  { name: 'italic', label: 'Italic', icon: Italic, toggle: (chain: ChainedCommands) => chain.toggleItalic() },
  { name: 'bulletList', label: 'List', icon: List, toggle: (chain: ChainedCommands) => chain.toggleBulletList() },
  {
    name: 'orderedList',
    label: 'Numbered list',
    icon: ListOrdered,
    toggle: (chain: ChainedCommands) => chain.toggleOrderedList(),
  },
]

/**
 * Edits a description in the formatting that customers will see. The value of the field is HTML with the tags that the
 * server allows.
 */
export default function RichEditor({ label, help, error, value, onChange, isPage }: RichFieldProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(value)
  const note = error ?? help
  const [isDisabled, setIsDisabled] = useState(false)
  const editor = useEditor({
    extensions: richExtensions,
    content: contentOf(value),
    // The editor's own style element is off, because the content security policy refuses it; the classes below replace
    // it.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': id,
        ...(error ? { 'aria-invalid': 'true' } : {}),
        ...(isDisabled ? { 'aria-disabled': 'true' } : {}),
        ...(note ? { 'aria-describedby': `${id}-note` } : {}),
        dir: 'auto',
        class: `prose whitespace-break-spaces px-3 py-2 outline-none ${isPage ? 'min-h-100' : 'min-h-20'}`,
      },
    },
    onUpdate: ({ editor: changed }) => {
      shown.current = storedOf(changed.getHTML())
      onChange(shown.current)
    },
  })
  useEffect(() => {
    const isEditable = box.current?.closest('fieldset:disabled') === null
    setIsDisabled(!isEditable)
    editor.setEditable(isEditable, false)
    if (value === shown.current) return
    shown.current = value
    editor.commands.setContent(contentOf(value), { emitUpdate: false })
  }, [editor, value])
  return (
    <div ref={box} className="min-w-0">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press on the label goes to the field, as for other fields */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the field itself */}
      <span id={id} className="mb-1 block text-label" onClick={() => editor.commands.focus()}>
        {label}
      </span>
      <div
        className={classNames(
          'control px-0 focus-within:outline-2 focus-within:outline-ink in-disabled:bg-sunken',
          error && 'outline-2 outline-error',
        )}
      >
        <Marks editor={editor} isPage={isPage} />
        <EditorContent editor={editor} />
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

function Marks({ editor, isPage }: { editor: Editor; isPage: boolean | undefined }) {
  const here = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      current.isFocused ? marks.filter(({ name }) => current.isActive(name)).map(({ name }) => name) : [],
  })
  return (
    <div role="toolbar" aria-label="Formatting" className="flex flex-wrap border-line border-b px-1 in-disabled:hidden">
      {marks.map(({ name, label, icon: Icon, toggle }) => (
        <button
          key={name}
          type="button"
          aria-label={label}
          aria-pressed={here.includes(name)}
          // A press on a button of the toolbar must not take the focus and the selection from the editor.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => toggle(editor.chain().focus()).run()}
          className="grid size-11 place-items-center rounded-control text-ink-2 aria-pressed:bg-tint aria-pressed:text-on-tint"
        >
          <Icon aria-hidden="true" className="size-4.5" />
        </button>
      ))}
      {isPage ? <PageMarks editor={editor} /> : null}
    </div>
  )
}
