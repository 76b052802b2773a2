import { useMutation, useQuery } from '@tanstack/react-query'
import { Bold, Heading2, ImageUp, Italic, Link, List, ListOrdered } from 'lucide-react'
import { useDeferredValue, useRef } from 'react'
import { TextArea } from '#components/controls.tsx'
import { FileButton } from '#components/file-button.tsx'
import { call } from '#lib/api.ts'
import { ask } from '#lib/query.ts'
import { toastError } from '#lib/toasts.ts'

const marks = [
  { label: 'Heading', icon: Heading2, before: '<h2>', after: '</h2>' },
  { label: 'Bold', icon: Bold, before: '<strong>', after: '</strong>' },
  { label: 'Italic', icon: Italic, before: '<em>', after: '</em>' },
  { label: 'Link', icon: Link, before: '<a href="https://">', after: '</a>' },
  { label: 'List', icon: List, before: '<ul>\n  <li>', after: '</li>\n</ul>' },
  { label: 'Numbered list', icon: ListOrdered, before: '<ol>\n  <li>', after: '</li>\n</ol>' },
]

type HtmlEditorProps = { value: string; onChange: (html: string) => void; error?: string | undefined }

/** Edits HTML next to a preview of the sanitised result. */
export function HtmlEditor({ value, onChange, error }: HtmlEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const { data, error: away } = useQuery(ask('dashboard/pages/preview', { body: useDeferredValue(value) }))
  const wrap = ({ before, after }: { before: string; after: string }) => {
    if (!area.current) return
    const { selectionStart: from, selectionEnd: to } = area.current
    onChange(value.slice(0, from) + before + value.slice(from, to) + after + value.slice(to))
    area.current.focus()
  }
  const upload = useMutation({
    mutationFn: (picture: File) => call('dashboard/pictures/upload', { use: 'page' }, { picture }),
    onSuccess: ({ path }) => wrap({ before: `<img src="${path}" alt="`, after: '">' }),
    onError: toastError,
  })
  return (
    <div className="grid gap-4 large:grid-cols-2">
      <div>
        <div role="toolbar" aria-label="Formatting" className="mb-2 flex flex-wrap gap-1">
          {marks.map((mark) => (
            <button
              key={mark.label}
              type="button"
              aria-label={mark.label}
              onClick={() => wrap(mark)}
              className="control grid size-11 place-items-center p-0"
            >
              <mark.icon aria-hidden="true" className="size-4.5" />
            </button>
          ))}
          <FileButton label="Picture" isBusy={upload.isPending} onFile={(file) => upload.mutate(file)}>
            <ImageUp aria-hidden="true" />
          </FileButton>
        </div>
        <TextArea
          ref={area}
          label="Text (HTML)"
          help="Select text and press a button above. A picture is added at the cursor. Describe the picture between the quotes of alt. When you save, scripts, styles and frames are removed."
          rows={18}
          spellCheck
          value={value}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <section aria-labelledby="preview" className="min-w-0">
        <h2 id="preview" className="mb-2 text-label">
          Preview of the page
        </h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach an area that scrolls */}
        <div tabIndex={0} className="card max-h-140 min-h-60 overflow-auto p-5">
          {away ? <p role="alert">{away.message}</p> : null}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised this HTML */}
          {data ? <div className="prose" dangerouslySetInnerHTML={{ __html: data.body }} /> : null}
        </div>
      </section>
    </div>
  )
}
