import { lazy, type ReactNode, Suspense } from 'react'

export type RichFieldProps = {
  label: string
  help?: ReactNode
  error?: string | undefined
  /** HTML, or plain text with line breaks. */
  value: string
  onChange: (html: string) => void
  /** Whether the text is a whole page, which also has headings, links and pictures. */
  isPage?: boolean
}

const RichEditor = lazy(() => import('./rich-editor.tsx'))

/**
 * A field for formatted text. The editor loads when the field is shown; until then an empty box of the same size is
 * shown.
 */
export function RichField(props: RichFieldProps) {
  return (
    <Suspense
      fallback={
        <div className="min-w-0">
          <span className="mb-1 block text-label">{props.label}</span>
          <div className="control h-31" />
        </div>
      }
    >
      <RichEditor {...props} />
    </Suspense>
  )
}
