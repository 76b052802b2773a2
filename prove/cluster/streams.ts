import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Pause in milliseconds before a client of the test reconnects to an event stream. The pause is shorter than that of a
 * browser, so that the measured time shows the delay of the cluster and not that of the client.
 */
const AGAIN_AFTER_MS = 200

export type Heard = { position: bigint; at: number }

export type Stream = {
  heard: Heard[]
  /** For each lost connection, the milliseconds until the next connection was answered. */
  resumedAfterMs: { at: number; ms: number }[]
  isOpen: () => boolean
  stop: () => void
}

type Follow = {
  url: string
  token: string
  /** The position after which the event stream begins; undefined means that the stream replays nothing. */
  base?: bigint
  onEvent?: (data: string, at: number) => void
}

/**
 * Holds an event stream as a client does: after a lost connection, it resumes after the last event that it received.
 */
export function follow({ url, token, base, onEvent }: Follow): Stream {
  const heard: Heard[] = []
  const resumedAfterMs: Stream['resumedAfterMs'] = []
  let isStopped = false
  let isOpen = false
  let brokenAt: number | undefined
  let current: ClientRequest | undefined
  const connect = (): Promise<void> =>
    new Promise((resolve) => {
      const last = heard.at(-1)?.position ?? base
      const headers = { authorization: `Bearer ${token}`, ...(last !== undefined && { 'last-event-id': String(last) }) }
      current = request(`${url}/public/api/events`, { headers, agent: false }, (response) => {
        if (response.statusCode !== 200) {
          response.resume()
          return response.once('close', resolve)
        }
        isOpen = true
        if (brokenAt !== undefined) resumedAfterMs.push({ at: brokenAt, ms: performance.now() - brokenAt })
        read(response)
        return response.once('close', () => {
          isOpen = false
          brokenAt = performance.now()
          resolve()
        })
      })
      current.on('error', () => resolve())
      current.end()
    })
  const read = (response: IncomingMessage): void => {
    let rest = ''
    response.setEncoding('utf8').on('error', () => {})
    response.on('data', (part: string) => {
      const blocks = (rest + part).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) {
        const id = /^id: (.*)$/m.exec(block)?.[1]
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (data) onEvent?.(data, performance.now())
        if (id) heard.push({ position: BigInt(id), at: performance.now() })
      }
    })
  }
  void (async () => {
    while (!isStopped) {
      await connect()
      await sleep(AGAIN_AFTER_MS)
    }
  })()
  return {
    heard,
    resumedAfterMs,
    isOpen: () => isOpen,
    stop: () => {
      isStopped = true
      current?.destroy()
    },
  }
}
