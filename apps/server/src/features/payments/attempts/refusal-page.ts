import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import type { Services } from '#http/calls.ts'
import { type AppError, answerTo } from '#http/errors.ts'

/** Of the pages that a payer may see here; that of a form is left before anybody does. */
export const pageStyle =
  ':root{color-scheme:light dark;font:1.05rem/1.5 system-ui,sans-serif}body{display:grid;place-content:center;min-height:90vh;text-align:center}button,a{display:inline-block;min-height:48px;padding:10px 24px;font:inherit;border-radius:16px}'

const policy = `default-src 'none';style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}';base-uri 'none';frame-ancestors 'none'`

/** A browser that goes to an address of payment, not a program that asks one. */
export function isOpenedByPerson({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept?.includes('text/html') ?? false)
}

/** Says to a person why he cannot pay here, and leads him back to his orders. */
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
  request.log.info({ code: error.code }, 'a payer was refused')
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

/** Says on a page of payment that this is the demo; nothing outside it. `text` is escaped already. */
export function demoLine({ demo }: Pick<Config, 'demo'>, text: string): string {
  return demo ? `<p><b>${text}</b></p>` : ''
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character]!)
}
