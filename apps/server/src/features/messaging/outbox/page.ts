import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoLogins } from '@nukkad/demo/logins.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#http/calls.ts'
import { escapeHtml } from '#http/plain-page.ts'
import { listOutbox, type OutboxEntry } from '#outside/outbox/local.ts'

const REFRESH_SECONDS = 5

type OutboxOptions = Pick<Services, 'config' | 'db'>

/**
 * Serves the messages that would have been sent, for people who try the product: `/outbox` to read, `/outbox.json` for
 * scripts. The page `/outbox` exists only in demo mode, because the messages hold login codes
 * (docs/reference/security.md#authentication).
 */
export function addOutboxPage(app: FastifyInstance, { config, db }: OutboxOptions): void {
  if (!config.demo) return
  const styles = readFileSync(join(import.meta.dirname, 'outbox.css'))

  app.get('/outbox.json', async (_request, reply) => {
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
    return reply.send(JSON.stringify(await listOutbox(db)))
  })

  app.get('/outbox.css', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(styles),
  )

  app.get('/outbox', async (request, reply) => {
    const isPaused = 'pause' in (request.query as Record<string, unknown>)
    const page = renderPage(await listOutbox(db), { isPaused, timeZone: config.timeZone })
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
  })
}

function renderPage(
  entries: readonly OutboxEntry[],
  { isPaused, timeZone }: { isPaused: boolean; timeZone: string },
): string {
  const refresh = isPaused ? '' : `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`
  const pace = isPaused
    ? 'Standing still. <a href="/outbox">Follow new messages</a>'
    : `Looks for new messages every ${REFRESH_SECONDS} seconds. <a href="/outbox?pause">Hold still</a>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh}
<title>Outbox of the demo</title>
<link rel="stylesheet" href="/outbox.css">
</head>
<body>
<header>
<h1>Outbox</h1>
<p>Text messages and mails that this demo keeps instead of sending, and the pushes that it sent. ${pace}. <a href="/">Open the shop</a></p>
</header>
<main>
<h2 id="logins">Demo logins</h2>
<ul aria-labelledby="logins">${demoLogins.map(renderLogin).join('')}</ul>
<h2 id="messages">Messages, newest first</h2>
${entries.length === 0 ? '<p class="empty">Nothing yet. Ask for a login code in the shop and it shows here.</p>' : ''}
<ol aria-labelledby="messages">${entries.map((entry) => renderEntry(entry, timeZone)).join('')}</ol>
</main>
</body>
</html>
`
}

function renderLogin({ role, how }: (typeof demoLogins)[number]): string {
  return `<li><span class="role">${escapeHtml(role)}</span> <span class="how">${escapeHtml(how)}</span></li>`
}

function renderEntry({ kind, to, text, code, time }: OutboxEntry, timeZone: string): string {
  const shown = new Date(time).toLocaleTimeString('en-GB', { timeZone })
  return `<li>
<div class="head"><strong>${escapeHtml(to)}</strong> <span class="kind">${escapeHtml(kind)}</span> <time datetime="${time}">${shown}</time></div>
<p>${escapeHtml(text)}</p>
${code === null ? '' : `<span class="code">${escapeHtml(code)}</span>`}
</li>`
}
