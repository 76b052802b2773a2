import { createHash } from 'node:crypto'
import { type ProviderName, payWays, providerNames } from '@nukkad/contract/payments/providers.ts'
import { isAttemptOver } from '@nukkad/rules/payment-states.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '#db/connection.ts'
import { recordEvent } from '#features/payments/webhooks/record-event.ts'
import type { Services } from '#http/calls.ts'
import { type Client, clientOf } from '#http/client.ts'
import { AppError } from '#http/errors.ts'
import { takeFromClientLimit, takeFromLimit } from '#http/limits.ts'
import { logPerson } from '#http/log-person.ts'
import { originOf } from '#http/origin.ts'
import { escapeHtml, isOpenedByPerson, pageStyle } from '#http/plain-page.ts'
import { openSession, readToken } from '#http/session.ts'
import { traceCall } from '#http/trace-call.ts'
import { logEvent } from '#log-events.ts'
import { type PaymentProvider, type PayPage, ProviderError, WebhookEventRefused } from '#outside/payments/provider.ts'
import { askOnReturn } from './ask-provider.ts'
import { type AttemptRow, findAttempt } from './attempt-queries.ts'
import { findOrderNumber } from './queries.ts'
import { demoLine, sendRefusalPage } from './refusal-page.ts'
import { limitStarts, openForOrder } from './start-payment.ts'

const BODY_LIMIT_BYTES = 262_144
/** Limit of unsigned webhook events from all clients together, as a multiple of one client's limit. */
const MAX_HINTING_CLIENTS = 20
const hidden = { schema: { hide: true } }

/**
 * Serves URLs outside the contract that payers' browsers and providers' servers open: returns, webhook events, and
 * pages with only a provider's form or script (GAP-79, docs/reference/security.md#payments and
 * docs/reference/security.md#headers). The bodies of webhook events are not parsed, because signatures cover the exact
 * bytes.
 */
export function addPaymentPages(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
      async (_: unknown, raw: Buffer) => raw,
    )
    // Leaves unexpected errors, and all errors of requests that a program made, to the server's general handler.
    scope.setErrorHandler((error, request, reply) => {
      if (!(error instanceof AppError) || !isOpenedByPerson(request)) throw error
      return sendRefusalPage(services, error, request, reply)
    })
    scope.get('/pay/:reference', hidden, (request, reply) => showPayPage(services, request, reply))
    for (const prefix of ['/public/api', '/api']) {
      for (const name of providerNames) {
        scope.post(`${prefix}/payment/${name}/webhook`, hidden, (request, reply) =>
          traceCall({ name: 'payment-event', attributes: { provider: name }, request, reply }, () =>
            receive(services, name, request, reply),
          ),
        )
        scope.route({
          ...hidden,
          method: ['GET', 'POST'],
          url: `${prefix}/payment/${name}/return`,
          handler: (request, reply) => comeBack(services, request, reply, { reference: String(fieldsOf(request).a) }),
        })
      }
      addOlderAddresses(scope, prefix, services)
    }
  })
}

/**
 * Adds the URLs that older apps use (GAP-35 to GAP-38): pages that lead to a provider, and returns from the provider.
 */
function addOlderAddresses(scope: FastifyInstance, prefix: string, services: Services): void {
  const lead = (gateway: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const payer = await payerOf(services, request)
    // A stranger who opens this page gets no attempt, because order ids are sequential and prove nothing. The payer
    // signs in and pays from the page of the order.
    if (!payer) return reply.redirect('/my-orders', 303)
    await limitStarts(services, payer.userId)
    const orderId = Number((request.params as { order_id: string }).order_id)
    if (!Number.isSafeInteger(orderId) || orderId < 1 || orderId > 2_147_483_647) throw new AppError('NOT_FOUND')
    const attempt = await openForOrder(services, { orderId, gateway, payer })
    return reply.redirect(attempt.page?.kind === 'redirect' ? attempt.page.url : `/pay/${attempt.reference}`, 303)
  }
  const back = (provider: ProviderName, refOf: (fields: Record<string, string>) => string | undefined) => ({
    ...hidden,
    method: ['GET', 'POST'] as ('GET' | 'POST')[],
    handler: (request: FastifyRequest, reply: FastifyReply) =>
      comeBack(services, request, reply, { provider, providerRef: refOf(fieldsOf(request)) ?? '' }),
  })
  scope.get(`${prefix}/payment/paytm/:order_id`, hidden, lead('Paytm'))
  scope.get(`${prefix}/payment/process-mercado-pago/:order_id`, hidden, lead('MercadoPago'))
  scope.route({ ...back('paytm', ({ ORDERID }) => ORDERID), url: `${prefix}/payment/process-paytm` })
  scope.route({ ...back('stripe', ({ payment_intent }) => payment_intent), url: `${prefix}/stripe-redirect-capture` })
  scope.route({
    ...back('mercado-pago', ({ preference_id }) => preference_id),
    url: `${prefix}/payment/return-mercado-pago`,
  })
  scope.get(`${prefix}/payment/handle-process-paymongo/:intent`, hidden, (request, reply) =>
    comeBack(services, request, reply, {
      provider: 'paymongo',
      providerRef: (request.params as { intent: string }).intent,
    }),
  )
}

/** Returns the customer whose token is in the header of a request, else undefined. */
async function payerOf(
  services: Services,
  request: FastifyRequest,
): Promise<{ userId: number; origin: string } | undefined> {
  const token = readToken(request.headers.authorization, {})
  if (!token) return undefined
  const session = await openSession(services.db, token).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })
  if (session) logPerson(request, session)
  if (session?.audience !== 'customer' || session.isBanned) return undefined
  return { userId: session.userId, origin: originOf(request, services.config) }
}

/**
 * Answers a webhook event: 200 if it is accepted, even when it is repeated; 401 if it has no valid signature; 503 if
 * the provider should send it again.
 */
async function receive(
  services: Services,
  name: ProviderName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const provider = services.outside.payments.find(name)
  if (!provider) throw new AppError('NOT_FOUND')
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
  const webhook = {
    raw: rawOf(request),
    headers: request.headers as Record<string, string | undefined>,
    query: textsOf(request.query),
  }
  if (provider.isUnsignedHint?.(webhook)) await limitUnsignedEvents(services, name, clientOf(request))
  try {
    const webhookEvent = await provider.readWebhookEvent(webhook)
    await inTransaction(services.db, (tx) => recordEvent(tx, services, provider, webhookEvent))
    return reply.send('{"received":true}')
  } catch (error) {
    if (error instanceof WebhookEventRefused) return refuseEvent(services, provider, error, reply)
    if (!(error instanceof ProviderError)) throw error
    logEvent(services.log, 'webhook_event.not_checked', { provider: name, cause: error.message })
    return reply.status(503).header('retry-after', '60').send('{"received":false}')
  }
}

/**
 * Limits unsigned webhook events per minute, for one client and in total: anyone can send them, and each event makes us
 * query a provider, so strangers could use up our limit at the provider. No payment is lost when an event is refused,
 * because the scheduler queries the provider too.
 */
async function limitUnsignedEvents({ db, settings }: Services, provider: ProviderName, client: Client): Promise<void> {
  const most = settings.number('limitUnsignedNotices')
  const name = `unsigned-webhook-events:${provider}`
  await takeFromClientLimit(db, { name, client, most, windowSeconds: 60 })
  await takeFromLimit(db, { key: name, most: most * MAX_HINTING_CLIENTS, windowSeconds: 60 })
}

function refuseEvent(
  { log }: Services,
  { name }: PaymentProvider,
  error: WebhookEventRefused,
  reply: FastifyReply,
): FastifyReply {
  logEvent(log, 'webhook_event.signature_wrong', { provider: name, cause: error.message })
  return reply.status(401).send('{"received":false}')
}

type AttemptName = { reference: string } | { provider: ProviderName; providerRef: string }

/**
 * Handles the payer's return: a redirect is not proof of payment, so the server queries the provider, and the page
 * shows the status, or that the status is not known yet. After the payer's return, later queries and webhook events
 * find the final status.
 */
async function comeBack(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  name: AttemptName,
): Promise<FastifyReply> {
  const attempt = await findAttempt(services.db, name)
  if (!attempt) return reply.redirect('/my-orders', 303)
  await askOnReturn(services, attempt).catch((error: unknown) => {
    const isTooOften = error instanceof AppError && error.code === 'TOO_MANY_REQUESTS'
    if (!(error instanceof ProviderError) && !isTooOften) throw error
    logEvent(request.log, 'payment.return_unknown', { attempt: attempt.reference, cause: error.message })
  })
  return reply.redirect(await resultPage(services, attempt), 303)
}

/** Returns the page that shows the result of an attempt. */
async function resultPage({ db }: Pick<Services, 'db'>, attempt: AttemptRow): Promise<string> {
  if (attempt.order_id === null) return `/my-wallet?payment=${attempt.reference}`
  return `/running-order/${await findOrderNumber(db, attempt.order_id)}?payment=${attempt.reference}`
}

const submitScript = 'document.forms[0].submit()'
const razorpayScript =
  "new Razorpay(JSON.parse(document.getElementById('options').textContent)).open();document.getElementById('again').onclick=()=>location.reload()"

async function showPayPage(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { reference } = request.params as { reference: string }
  const attempt = await findAttempt(services.db, { reference })
  if (!attempt) throw new AppError('NOT_FOUND')
  const { page } = attempt
  const result = await resultPage(services, attempt)
  // The page is not shown again to a payer who uses the browser's back button after they have paid, or after the time
  // to pay.
  if (!page || page.kind === 'intent' || isAttemptOver(attempt.status) || attempt.expires_at < new Date())
    return reply.redirect(result, 303)
  if (page.kind === 'redirect') return reply.redirect(page.url, 303)
  const language = request.headers['accept-language']?.slice(0, 20)
  const texts = {
    title: services.settings.text('paymentPageTitle', {}, language),
    back: services.settings.text('paymentBackToOrder', {}, language),
    demo: demoLine(services.config, escapeHtml(services.settings.text('demoBanner', {}, language))),
  }
  reply.header('content-security-policy', policyFor(page)).header('cache-control', 'no-store')
  return reply
    .type('text/html; charset=utf-8')
    .send(renderPayPage(preselected(services, attempt, page, request), { ...texts, result }))
}

type ShownPage = Exclude<PayPage, { kind: 'redirect' | 'intent' }>

/** Returns the page on which the method named in the URL is shown first, if the provider's protocol allows that. */
function preselected(
  { outside }: Services,
  { provider }: AttemptRow,
  page: ShownPage,
  { query }: FastifyRequest,
): ShownPage {
  const { way } = query as { way?: unknown }
  const preselect = outside.payments.find(provider)?.preselect
  const known = payWays.find((one) => one === way)
  if (page.kind !== 'widget' || !known || !preselect) return page
  return { ...page, options: preselect(page.options, known) }
}

type PayPageTexts = {
  title: string
  back: string
  demo: string
  /** The page that shows the payer's order or wallet. */
  result: string
}

function renderPayPage(page: ShownPage, texts: PayPageTexts): string {
  const { title } = texts
  const body = page.kind === 'form' ? formOf(page, title) : widgetOf(page, texts)
  return `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title></head>
<body>${texts.demo}${body}</body></html>`
}

function formOf({ url, fields }: Extract<PayPage, { kind: 'form' }>, title: string): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post" action="${escapeHtml(url)}">${inputs.join('')}<button>${escapeHtml(title)}</button></form><script>${submitScript}</script>`
}

/**
 * Returns the page for a provider's form in a window. A payer who closes the window of the form needs a button to open
 * it again and a link back.
 */
function widgetOf(
  { scriptUrl, options }: Extract<PayPage, { kind: 'widget' }>,
  { title, back, result }: PayPageTexts,
): string {
  const json = JSON.stringify(options).replaceAll('<', '\\u003c')
  return `<style>${pageStyle}</style><p><button id="again">${escapeHtml(title)}</button></p><p><a href="${escapeHtml(result)}">${escapeHtml(back)}</a></p><script type="application/json" id="options">${json}</script><script src="${escapeHtml(scriptUrl)}"></script><script>${razorpayScript}</script>`
}

/** Allows only this document to load the provider's script or to post to the provider, and allows no other origin. */
function policyFor(page: ShownPage): string {
  const [script, hosts] =
    page.kind === 'form'
      ? [submitScript, [new URL(page.url).origin]]
      : [razorpayScript, [new URL(page.scriptUrl).origin, ...(page.hosts ?? [])]]
  const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  const list = hosts.join(' ')
  return page.kind === 'form'
    ? `default-src 'none';script-src ${hash};form-action 'self' ${list};base-uri 'none';frame-ancestors 'none'`
    : `default-src 'none';script-src ${hash} ${list};connect-src ${list};frame-src ${list};img-src data: ${list};style-src 'unsafe-inline' ${list};font-src ${list};form-action 'self' ${list};base-uri 'none';frame-ancestors 'none'`
}

function rawOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

/**
 * Returns the fields of the URL and of a form. If both the URL and the form have a field, the value in the URL counts,
 * because our server set it. Values of the URL and the form that are not strings are left out.
 */
function fieldsOf(request: FastifyRequest): Record<string, string> {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  const fromBody = isForm ? Object.fromEntries(new URLSearchParams(rawOf(request).toString())) : {}
  return textsOf({ ...fromBody, ...(request.query as object) })
}

function textsOf(query: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !entry[1].includes('\0'),
    ),
  )
}
