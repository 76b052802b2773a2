import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import type { Services } from '#http/calls.ts'
import { type AppError, answerTo } from '#http/errors.ts'
import { escapeHtml, plainPage, plainPagePolicy } from '#http/plain-page.ts'
import { logEvent } from '#log-events.ts'

/** Sends a page that says why the person cannot pay here, and links to their orders. */
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
    .header('content-security-policy', plainPagePolicy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      plainPage({
        title: body.message,
        body: `${demoLine(config, text('demoBanner'))}<h1>${escapeHtml(body.message)}</h1><p>${text('payRefusedText')}</p><p><a href="/my-orders">${text('payRefusedBack')}</a></p>`,
      }),
    )
}

/**
 * Returns a line that says that this is the demo, empty outside the demo; the calling function must pass `text` already
 * escaped.
 */
export function demoLine({ demo }: Pick<Config, 'demo'>, text: string): string {
  return demo ? `<p><b>${text}</b></p>` : ''
}
