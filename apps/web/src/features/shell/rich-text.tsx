import { lazy, Suspense } from 'react'

const Cleaned = lazy(() => import('./cleaned-html.tsx'))

/**
 * Renders HTML from settings, items and pages. The app sanitizes the HTML again, independently of the server (GAP-78).
 */
export function RichText({ html, className = 'prose' }: { html: string; className?: string }) {
  // The text, if the HTML is one line without markup. Most texts are one line, so the chunk with the sanitizer is not
  // loaded for them.
  const plain = /^<p>([^<>&\n]*)<\/p>$/.exec(html.trim())?.[1] ?? (/[<&\n]/.test(html) ? undefined : html)
  if (plain !== undefined)
    return plain === '' ? null : (
      <p dir="auto" className={className}>
        {plain}
      </p>
    )
  return (
    <Suspense
      fallback={
        <p dir="auto" className={className}>
          {plainText(html)}
        </p>
      }
    >
      <Cleaned html={html} className={className} />
    </Suspense>
  )
}

/**
 * Returns the text of an HTML string, for one-line descriptions and while the sanitizer loads. Parsing the HTML runs
 * none of its scripts.
 */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html
  const { body } = new DOMParser().parseFromString(html.replace(/<(br|\/[hlpt])/g, ' $&'), 'text/html')
  return body.textContent.replace(/\s+/g, ' ').trim()
}

/** Returns whether an optional HTML block has visible content (C-09). */
export function hasContent(html: string): boolean {
  return html !== 'null' && (/<img\b/i.test(html) || plainText(html) !== '')
}
