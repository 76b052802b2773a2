import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { type Parent, parseTraceparent, writeTraceparent } from './traceparent.ts'

/**
 * The attributes that a span may have. Each value of an attribute is written in our code or is a count, so no span can
 * contain a token, a phone number, an address or an amount. Parameters of statements and URLs of requests are not
 * allowed as attributes.
 */
export type Attributes = {
  /** The name of a call of the contract. */
  call?: string
  /** The audience of the call. */
  audience?: string
  job?: string
  /** An outside party, such as `stripe` or `sms`. */
  provider?: string
  /** The HTTP status of the answer. */
  status?: number
  /** An error code of ours, of PostgreSQL or of Node. */
  error?: string
  /** The text of a statement, with `$1` for its parameters. */
  statement?: string
  /** The number of times that a transaction ran. */
  tries?: number
}

export type Span = {
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 hexadecimal digits. */
  id: string
  parentId: string | undefined
  isParentRemote: boolean
  /**
   * The role of this process in the span: it serves a request (`server`) or a job (`consumer`), works internally, or
   * calls another party (`client`).
   */
  kind: 'server' | 'consumer' | 'internal' | 'client'
  name: string
  /** The start of the span in milliseconds since 1970, with fractions. */
  startedAt: number
  endedAt: number
  attributes: Attributes
}

/**
 * The spans of one call or one job, in the order in which they ended; the last span is the call or job itself. A span
 * that ends after its call forms a trace of its own.
 */
export type Trace = readonly Span[]

export type Recorder = {
  /** Share of the calls and jobs without a parent that are recorded, from 0 to 1. */
  ratio: number
  /** Takes each finished trace, and must not throw or wait. */
  receive: (trace: Trace) => void
}

/** Maximum number of spans of one trace; further spans are left out and counted. */
const MAX_SPANS = 500
const MAX_STATEMENT_LENGTH = 1000

type Ended = { spans: Span[]; count: number; isOver: boolean }
type Open = { span: Span; ended: Ended }

/**
 * Number of spans that were lost since the start, because their trace had too many spans or the collector did not
 * accept them.
 */
export const droppedSpans = { count: 0 }

let recorder: Recorder | undefined
const running = new AsyncLocalStorage<Open>()

/** Starts to record the traces of this process, and returns a function that stops the recording. */
export function recordTraces(wanted: Recorder): () => void {
  recorder = wanted
  return () => {
    if (recorder === wanted) recorder = undefined
  }
}

/** Whether this process records traces. */
export function isRecording(): boolean {
  return recorder !== undefined
}

type Begin = Pick<Span, 'kind' | 'name' | 'attributes'>
type BeginTrace = Begin & {
  /** The `traceparent` that came with the call or job; an invalid `traceparent` is ignored. */
  parent: unknown
  /**
   * Whether the sender is a process of ours, because this process follows only the decision of such a sender whether to
   * record.
   */
  isOurs: boolean
  /** The number of milliseconds since the call or job began; computed only if the trace is recorded. */
  ageMs?: () => number
}

export type RootSpan = {
  span: Span
  /** Runs `body` so that the spans it opens belong to this trace. */
  run: <Result>(body: () => Result) => Result
  /** Ends the trace and hands it to the recorder. */
  end: () => void
}

/**
 * Begins the trace of a call or a job; returns undefined if the trace is not recorded. If a process of ours sent a
 * `traceparent`, that process has decided whether the trace is recorded. Without a `traceparent` of our own, the
 * decision is random, even if a stranger sent one, so that no stranger can make this server record more.
 */
export function beginTrace({ parent: sent, isOurs, ageMs, ...begin }: BeginTrace): RootSpan | undefined {
  if (!recorder) return undefined
  const { ratio, receive } = recorder
  const parent = parseTraceparent(sent)
  if (parent && isOurs ? !parent.isSampled : Math.random() >= ratio) return undefined
  const span = open(begin, now() - (ageMs?.() ?? 0), parent && { ...parent, isRemote: true })
  const ended: Ended = { spans: [], count: 0, isOver: false }
  return {
    span,
    run: (body) => running.run({ span, ended }, body),
    end: () => {
      span.endedAt = now()
      ended.isOver = true
      ended.spans.push(span)
      receive(ended.spans)
    },
  }
}

/**
 * Runs `body` in a span of the current trace, or without a span if there is no current trace. If `body` fails, the span
 * has the error code. `body` receives the attributes of the span, so that it can add to them.
 */
export function inSpan<Result>(begin: Begin, body: (attributes: Attributes) => Promise<Result>): Promise<Result> {
  const parent = runningSpan()
  if (!parent) return body(begin.attributes)
  const span = open(begin, now(), { traceId: parent.span.traceId, spanId: parent.span.id, isRemote: false })
  const { ended } = parent
  return running.run({ span, ended }, () => closeAfter(body(span.attributes), span, ended))
}

/**
 * Runs a statement in a span of the current trace that contains the SQL of the statement, or without a span if there is
 * no current trace.
 */
export function inStatement<Result>(text: unknown, send: () => Promise<Result>): Promise<Result> {
  const parent = runningSpan()
  if (!parent) return send()
  const statement = typeof text === 'string' ? text.slice(0, MAX_STATEMENT_LENGTH) : 'copy'
  const name = /^\s*(\w+)/.exec(statement)?.[1]?.toLowerCase() ?? 'statement'
  const { span: of, ended } = parent
  const span = open({ kind: 'client', name, attributes: { statement } }, now(), {
    traceId: of.traceId,
    spanId: of.id,
    isRemote: false,
  })
  return closeAfter(send(), span, ended)
}

/**
 * Returns the `traceparent` with which another process continues the current trace; undefined if there is no current
 * trace.
 */
export function currentTraceparent(): string | undefined {
  const current = runningSpan()
  return current && writeTraceparent(current.span.traceId, current.span.id)
}

/**
 * Adds the code of an error to a span, without the error's message, because the message may contain what a person
 * typed.
 */
export function noteError(attributes: Attributes, error: unknown): void {
  const { code, name } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  attributes.error = typeof code === 'string' && ERROR_CODE.test(code) ? code : (name ?? 'unknown')
}

/** Matches an error code of ours or of Node (`NOT_FOUND`), or of PostgreSQL (`23505`). */
const ERROR_CODE = /^([A-Z][A-Z_\d]{2,60}|[\dA-Z]{5})$/

function runningSpan(): Open | undefined {
  return recorder && running.getStore()
}

type Place = Omit<Parent, 'isSampled'> & { isRemote: boolean }

function open(begin: Begin, startedAt: number, parent: Place | undefined): Span {
  return {
    traceId: parent?.traceId ?? randomHex(32),
    id: randomHex(16),
    parentId: parent?.spanId,
    isParentRemote: parent?.isRemote ?? false,
    kind: begin.kind,
    name: begin.name,
    startedAt,
    endedAt: startedAt,
    attributes: { ...begin.attributes },
  }
}

async function closeAfter<Result>(done: Promise<Result>, span: Span, ended: Ended): Promise<Result> {
  try {
    return await done
  } catch (error) {
    noteError(span.attributes, error)
    throw error
  } finally {
    span.endedAt = now()
    ended.count += 1
    if (ended.count > MAX_SPANS) droppedSpans.count += 1
    else if (ended.isOver) recorder?.receive([span])
    else ended.spans.push(span)
  }
}

function now(): number {
  return performance.timeOrigin + performance.now()
}

const RANDOM_BYTES = 2048
let drawn = ''
let used = 0

/** Draws many random bytes at a time, because a single draw takes as long as the rest of a span. */
function randomHex(digits: number): string {
  if (used + digits > drawn.length) {
    drawn = randomBytes(RANDOM_BYTES).toString('hex')
    used = 0
  }
  used += digits
  return drawn.slice(used - digits, used)
}
