import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { type Editor, useEditorState } from '@tiptap/react'
import { Heading2, Heading3, ImageUp, Link as LinkIcon } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { call } from '#lib/api.ts'
import { link } from '#lib/rich-html.ts'
import { toastError } from '#lib/toasts.ts'
import { Input } from './controls.tsx'
import { FileButton } from './file-button.tsx'

const mark = 'grid size-11 place-items-center rounded-control text-ink-2 aria-pressed:bg-tint aria-pressed:text-on-tint'
const headings = [
  { level: 2, label: 'Heading', icon: Heading2 },
  { level: 3, label: 'Small heading', icon: Heading3 },
] as const

type Asked = { kind: 'link' } | { kind: 'picture'; src: string }

/** Shows the toolbar buttons for headings, links and pictures, which only the text of a whole page has. */
export function PageMarks({ editor }: { editor: Editor }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const here = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      level: headings.find(({ level }) => current.isActive('heading', { level }))?.level,
      isLink: current.isActive('link'),
    }),
  })
  const upload = useMutation({
    mutationFn: (picture: File) => call('dashboard/pictures/upload', { use: 'page' }, { picture }),
    onSuccess: ({ path }) => setAsked({ kind: 'picture', src: path }),
    onError: toastError,
  })
  const toggleLink = () => {
    if (here.isLink) editor.chain().focus().extendMarkRange('link').unsetLink().run()
    else setAsked({ kind: 'link' })
  }
  return (
    <>
      {headings.map(({ level, label, icon: Icon }) => (
        <button
          key={level}
          type="button"
          aria-label={label}
          aria-pressed={here.level === level}
          // Pressing a button must not take the focus from the editor, so that it keeps the cursor and the selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => editor.chain().focus().toggleHeading({ level }).run()}
          className={mark}
        >
          <Icon aria-hidden="true" className="size-4.5" />
        </button>
      ))}
      <button
        type="button"
        aria-label="Link"
        aria-pressed={here.isLink}
        onMouseDown={(event) => event.preventDefault()}
        onClick={toggleLink}
        className={mark}
      >
        <LinkIcon aria-hidden="true" className="size-4.5" />
      </button>
      <FileButton isPlain label="Picture" isBusy={upload.isPending} onFile={(file) => upload.mutate(file)}>
        <ImageUp aria-hidden="true" />
      </FileButton>
      {asked ? <AskedPart key={asked.kind} editor={editor} asked={asked} onDone={() => setAsked(null)} /> : null}
    </>
  )
}

type AskedPartProps = { editor: Editor; asked: Asked; onDone: () => void }

/** Asks for the address of a link, or for the description of an uploaded picture. */
function AskedPart({ editor, asked, onDone }: AskedPartProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const isLink = asked.kind === 'link'
  const finish = () => {
    const typed = text.trim()
    if (isLink && !link.test(typed)) return setError('An address begins with https://, mailto: or tel:')
    if (isLink) setLink(editor, typed)
    else editor.chain().focus().setImage({ src: asked.src, alt: typed }).run()
    onDone()
  }
  const finishOnEnter = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDone()
    if (event.key !== 'Enter') return
    // Enter confirms only this field, because by default Enter would save the whole page.
    event.preventDefault()
    finish()
  }
  return (
    <div className="flex w-full flex-wrap items-end gap-2 p-2">
      <div className="min-w-60 flex-1">
        <Input
          label={isLink ? 'URL of the link' : 'Description of the picture'}
          error={error}
          autoFocus
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={finishOnEnter}
        />
      </div>
      <Button type="button" size="small" variant="tint" onClick={finish}>
        {isLink ? 'Set link' : 'Add picture'}
      </Button>
      <Button type="button" size="small" variant="plain" onClick={onDone}>
        Cancel
      </Button>
    </div>
  )
}

/** Links the selection, or inserts the address as a link where nothing is selected. */
function setLink(editor: Editor, href: string): void {
  const chain = editor.chain().focus()
  if (!editor.state.selection.empty) chain.setLink({ href }).run()
  else chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
}
