import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The styles of pages that do not belong to the app, such as the page of a refusal. */
export const pageStyle =
  ':root{color-scheme:light dark;font:1.05rem/1.5 system-ui,sans-serif}body{display:grid;place-content:center;min-height:90vh;text-align:center}button,a{display:inline-block;min-height:48px;padding:10px 24px;font:inherit;border-radius:16px}'

/** The Content-Security-Policy of `plainPage`, which allows only its own styles. */
export const plainPagePolicy = `default-src 'none';style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}';base-uri 'none';frame-ancestors 'none'`

/** Returns whether a person opened this URL in a browser, as opposed to a request of a program. */
export function isOpenedByPerson({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return method === 'GET' && (headers.accept?.includes('text/html') ?? false)
}

/**
 * Returns a page of plain HTML. `title` is plain text, `body` is HTML, and the page reloads after `reloadAfterSeconds`.
 */
export function plainPage({
  title,
  body,
  reloadAfterSeconds,
}: {
  title: string
  body: string
  reloadAfterSeconds?: number | undefined
}): string {
  const reload = reloadAfterSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${reloadAfterSeconds}">`
  return `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${reload}<title>${escapeHtml(title)}</title><style>${pageStyle}</style></head>
<body dir="auto">${body}</body></html>`
}

/** Returns the page for a person whose request is refused for some seconds, after which the page reloads. */
export function waitPage(message: string, seconds: number): string {
  const title = escapeHtml(message)
  return plainPage({ title: message, body: `<h1>${title}</h1>`, reloadAfterSeconds: seconds })
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character]!)
}
