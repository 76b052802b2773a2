import DOMPurify from 'dompurify'
import { useMemo } from 'react'

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (!(node instanceof HTMLAnchorElement) || node.origin === location.origin) return
  node.target = '_blank'
  node.rel = 'noopener noreferrer'
})

export default function CleanedHtml({ html, className }: { html: string; className: string }) {
  const clean = useMemo(
    () =>
      DOMPurify.sanitize(html, {
        USE_PROFILES: { html: true },
        FORBID_TAGS: ['style', 'form', 'input'],
        FORBID_ATTR: ['style'],
      }),
    [html],
  )
  // A text without tags keeps its line breaks.
  const look = /<\w/.test(html) ? className : `${className} whitespace-pre-line`
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is sanitized, and no other code renders HTML
  return <div className={look} dangerouslySetInnerHTML={{ __html: clean }} />
}
