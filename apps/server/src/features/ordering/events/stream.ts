import type { ServerResponse } from 'node:http'
import type { StreamEvent } from '@nukkad/contract/ordering/events.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '#db/connection.ts'
import type { AppOptions } from '#http/app-options.ts'
import type { BusMessage, Topic } from '#http/bus.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { logPerson } from '#http/log-person.ts'
import { openStreams } from '#http/open-streams.ts'
import { originOf } from '#http/origin.ts'
import { needsSecondFactor, openSession, readToken, type Session } from '#http/session.ts'
import { readStaffCookie } from '#http/staff-cookie.ts'
import { forCall } from '#http/store-work.ts'
import { logEvent } from '#log-events.ts'
import { adminEventOf } from './admin-event.ts'
import { findNewestPosition, listAdminEvents, listCustomerEvents } from './queries.ts'

const RETRY_MS = 3000
const HEARTBEAT_MS = 15_000
/** A stream checks its session at every fourth heartbeat, so that a logout or ban ends it within a minute. */
const BEATS_PER_CHECK = 4
const MAX_STREAMS_PER_PERSON = 5
/** Time after which a client that reads none of its waiting data counts as disconnected. */
const MAX_UNREAD_MS = 10_000
/** Maximum characters that one stream may hold in memory: about 5,000 events, more than any burst or replay has. */
const MAX_UNREAD_CHARACTERS = 1024 * 1024
const MAX_REPLAYED = 2000
/** The time in which an ended stream may send its remaining data. */
const END_WITHIN_MS = 1000

/**
 * The kinds of events that each audience receives. A person may have sessions of several audiences, so the kinds of
 * events depend on the session, not on the person.
 */
const heardBy: Record<Session['audience'], readonly StreamEvent['type'][]> = {
  customer: ['order-status', 'rider-position'],
  delivery: ['offer', 'offer-taken', 'job-changed'],
  'store-owner': ['desk-order'],
  staff: ['desk-order'],
}

type Stream = { response: ServerResponse; end: () => void }

/**
 * Adds `GET events`, which streams events that concern the session (GAP-81). The stream uses server-sent events over
 * fetch, because fetch sends the token in a header and never in the URL. With `Last-Event-ID`, the stream first replays
 * missed events.
 */
export function addEventStream(app: FastifyInstance, services: AppOptions): void {
  const streams = new Map<string, Set<Stream>>()
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    for (const stream of [...streams.values()].flatMap((own) => [...own])) stream.end()
  })
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await openListeningSession(services, request)
    if (isClosing) throw new AppError('TEMPORARILY_AWAY')
    // The client disconnected while its session was read. The response to a client that disconnected has emitted
    // `close` already, so nothing would end a stream that begins now.
    if (reply.raw.destroyed) return reply.hijack()
    const lastEventId = readLastEventId(request)
    const stream = startStream(services, session, beginResponse(reply))
    keep(streams, session, stream)
    void stream.resume(lastEventId)
    return reply
  }
  for (const base of ['/public/api', '/api']) {
    app.get(`${base}/events`, { preHandler: app.rateLimit() }, handler)
  }
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  connection: 'close',
}

/**
 * Sends the headers and returns Node's own response, to which a stream writes directly, because a `Readable` that
 * Fastify pipes into the response takes several kilobytes of memory for each stream. The body has no chunks and ends
 * with the connection, because chunks take a third of the time in which an event is written to many streams.
 */
function beginResponse(reply: FastifyReply): ServerResponse {
  const { raw } = reply.headers(streamHeaders).hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.removeHeader('transfer-encoding')
  raw.flushHeaders()
  return raw
}

/**
 * Adds a stream to those of its person. Above the limit, the person's oldest stream ends, because it may belong to a
 * phone that has lost its network.
 */
function keep(streams: Map<string, Set<Stream>>, { audience, userId }: Session, stream: Stream): void {
  const key = `${audience}:${userId}`
  const own = streams.get(key) ?? new Set()
  streams.set(key, own.add(stream))
  stream.response.once('close', () => {
    own.delete(stream)
    if (own.size === 0 && streams.get(key) === own) streams.delete(key)
  })
  if (own.size <= MAX_STREAMS_PER_PERSON) return
  const oldest = [...own][0]!
  own.delete(oldest)
  oldest.end()
}

/**
 * Opens the session of the token in the header, which the apps of customers, riders and stores send. Without a token,
 * opens the session of the dashboard's cookie, which a browser also sends with requests of a customer's app.
 * @throws AppError SESSION_MISSING, SESSION_REVOKED, SESSION_EXPIRED, ACCOUNT_BANNED, PERMISSION_MISSING,
 * SECOND_FACTOR_NEEDED, FOREIGN_ORIGIN, UNSUPPORTED_MEDIA_TYPE
 */
async function openListeningSession({ db, config }: Services, request: FastifyRequest): Promise<Session> {
  const token = readToken(request.headers.authorization, {}) ?? readStaffCookie(request, originOf(request, config))
  if (!token) throw new AppError('SESSION_MISSING')
  const session = await openForOrders(db, token)
  logPerson(request, session)
  if (session.isBanned) throw new AppError('ACCOUNT_BANNED')
  if (needsSecondFactor(session, config)) throw new AppError('SECOND_FACTOR_NEEDED')
  if (!mayListen(session)) throw new AppError('PERMISSION_MISSING')
  return session
}

/** Opens a session together with the stores whose order board its person may see. */
async function openForOrders(db: Services['db'], token: string): Promise<Session> {
  const session = forCall(await openSession(db, token), { call: 'dashboard/orders/board', permission: 'order_view' })
  if (!session) throw new AppError('PERMISSION_MISSING')
  return session
}

function mayListen({ audience, permissions, callerStores }: Session): boolean {
  // A store owner who orders for a caller must not receive that customer's orders at other stores.
  if (callerStores) return false
  return audience !== 'staff' || permissions.includes('order_view')
}

/** Returns the topics of the bus that a session may receive. */
function topicsOf({ audience, userId, stores }: Session): Topic[] {
  if (audience === 'staff') return ['orders']
  if (audience !== 'store-owner') return [`user:${userId}`]
  return stores === 'all' ? [] : stores.map((id): Topic => `store:${id}`)
}

/** Subscribes a session to the bus until the connection, the session or the server ends. */
function startStream(services: Services, session: Session, response: ServerResponse) {
  const heard = heardBy[session.audience]
  /** Position of the newest event sent; the stream skips events up to this position, so it sends no event twice. */
  let newestSent = -1n
  // Events that arrive while missed events are replayed, and that wait so that the client receives all events in their
  // order.
  let held: BusMessage[] | undefined = []
  const { write, end } = writerOf(response)
  const tell = (message: BusMessage): void => {
    if (message.id !== undefined) {
      if (message.id <= newestSent) return
      newestSent = message.id
    }
    write(format(message))
  }
  const listen = (message: BusMessage): void => {
    if (!heard.includes(message.event.type)) return
    if (held) held.push(message)
    else tell(message)
  }
  const leaves = topicsOf(session).map((topic) => services.bus.subscribe(topic, listen))
  openStreams.count += 1
  const stopBeating = keepAlive(services, session, { write, end })
  response.once('close', () => {
    openStreams.count -= 1
    for (const leave of leaves) leave()
    stopBeating()
  })
  write(`retry: ${RETRY_MS}\n\n`)

  const resume = async (lastEventId: bigint | undefined): Promise<void> => {
    try {
      const missed = await findMissed(services, session, lastEventId)
      if (lastEventId !== undefined && missed) newestSent = lastEventId
      for (const message of missed ?? []) tell(message)
    } catch (error) {
      // The replay failed. After a failed replay, the client reconnects with the same last id and gets the missed
      // events then.
      logEvent(services.log, 'events.replay_failed', { err: error })
      end()
    }
    for (const message of held ?? []) tell(message)
    held = undefined
  }
  return { response, end, resume }
}

/**
 * Returns functions that write to a response and end it. Text that the connection cannot take yet waits in memory. A
 * client that reads too little of the waiting text, or reads nothing for too long, is disconnected.
 */
function writerOf(response: ServerResponse): { write: (text: string) => void; end: () => void } {
  const drop = () => response.destroy()
  let unread: string[] | undefined
  let unreadCharacters = 0
  let lastReadAt = 0
  let isOver = false

  const send = (): void => {
    lastReadAt = performance.now()
    while (unread?.length && !response.writableNeedDrain) {
      const text = unread.shift()!
      unreadCharacters -= text.length
      response.write(text)
    }
    if (unread?.length) {
      response.once('drain', send)
      return
    }
    unread = undefined
    if (isOver) response.end()
  }
  const write = (text: string): void => {
    if (isOver || response.destroyed) return
    if (!unread && !response.writableNeedDrain) {
      response.write(text)
      return
    }
    if (!unread) {
      unread = []
      lastReadAt = performance.now()
      response.once('drain', send)
    }
    unread.push(text)
    unreadCharacters += text.length
    if (performance.now() - lastReadAt > MAX_UNREAD_MS || unreadCharacters > MAX_UNREAD_CHARACTERS) drop()
  }
  const end = (): void => {
    if (isOver) return
    isOver = true
    if (!unread) response.end()
    setTimeout(drop, END_WITHIN_MS).unref()
  }
  return { write, end }
}

/**
 * Finds the events that a customer or the dashboard missed since the last event that the stream's client has seen. The
 * apps of riders reload their lists instead of reading missed events.
 * @returns undefined for riders, for a client that names no last event, and for an event that the database does not
 * have, for example after a restore to an earlier time
 */
async function findMissed(
  { db }: Services,
  { audience, userId, stores }: Session,
  position: bigint | undefined,
): Promise<(BusMessage & { id: bigint })[] | undefined> {
  if (audience === 'delivery' || position === undefined) return undefined
  if (position > (await findNewestPosition(db))) return undefined
  if (audience !== 'customer') {
    const missed = await listAdminEvents(db, { stores, position, max: MAX_REPLAYED })
    return missed.map((row) => ({ id: row.position, event: adminEventOf(row) }))
  }
  const rows = await listCustomerEvents(db, { userId, position, max: MAX_REPLAYED })
  return rows.map(({ position: id, order_id, unique_order_id, to_status }) => ({
    id,
    event: { type: 'order-status', order_id, unique_order_id, orderstatus_id: to_status },
  }))
}

/** Sends SSE comments as heartbeats, so that proxies keep the connection open, and regularly checks the session. */
function keepAlive(
  services: Services,
  session: Session,
  { write, end }: { write: (text: string) => void; end: () => void },
): () => void {
  let beats = 0
  const timer = setInterval(() => {
    write(':\n\n')
    beats += 1
    if (beats % BEATS_PER_CHECK === 0) void isStillOpen(services, session).then((open) => open || end())
  }, HEARTBEAT_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Returns whether the session may still listen; the check counts as use of the session, so that an open order board
 * keeps the session alive.
 */
async function isStillOpen({ db, log }: Services, session: Session): Promise<boolean> {
  try {
    const now = await openForOrders(db, session.token)
    // After an owner's stores have changed, the owner must reconnect, so that the stream covers their current stores.
    return !now.isBanned && mayListen(now) && String(topicsOf(now)) === String(topicsOf(session))
  } catch (error) {
    if (error instanceof AppError) return false
    if (!isDatabaseAway(error)) logEvent(log, 'events.session_check_failed', { err: error })
    return true
  }
}

/**
 * The text of the newest message, which is kept because the same message often goes to thousands of streams, one
 * directly after another.
 */
let formatted: { message: BusMessage; text: string } | undefined

function format(message: BusMessage): string {
  if (formatted?.message !== message) {
    const { id, event } = message
    formatted = { message, text: `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n` }
  }
  return formatted.text
}

function readLastEventId({ headers }: FastifyRequest): bigint | undefined {
  const given = headers['last-event-id']
  return typeof given === 'string' && /^\d{1,18}$/.test(given) ? BigInt(given) : undefined
}
