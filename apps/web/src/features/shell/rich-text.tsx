import { lazy, Suspense } from 'react'

const Cleaned = lazy(() => import('./cleaned-html.tsx'))

/** Renders HTML from settings, items and pages. It is sanitized here too, independently of the server (GAP-78). */
export function RichText({ html }: { html: string }) {
  // Most texts have no markup. They do not need the sanitizer, which is a separate chunk.
  const plain = /^<p>([^<>&]*)<\/p>$/.exec(html.trim())?.[1] ?? (/[<&]/.test(html) ? undefined : html)
  if (plain !== undefined)
    return plain === '' ? null : (
      <p dir="auto" className="prose">
        {plain}
      </p>
    )
  return (
    <Suspense
      fallback={
        <p dir="auto" className="prose">
          {plainText(html)}
        </p>
      }
    >
      <Cleaned html={html} />
    </Suspense>
  )
}

/**
 * Returns the text of an HTML string, for one-line descriptions and while the sanitizer loads. Parsing runs no scripts.
 */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
  return text.replace(/\s+/g, ' ').trim()
}

/** Returns whether an optional HTML block has visible content (C-09). */
export function hasContent(html: string): boolean {
  return html !== '' && html !== 'null' && (plainText(html) !== '' || /<img\b/i.test(html))
}
