import { lazy, Suspense } from 'react'

const Cleaned = lazy(() => import('./cleaned-html.tsx'))

/** HTML from settings, items and pages: cleaned again here, whatever the server did (GAP-78). */
export function RichText({ html }: { html: string }) {
  // Text without any mark-up needs no cleaner, and most of it is that.
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

/** The words of an HTML text, for one-line descriptions and while the cleaner loads. Nothing in it runs. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html
  const words = new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
  return words.replace(/\s+/g, ' ').trim()
}

/** Whether an optional HTML block has something to show (C-09). */
export function hasContent(html: string): boolean {
  return html !== '' && html !== 'null' && (plainText(html) !== '' || /<img\b/i.test(html))
}
