import rateLimit from '@fastify/rate-limit'
import type { Audience, Call, CallShape } from '@nukkad/contract/call.ts'
import { type CallName, contract } from '@nukkad/contract/contract.ts'
import type { Permission } from '@nukkad/contract/permissions.ts'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type preHandlerAsyncHookHandler,
} from 'fastify'
import { z } from 'zod'
import { type Db, isDatabaseAway } from '#db/connection.ts'
import { feedRoutes } from '#features/bookings/feeds/routes.ts'
import { addCalendarFeeds } from '#features/bookings/feeds/serve.ts'
import { receptionRoutes } from '#features/bookings/reception/routes.ts'
import { salonReportRoutes } from '#features/bookings/reports/routes.ts'
import { salonRoutes } from '#features/bookings/salon/routes.ts'
import { visitRoutes } from '#features/bookings/visits/routes.ts'
import { waitListRoutes } from '#features/bookings/wait-list/routes.ts'
import { menuRoutes } from '#features/catalogue/menu/routes.ts'
import { menuImportRoutes } from '#features/catalogue/menu-import/routes.ts'
import { searchRoutes } from '#features/catalogue/search/routes.ts'
import { storeAdminRoutes } from '#features/catalogue/store-admin/routes.ts'
import { storeImportRoutes } from '#features/catalogue/store-import/routes.ts'
import { storeMenuRoutes } from '#features/catalogue/store-menu/routes.ts'
import { storeProfileRoutes } from '#features/catalogue/store-profile/routes.ts'
import { storeRoutes } from '#features/catalogue/stores/routes.ts'
import { cashCollectionRoutes } from '#features/delivery/cash-collections/routes.ts'
import { dispatchRoutes } from '#features/delivery/dispatch/routes.ts'
import { deliveryRoutes } from '#features/delivery/trips/routes.ts'
import { addProviderLogin } from '#features/identity/accounts/provider-login.ts'
import { accountRoutes } from '#features/identity/accounts/routes.ts'
import { addressRoutes } from '#features/identity/addresses/routes.ts'
import { dataRequestRoutes } from '#features/identity/data-requests/routes.ts'
import { employeeRoutes } from '#features/identity/employees/routes.ts'
import { peopleRoutes } from '#features/identity/people/routes.ts'
import { rememberSessionClient } from '#features/identity/sign-ins/begin-session.ts'
import { createDeviceShare } from '#features/identity/sign-ins/device-share.ts'
import { staffRoutes } from '#features/identity/staff/routes.ts'
import { addExportDownloads } from '#features/insight/exports/download.ts'
import { exportRoutes } from '#features/insight/exports/routes.ts'
import { needsYouRoutes } from '#features/insight/needs-you/routes.ts'
import { reportRoutes } from '#features/insight/reports/routes.ts'
import { tableRoutes } from '#features/insight/tables/routes.ts'
import { adjustmentRoutes } from '#features/ledger/adjustments/routes.ts'
import { payoutRoutes } from '#features/ledger/payouts/routes.ts'
import { referralRoutes } from '#features/ledger/referrals/routes.ts'
import { walletRoutes } from '#features/ledger/wallet/routes.ts'
import { notificationRoutes } from '#features/messaging/notifications/routes.ts'
import { addOutboxPage } from '#features/messaging/outbox/page.ts'
import { pushRoutes } from '#features/messaging/push/routes.ts'
import { alarmRoutes } from '#features/operations/alarms/routes.ts'
import { addBackupDownloads } from '#features/operations/backup/download.ts'
import { backupRoutes } from '#features/operations/backup/routes.ts'
import { integrationRoutes } from '#features/operations/integrations/routes.ts'
import { noteRoutes } from '#features/operations/notes/routes.ts'
import { systemStatusRoutes } from '#features/operations/system-status/routes.ts'
import { watchClients } from '#features/operations/system-status/watch-clients.ts'
import { caseRoutes } from '#features/ordering/cases/routes.ts'
import { checkoutRoutes } from '#features/ordering/checkout/routes.ts'
import { couponRoutes } from '#features/ordering/coupons/routes.ts'
import { addEventStream } from '#features/ordering/events/stream.ts'
import { invoiceRoutes } from '#features/ordering/invoices/routes.ts'
import { orderAdminRoutes } from '#features/ordering/order-admin/routes.ts'
import { orderRoutes } from '#features/ordering/orders/routes.ts'
import { addReviewPhotos } from '#features/ordering/reviews/photos.ts'
import { reviewRoutes } from '#features/ordering/reviews/routes.ts'
import { sharingRoutes } from '#features/ordering/sharing/routes.ts'
import { storeOrderRoutes } from '#features/ordering/store-orders/routes.ts'
import { addPaymentPages } from '#features/payments/attempts/payment-pages.ts'
import { paymentRoutes } from '#features/payments/attempts/routes.ts'
import { disputeRoutes } from '#features/payments/disputes/routes.ts'
import { issueRoutes } from '#features/payments/issues/routes.ts'
import { languageRoutes } from '#features/storefront/languages/routes.ts'
import { locationRoutes } from '#features/storefront/locations/routes.ts'
import { demoStyleHash } from '#features/storefront/pages/demo-banner.ts'
import { addDashboardManifest, addManifest } from '#features/storefront/pages/manifest.ts'
import { addPages } from '#features/storefront/pages/routes.ts'
import { inlineScriptHashes } from '#features/storefront/pages/shell.ts'
import { pictureRoutes } from '#features/storefront/pictures/routes.ts'
import { addPictures } from '#features/storefront/pictures/serve.ts'
import { settingRoutes } from '#features/storefront/settings/routes.ts'
import { settingsAdminRoutes } from '#features/storefront/settings-admin/routes.ts'
import { sliderRoutes } from '#features/storefront/sliders/routes.ts'
import { staticPageRoutes } from '#features/storefront/static-pages/routes.ts'
import { themeRoutes } from '#features/storefront/themes/routes.ts'
import { tileRoutes } from '#features/storefront/tiles/routes.ts'
import { openApiKey, readApiKey } from '#http/api-key.ts'
import type { AppOptions } from '#http/app-options.ts'
import { BODY_LIMIT_BYTES, inspectAddress, parseBody, requireUtf8 } from '#http/body.ts'
import type { CallContext, Handler, Handlers, Services } from '#http/calls.ts'
import { CLIENTS_PER_NETWORK, type Client, clientOf } from '#http/client.ts'
import { deviceOf } from '#http/device.ts'
import { addDocument } from '#http/document.ts'
import { AppError, answerTo } from '#http/errors.ts'
import { reasonsOf } from '#http/field-reasons.ts'
import { setSecurityHeaders } from '#http/headers.ts'
import { logPerson } from '#http/log-person.ts'
import { addMultipart, readForm, type SentForm } from '#http/multipart.ts'
import { addOperations } from '#http/operations.ts'
import { originOf } from '#http/origin.ts'
import { CHECK_CONNECTIONS_EVERY_MS, guardAgainstOverload } from '#http/overload.ts'
import { isOpenedByPerson, plainPagePolicy, waitPage } from '#http/plain-page.ts'
import { PreparedJson } from '#http/prepared.ts'
import { runWithReplica } from '#http/recent-reads.ts'
import { limitRoutes } from '#http/route-limits.ts'
import { runCall } from '#http/run-call.ts'
import { needsSecondFactor, openSession, readToken, requireRecentProof, type Session } from '#http/session.ts'
import { isFromOwnPage, readStaffCookie } from '#http/staff-cookie.ts'
import { forCall } from '#http/store-work.ts'
import { traceCall } from '#http/trace-call.ts'
import { logEvent } from '#log-events.ts'
import { denyPermission } from '#platform/audit/deny-permission.ts'
import { gaugeSources } from './gauges.ts'

/** Maps every call of the contract to its handler; a call without a handler is an error of the compiler. */
const handlers: Handlers<CallName> = {
  ...settingRoutes,
  ...settingsAdminRoutes,
  ...systemStatusRoutes,
  ...backupRoutes,
  ...alarmRoutes,
  ...noteRoutes,
  ...dataRequestRoutes,
  ...languageRoutes,
  ...themeRoutes,
  ...sliderRoutes,
  ...storeRoutes,
  ...menuRoutes,
  ...searchRoutes,
  ...accountRoutes,
  ...addressRoutes,
  ...couponRoutes,
  ...checkoutRoutes,
  ...orderRoutes,
  ...sharingRoutes,
  ...caseRoutes,
  ...feedRoutes,
  ...receptionRoutes,
  ...salonRoutes,
  ...salonReportRoutes,
  ...visitRoutes,
  ...waitListRoutes,
  ...orderAdminRoutes,
  ...invoiceRoutes,
  ...reviewRoutes,
  ...paymentRoutes,
  ...disputeRoutes,
  ...issueRoutes,
  ...walletRoutes,
  ...referralRoutes,
  ...deliveryRoutes,
  ...dispatchRoutes,
  ...storeOrderRoutes,
  ...storeProfileRoutes,
  ...storeMenuRoutes,
  ...menuImportRoutes,
  ...storeImportRoutes,
  ...storeAdminRoutes,
  ...payoutRoutes,
  ...cashCollectionRoutes,
  ...staffRoutes,
  ...peopleRoutes,
  ...employeeRoutes,
  ...adjustmentRoutes,
  ...tableRoutes,
  ...exportRoutes,
  ...reportRoutes,
  ...needsYouRoutes,
  ...integrationRoutes,
  ...notificationRoutes,
  ...pushRoutes,
  ...pictureRoutes,
  ...tileRoutes,
  ...staticPageRoutes,
  ...locationRoutes,
}

const prefixes = {
  api: ['/public/api', '/api'],
  callandorder: ['/public/callandorder', '/public/api/callandorder'],
} as const
const logSafePhone = /\+?\d{6,}(\d{4})/g
/**
 * Matches the URLs of calendar feeds, which are secret, so the server logs no such URL, even if no route matches it,
 * for example because of the method.
 */
const secretPath = /^\/+calendar\/.*/i

/**
 * Builds the pipeline of a request, in order: id → overload and limits → body → session → permission → parse → handler
 * → check of the answer (outside production). Handlers contain no status codes and no errors of the wire.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, settings, pool } = options
  const app = Fastify({
    loggerInstance: options.logger,
    ...(options.door && { serverFactory: options.door.serverFactory }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    http: { connectionsCheckingInterval: CHECK_CONNECTIONS_EVERY_MS },
    trustProxy: config.trustedProxy ?? false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    return503OnClosing: true,
    exposeHeadRoutes: false,
    // The contract checks calls, so Fastify's own schema libraries are not loaded.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    // Answers a request whose URL Fastify cannot read, and which Fastify therefore refuses before any hook runs.
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply, options),
  })
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply, options))
  app.setNotFoundHandler((request) => {
    throw new AppError(isKnownCall(request.url) ? 'METHOD_NOT_ALLOWED' : 'UNKNOWN_CALL')
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    requireUtf8(request.headers['content-type'])
    return parseBody(body)
  })

  await addMultipart(app)

  guardAgainstOverload(app, { pool, trustedProxy: config.trustedProxy, mostLagMs: options.mostLagMs })
  setSecurityHeaders(app, {
    scriptHashes: inlineScriptHashes(),
    styleHashes: config.demo ? [demoStyleHash] : [],
    https: config.publicUrl?.startsWith('https:') ?? false,
    tileHosts: hostsOf(settings.get('mapTileStyleUrl')),
    analyticsHosts: settings.isOn('enableGoogleAnalytics') ? ['https://www.google-analytics.com'] : [],
  })
  await app.register(rateLimit, {
    global: false,
    timeWindow: 60_000,
    max: () => settings.number('limitCallsPerMinute'),
    keyGenerator: (request) => clientOf(request).key,
    errorResponseBuilder: (_request, context) =>
      new AppError('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(context.ttl / 1000) }),
  })
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  app.addHook('onRequest', async (request) => inspectAddress(request.url))
  const hasDeviceShare = createDeviceShare(app, options)
  limitRoutes(app, settings, hasDeviceShare)
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply))

  await addDocument(app, config)
  const countCalls = limitCalls(app, settings, hasDeviceShare)
  const countSearches = limitSearches(app, settings)
  for (const name of Object.keys(handlers) as CallName[]) {
    const isSearch = name === 'search-restaurants' || name === 'search-category'
    addCall(app, name, options, [countCalls, ...(isSearch ? countSearches : [])])
  }
  addEventStream(app, options)
  // Closes the port after the event streams have ended, and before calls in progress lose their database connections.
  app.addHook('preClose', async () => options.door?.close())
  addPaymentPages(app, options)
  addExportDownloads(app, options)
  addBackupDownloads(app, options)
  addCalendarFeeds(app, options)
  addPictures(app, options)
  addReviewPhotos(app, options)
  addOperations(app, { ...options, gauges: gaugeSources })
  addOutboxPage(app, options)
  addProviderLogin(app, options)
  addManifest(app, options)
  addDashboardManifest(app, options)
  watchClients(app, options)
  await addPages(app, options)
  return app
}

function refuseSchemas(): never {
  throw new Error('a route has a schema for Fastify; the contract declares what calls take and return')
}

/**
 * Limits the calls of a client and of the network around it. A device that an account has used before has a separate
 * limit.
 */
function limitCalls(
  app: FastifyInstance,
  settings: Services['settings'],
  mayGoOn: (request: FastifyRequest) => Promise<boolean>,
): preHandlerAsyncHookHandler {
  const max = () => settings.number('limitCallsPerMinute')
  const limits = [
    limitBy(app, { max, keyOf: ({ key }) => key }),
    limitBy(app, { max: () => max() * CLIENTS_PER_NETWORK, keyOf: ({ wide }) => `network ${wide}` }),
  ]
  return async function limitCall(request, reply) {
    try {
      for (const limit of limits) await limit.call(this, request, reply)
    } catch (error) {
      if (!(await mayGoOn(request))) throw error
    }
  }
}

/**
 * Limits the searches of a client and of the network around it more than other calls, because a search costs more
 * (docs/reference/security.md#rate-limits).
 */
function limitSearches(app: FastifyInstance, settings: Services['settings']): preHandlerAsyncHookHandler[] {
  const max = () => settings.number('limitSearchesPerAddress')
  return [
    limitBy(app, { max, keyOf: ({ key }) => `search ${key}` }),
    limitBy(app, { max: () => max() * CLIENTS_PER_NETWORK, keyOf: ({ wide }) => `search network ${wide}` }),
  ]
}

function limitBy(
  app: FastifyInstance,
  { max, keyOf }: { max: () => number; keyOf: (client: Client) => string },
): preHandlerAsyncHookHandler {
  const count = app.createRateLimit({ max, keyGenerator: (request) => keyOf(clientOf(request)) })
  return async (request) => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded)
      throw new AppError('TOO_MANY_REQUESTS', { retryAfter: counted.ttlInSeconds })
  }
}

function addCall(
  app: FastifyInstance,
  name: CallName,
  services: Services,
  preHandler: preHandlerAsyncHookHandler[],
): void {
  const shape: CallShape = contract[name]
  for (const base of prefixes[shape.base ?? 'api']) {
    const route = {
      url: `${base}/${name}${(shape.path ?? '').replace(/\{(\w+)\}/g, ':$1')}`,
      preHandler,
      config: { isCall: true },
      handler: (request: FastifyRequest, reply: FastifyReply) =>
        traceCall({ name, attributes: { call: name, audience: shape.auth }, request, reply }, () =>
          answer(name, request, reply, services),
        ),
    }
    app.route({ ...route, method: shape.alsoGet ? ['POST', 'GET'] : 'POST' })
  }
}

async function answer(
  name: CallName,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<unknown> {
  const shape: Call = contract[name]
  const { body, picture } = await readBody(shape, request, services)
  const session = await findSession(shape, request, body, services)
  const input = parseInput(shape, request, body)
  const context = {
    ...services,
    services,
    input,
    session,
    request: { ...facts(request, reply, body, services), picture, ...whoOf(session) },
  }
  if (session && !session.isClientKnown) await rememberSessionClient(services.db, { session, request: context.request })
  // The cast is needed because TypeScript cannot see that handler and context belong to the same call. The type of the
  // table `handlers` makes sure that each handler fits its call.
  const run = (db: Db) =>
    runCall(name, handlers[name] as Handler<CallName>, { ...context, db } as CallContext<CallName>)
  const { replica, db: primary } = services
  const output = replica
    ? await runWithReplica(replica, { shape, request, reply, origin: context.request.origin, primary }, run)
    : await run(primary)
  if (services.config.mode !== 'production') checkOutput(name, shape, output)
  if (session) reply.header('cache-control', 'no-store')
  if (output instanceof PreparedJson) return sendPrepared(output, request, reply)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(output))
}

/** Returns the API key, or the member of staff who acts as an owner, for the log. */
function whoOf(session: Session | undefined) {
  const isOwner = session?.audience === 'store-owner'
  return { apiKeyId: session?.apiKeyId ?? null, ownersStaffId: isOwner ? session.actingStaffId : null }
}

/** Returns the parsed body, or the multipart form if the call takes a picture or a table. */
async function readBody(shape: Call, request: FastifyRequest, services: Services): Promise<SentForm> {
  if (!request.isMultipart()) return { body: (request.body ?? {}) as Record<string, unknown>, picture: undefined }
  if (!shape.takesPicture && !shape.takesTable) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
  const form = await readForm(request, (body) => findSession(shape, request, body, services))
  request.body = form.body
  return form
}

/**
 * Returns the session if the call needs one, after checking its audience and permission
 * (docs/reference/security.md#authorisation).
 */
async function findSession(
  shape: Call,
  request: FastifyRequest,
  body: Record<string, unknown>,
  services: Services,
): Promise<Session | undefined> {
  const { db, config } = services
  if (shape.auth === 'public') return undefined
  const key = isForDashboard(shape) ? readApiKey(request.headers.authorization) : undefined
  if (key) return openKeySession(shape, key, request, services)
  const cookie = isForDashboard(shape) ? readStaffCookie(request, originOf(request, config)) : undefined
  const token = cookie ?? readToken(request.headers.authorization, body)
  if (!token) {
    if (shape.auth === 'optional') return undefined
    throw new AppError('SESSION_MISSING')
  }
  const session = await openSession(db, token)
  logPerson(request, session)
  if (shape.auth !== 'optional') requireAudience(shape, session.audience, shape.auth)
  if (session.isBanned && !shape.answersBanned) throw new AppError('ACCOUNT_BANNED')
  if (session.callerStores && !shape.forCallers) throw new AppError('PERMISSION_MISSING')
  const permission = session.audience === 'staff' ? (shape.permission ?? shape.staffMay) : undefined
  if (needsSecondFactor(session, config) && !shape.openToUnenrolled) throw new AppError('SECOND_FACTOR_NEEDED')
  if (permission) await requirePermission({ name: shape.name, permission }, session, request, services)
  const narrowed = isForDashboard(shape) ? await narrowToCall(shape, session, request, services) : session
  if (shape.needsRecentProof) requireRecentProof(session)
  return narrowed
}

/**
 * Limits the session of an employee to the stores in which they may make this call. Records a refusal in the audit log.
 * @throws AppError PERMISSION_MISSING
 */
async function narrowToCall(
  shape: Call,
  session: Session,
  request: FastifyRequest,
  services: Services,
): Promise<Session> {
  const { name } = shape
  const permission = shape.permission ?? shape.staffMay
  const narrowed = forCall(session, { call: name, permission })
  if (narrowed) return narrowed
  const missing = permission === undefined || permission === 'any' ? 'owner' : permission
  return deny({ name, permission: missing }, session, request, services)
}

/** Opens a session for an API key. An API key may make the calls for staff whose permission the key was given. */
async function openKeySession(shape: Call, key: string, request: FastifyRequest, services: Services): Promise<Session> {
  const session = await openApiKey(services.db, key, services.settings.number('limitCallsPerKey'))
  logPerson(request, session)
  const permission = shape.permission ?? shape.staffMay
  if (permission === 'any' && shape.openToKeys) return session
  if (!permission || permission === 'any') throw new AppError('PERMISSION_MISSING')
  await requirePermission({ name: shape.name, permission }, session, request, services)
  if (shape.needsRecentProof) requireRecentProof(session)
  return session
}

/** Returns whether a call is for staff and store owners, who send the dashboard's session in a cookie. */
function isForDashboard({ auth }: CallShape): boolean {
  return auth === 'staff' || auth === 'store-owner'
}

/** Records each refusal of a member of staff in the audit log (T-10). */
async function requirePermission(
  { name, permission }: { name: string; permission: Permission | 'any' },
  session: Session,
  request: FastifyRequest,
  services: Services,
): Promise<void> {
  if (permission === 'any' || session.permissions.includes(permission)) return
  await deny({ name, permission }, session, request, services)
}

async function deny(
  { name, permission }: { name: string; permission: Permission | 'owner' },
  session: Session,
  request: FastifyRequest,
  { db }: Services,
): Promise<never> {
  return denyPermission(
    { db, log: request.log },
    {
      userId: session.userId,
      object: { type: 'call', id: name },
      permission,
      request: { id: request.id, client: clientOf(request), apiKeyId: session.apiKeyId },
    },
  )
}

/**
 * Refuses a session of another audience: on most calls like a request without a session (T-04), and on a call for staff
 * like a missing permission (GAP-04).
 */
function requireAudience(shape: CallShape, held: Exclude<Audience, 'public' | 'optional'>, wanted: Audience): void {
  if (held === wanted || (held === 'staff' && shape.staffMay) || (held === 'store-owner' && shape.ownersToo)) return
  throw new AppError(shape.refusals?.[held] ?? (wanted === 'staff' ? 'PERMISSION_MISSING' : 'WRONG_AUDIENCE'))
}

function parseInput(shape: CallShape, request: FastifyRequest, body: Record<string, unknown>): unknown {
  const query = request.query as Record<string, unknown>
  const fromQuery = Object.fromEntries(
    (shape.query ?? []).filter((key) => key in query).map((key) => [key, query[key]]),
  )
  const sent = { ...body, ...fromQuery, ...(request.params as Record<string, string>) }
  const parsed = shape.input.safeParse(sent)
  if (parsed.success) return parsed.data
  // A malformed slug gets the error of an unknown store, because the wire promises this error for every store that
  // cannot be found.
  if (shape.errors.includes('STORE_UNKNOWN') && parsed.error.issues.some((issue) => issue.path[0] === 'slug'))
    throw new AppError('STORE_UNKNOWN')
  throw new AppError('INVALID_INPUT', { fields: reasonsOf(parsed.error, sent) })
}

function facts(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Record<string, unknown>,
  { config }: Services,
): Omit<CallContext<CallName>['request'], 'picture' | keyof ReturnType<typeof whoOf>> {
  const header = request.headers['idempotency-key'] ?? body.idempotency_key
  const origin = originOf(request, config)
  const setHeader = (name: string, value: string) => void reply.header(name, value)
  return {
    id: request.id,
    client: clientOf(request),
    device: deviceOf(request, { origin, secret: config.secret, setHeader }),
    userAgent: request.headers['user-agent'],
    language: request.headers['accept-language']?.slice(0, 20),
    idempotencyKey: typeof header === 'string' ? header : undefined,
    body,
    origin,
    isFromOwnPage: isFromOwnPage(request, origin),
    setHeader,
  }
}

/** Fails when a handler's answer breaks its contract, so that developers and tests see it immediately. */
function checkOutput(name: CallName, shape: CallShape, output: unknown): void {
  const value: unknown = output instanceof PreparedJson ? JSON.parse(output.body.toString()) : output
  const checked = shape.output.safeParse(value)
  if (!checked.success) throw new Error(`${name} answered outside its contract: ${z.prettifyError(checked.error)}`)
}

async function sendPrepared(prepared: PreparedJson, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  reply.type('application/json; charset=utf-8')
  const brotli = request.headers['accept-encoding']?.includes('br') ? await prepared.brotli() : undefined
  if (!brotli) return reply.send(prepared.body)
  return reply.header('content-encoding', 'br').header('vary', 'accept-encoding').send(brotli)
}

function refuse(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { settings, log }: Services,
): FastifyReply {
  const error = toAppError(thrown)
  const language = request.headers['accept-language']?.slice(0, 20)
  const { status, retryAfter, body } = answerTo(error, request.id, (key, params) =>
    settings.text(key, params, language),
  )
  if (error.code === 'INTERNAL') logEvent(request.log ?? log, 'request.failed', { err: thrown })
  else if (status >= 500)
    logEvent(request.log, 'request.unavailable', { code: error.code, cause: (thrown as Error).message })
  else
    logEvent(request.log, 'request.refused', {
      code: error.code,
      fields: error.details.fields,
      client: clientOf(request).key,
    })
  if (retryAfter !== undefined) {
    reply.header('retry-after', String(retryAfter))
    if (isOpenedByPerson(request.raw))
      return reply
        .status(status)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', plainPagePolicy)
        .send(waitPage(body.message, retryAfter))
  }
  return reply
    .status(status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(body))
}

function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (isDatabaseAway(thrown)) return new AppError('TEMPORARILY_AWAY', { cause: thrown })
  const { statusCode, code } = thrown as { statusCode?: number; code?: string }
  if (statusCode === 413) return new AppError('BODY_TOO_LARGE')
  if (statusCode === 415) return new AppError('UNSUPPORTED_MEDIA_TYPE')
  if (statusCode === 404) return new AppError('NOT_FOUND')
  if (statusCode === 503) return new AppError('TEMPORARILY_AWAY')
  // Matches errors that Fastify itself raises because of the client, such as a wrong length or an unfinished body.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500 && code?.startsWith('FST_'))
    return new AppError('INVALID_INPUT')
  return new AppError('INTERNAL', { cause: thrown })
}

function isKnownCall(url: string): boolean {
  const path = url.split('?')[0]!
  return (Object.keys(contract) as CallName[]).some((name) => {
    const shape: CallShape = contract[name]
    return prefixes[shape.base ?? 'api'].some(
      (base) => path === `${base}/${name}` || (shape.path !== undefined && path.startsWith(`${base}/${name}/`)),
    )
  })
}

/**
 * Logs the route, the status and the duration of a request, but never bodies, tokens or whole phone numbers
 * (docs/reference/security.md#logs-and-audit).
 */
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  logEvent(request.log, 'request.answered', {
    method: request.method,
    route: request.routeOptions.url ?? logSafe(request.url),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    client: clientOf(request).key,
  })
}

function logSafe(url: string): string {
  const path = url.split('?')[0]!.slice(0, 200)
  return path.replace(secretPath, '/calendar/…').replace(logSafePhone, '…$1')
}

function hostsOf(url: string): string[] {
  return URL.canParse(url) ? [new URL(url).origin] : []
}
