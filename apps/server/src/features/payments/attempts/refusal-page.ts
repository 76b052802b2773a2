import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import type { Services } from '#http/calls.ts'
import { type AppError, answerTo } from '#http/errors.ts'
import { logEvent } from '#log-events.ts'

/**
 * The styles of the pages that the server itself shows to payers. A page with a provider's form is left immediately.
 */
export const pageStyle =
  ':root{color-scheme:light dark;font:1.05rem/1.5 system-ui,sans-serif}body{display:grid;place-content:center;min-height:90vh;text-align:center}button,a{display:inline-block;min-height:48px;padding:10px 24px;font:inherit;border-radius:16px}'

const policy = `default-src 'none';style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}';base-uri 'none';frame-ancestors 'none'`

/** Returns whether a person's browser opened an address of payment, not a program. */
export function isOpenedByPerson({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept?.includes('text/html') ?? false)
}

/** Tells a person why they cannot pay here, and links to their orders. */
export function sendRefusalPage(
  { settings, config }: Pick<Services, 'settings' | 'config'>,
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const language = request.headers['accept-language']?.slice(0, 20)
  const text = (key: Parameters<typeof settings.text>[0]) => escapeHtml(settings.text(key, {}, language))
  const { status, retryAfter, body } = answerTo(error, request.id, (key, params) =>
    settings.text(key, params, language),
  )
  logEvent(request.log, 'payment.page_refused', { code: error.code })
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply
    .status(status)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(body.message)}</title><style>${pageStyle}</style></head>
<body dir="auto">${demoLine(config, text('demoBanner'))}<h1>${escapeHtml(body.message)}</h1><p>${text('payRefusedText')}</p><p><a href="/my-orders">${text('payRefusedBack')}</a></p></body></html>`)
}

/** Returns a line with the note that this is the demo; empty outside the demo. `text` is escaped already. */
export function demoLine({ demo }: Pick<Config, 'demo'>, text: string): string {
  return demo ? `<p><b>${text}</b></p>` : ''
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character]!)
}
