import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#config.ts'
import { logEvent } from '#log-events.ts'
import { openExport } from './export.ts'
import { keepSlowest, slowestCalls } from './slowest.ts'
import { recordTraces } from './spans.ts'

const LOG_AGAIN_AFTER_MS = 60_000

/**
 * Starts to record traces, to keep the slowest calls and, if a collector is set up, to send all traces; returns a
 * function that stops all of this work.
 */
export function startTraces(
  { ratio, endpoint }: NonNullable<Config['traces']>,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let loggedAt = Number.NEGATIVE_INFINITY
  const onFailure = (err: Error): void => {
    if (performance.now() - loggedAt < LOG_AGAIN_AFTER_MS) return
    loggedAt = performance.now()
    logEvent(log, 'traces.not_sent', { err })
  }
  const sent = endpoint ? openExport({ endpoint, onFailure }) : undefined
  const slowest = keepSlowest()
  slowestCalls.ofProcess = slowest
  const stop = recordTraces({
    ratio,
    receive: (trace) => {
      slowest.add(trace)
      sent?.send(trace)
    },
  })
  return async () => {
    stop()
    slowestCalls.ofProcess = undefined
    await sent?.stop()
  }
}
