import { Readable } from 'node:stream'
import type { StreamEvent } from '@nukkad/contract/events.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppOptions } from '#app.ts'
import { isDatabaseAway } from '#db/connection.ts'
import type { BusMessage } from '#http/bus.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { openSession, readToken, type Session } from '#http/session.ts'
import { listCustomerEvents } from './queries.ts'

const RETRY_MS = 3000
const HEARTBEAT_MS = 15_000
/** A session is looked at again at every fourth heartbeat: a logout or ban ends its streams within a minute. */
const BEATS_PER_CHECK = 4
const MOST_STREAMS_PER_PERSON = 5
/** Whoever leaves more than this unread has stopped reading. */
const MOST_UNREAD_BYTES = 64 * 1024
const MOST_REPLAYED = 100
/** How long an ended stream may take to send its rest. */
const END_WITHIN_MS = 1000

/** What the sessions of each audience hear; one person may hold both kinds. */
const heardBy: Partial<Record<Session['audience'], readonly StreamEvent['type'][]>> = {
  customer: ['order-status', 'rider-position'],
  delivery: ['offer', 'offer-taken', 'job-changed'],
}

type Stream = { readable: Readable; end: () => void }

/**
 * `GET events`: what concerns the session as it happens (GAP-81). Server-sent events over fetch, because the token
 * travels in a header and never in the address; `Last-Event-ID` brings what was missed.
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
    const stream = startStream(services, session, { drop: () => reply.raw.destroy() })
    keep(streams, session, stream)
    void stream.resume(readLastEventId(request))
    return reply.headers(streamHeaders).send(stream.readable)
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
 * Counts a person's streams. Past the most, the oldest ends: the newest is the one in the person's hand, an older one
 * may be a phone that has lost its network.
 */
function keep(streams: Map<string, Set<Stream>>, { audience, userId }: Session, stream: Stream): void {
  const key = `${audience}:${userId}`
  const own = streams.get(key) ?? new Set()
  streams.set(key, own.add(stream))
  stream.readable.once('close', () => {
    own.delete(stream)
    if (own.size === 0 && streams.get(key) === own) streams.delete(key)
  })
  if (own.size <= MOST_STREAMS_PER_PERSON) return
  const oldest = [...own][0]!
  own.delete(oldest)
  oldest.end()
}

/** @throws AppError SESSION_MISSING, SESSION_REVOKED, SESSION_EXPIRED, WRONG_AUDIENCE, ACCOUNT_BANNED */
async function openListeningSession({ db }: Services, request: FastifyRequest): Promise<Session> {
  const token = readToken(request.headers.authorization, {})
  if (!token) throw new AppError('SESSION_MISSING')
  const session = await openSession(db, token)
  if (!heardBy[session.audience]) throw new AppError('WRONG_AUDIENCE')
  if (session.isBanned) throw new AppError('ACCOUNT_BANNED')
  return session
}

/** Joins a session to the bus until the connection, the session or the server ends. */
function startStream(services: Services, session: Session, { drop }: { drop: () => void }) {
  const heard = heardBy[session.audience]!
  const replayed = new Set<bigint>()
  const readable = new Readable({ read: () => {} })
  // What happens while the missed events are being read waits here, so that order holds and nothing falls between.
  let held: BusMessage[] | undefined = []
  let isOver = false

  const write = (text: string): void => {
    if (isOver || readable.destroyed) return
    readable.push(text)
    if (readable.readableLength > MOST_UNREAD_BYTES) drop()
  }
  const end = (): void => {
    if (isOver) return
    isOver = true
    readable.push(null)
    setTimeout(drop, END_WITHIN_MS).unref()
  }
  const tell = (message: BusMessage): void => {
    if (message.id === undefined || !replayed.has(message.id)) write(format(message))
  }
  const leave = services.bus.subscribe(`user:${session.userId}`, (message) => {
    if (!heard.includes(message.event.type)) return
    if (held) held.push(message)
    else tell(message)
  })
  const stopBeating = keepAlive(services, session, { write, end })
  readable.once('close', () => {
    leave()
    stopBeating()
  })
  write(`retry: ${RETRY_MS}\n\n`)

  const resume = async (lastEventId: bigint | undefined): Promise<void> => {
    try {
      for (const message of await findMissed(services, session, lastEventId)) {
        replayed.add(message.id)
        write(format(message))
      }
    } catch (error) {
      // The client comes again with the same last id.
      services.log.warn({ err: error }, 'missed events could not be read')
      end()
    }
    for (const message of held ?? []) tell(message)
    held = undefined
  }
  return { readable, end, resume }
}

/** What a customer missed since the last event he saw. Riders ask for their lists instead. */
async function findMissed(
  { db }: Services,
  { audience, userId }: Session,
  lastEventId: bigint | undefined,
): Promise<(BusMessage & { id: bigint })[]> {
  if (audience !== 'customer' || lastEventId === undefined) return []
  const rows = await listCustomerEvents(db, { userId, afterId: lastEventId, most: MOST_REPLAYED })
  return rows.map(({ id, order_id, unique_order_id, to_status }) => ({
    id,
    event: { type: 'order-status', order_id, unique_order_id, orderstatus_id: to_status },
  }))
}

/** Comments that keep the connection open through proxies, and a look at the session now and then. */
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

async function isStillOpen({ db, log }: Services, { token }: Session): Promise<boolean> {
  try {
    return !(await openSession(db, token)).isBanned
  } catch (error) {
    if (error instanceof AppError) return false
    if (!isDatabaseAway(error)) log.error({ err: error }, 'a session could not be looked at')
    return true
  }
}

function format({ id, event }: BusMessage): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`
}

function readLastEventId({ headers }: FastifyRequest): bigint | undefined {
  const given = headers['last-event-id']
  return typeof given === 'string' && /^\d{1,18}$/.test(given) ? BigInt(given) : undefined
}
