import { useState } from 'react'
import { Switch } from '#components/controls.tsx'
import RichEditor from '#components/rich-editor.tsx'
import { lossOf } from '#lib/rich-html.ts'
import { HtmlEditor } from './html-editor.tsx'

type PageEditorProps = { value: string; onChange: (html: string) => void; error?: string | undefined }

/**
 * Edits a page as customers read it, or its source. If the editor would lose parts of a page, only the source of the
 * page can be edited, and a text says why.
 */
export default function PageEditor({ value, onChange, error }: PageEditorProps) {
  const [isSource, setSource] = useState(false)
  // Whether the editor would lose parts of the page is checked when the page opens and when a person leaves the source,
  // not at each typed letter.
  const [loss, setLoss] = useState(() => lossOf(value))
  const showSource = (wanted: boolean) => {
    setSource(wanted)
    if (!wanted) setLoss(lossOf(value))
  }
  const mustBeSource = loss !== null
  return (
    <div className="grid gap-4">
      <Switch
        label="Source"
        help={mustBeSource ? reasonOf(loss) : 'Edit the HTML of this page instead of using the editor.'}
        checked={isSource || mustBeSource}
        onChange={(event) => showSource(event.target.checked)}
      />
      {isSource || mustBeSource ? (
        <HtmlEditor value={value} onChange={onChange} error={error} />
      ) : (
        <RichEditor isPage label="Text" value={value} onChange={onChange} error={error} />
      )}
    </div>
  )
}

function reasonOf(loss: readonly string[]): string {
  const parts = loss.length > 0 ? `remove ${loss.join(', ')} from this page` : 'arrange this page differently'
  return `The editor would ${parts}, so you edit the source here. To use the editor again, change the source and switch “Source” off.`
}
