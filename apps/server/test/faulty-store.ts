import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** The faults in an answer of the object store. */
export type StoreProblem =
  | { kind: 'answers'; status: number }
  | { kind: 'stays-silent' }
  /** The connection ends after this number of bytes of the answer's body. */
  | { kind: 'cuts'; afterBytes: number }
  /** One bit of this byte of the answer's body is flipped. */
  | { kind: 'changes'; byte: number }

export type FaultyStore = {
  endpoint: string
  /** The method and path of each request since the last call of `heal`. */
  requests: string[]
  /** Applies a fault to the next requests, only to those with `method` if it is given. */
  fail: (fault: StoreProblem, next: { times: number; method?: string }) => void
  heal: () => void
  close: () => Promise<void>
}

/**
 * Starts a server between the product's server and a real object store. A test can make the server slow, broken or
 * wrong.
 */
export async function openFaultyStore(store: string): Promise<FaultyStore> {
  const requests: string[] = []
  let planned: { fault: StoreProblem; times: number; method?: string } | undefined
  const take = (method: string | undefined): StoreProblem | undefined => {
    if (!planned || planned.times === 0 || (planned.method && planned.method !== method)) return undefined
    planned.times -= 1
    return planned.fault
  }
  const server = http.createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`)
    const fault = take(request.method)
    if (fault?.kind === 'stays-silent') return
    if (fault?.kind === 'answers') {
      request.resume().on('end', () => response.writeHead(fault.status).end())
      return
    }
    // The signature covers the host that the product's server used, so the header `host` is passed on unchanged.
    const { method, headers } = request
    const far = http.request(`${store}${request.url}`, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      // An answer to HEAD ends here, because Swift would send a body after it, which the client would report as an
      // error of the connection.
      if (method === 'HEAD') return response.end()
      let sent = 0
      answer.on('data', (chunk: Buffer) => {
        const start = sent
        sent += chunk.length
        if (fault?.kind === 'changes' && fault.byte >= start && fault.byte < sent) chunk[fault.byte - start]! ^= 1
        if (fault?.kind === 'cuts' && sent >= fault.afterBytes) {
          // Waits until the bytes before the cut are sent, so that the reader has received a part of the body.
          response.write(chunk.subarray(0, fault.afterBytes - start), () => response.destroy())
          far.destroy()
        } else response.write(chunk)
      })
      answer.on('end', () => response.end())
      answer.on('error', () => response.destroy())
    })
    far.on('error', () => void (response.writableEnded || response.destroy()))
    request.pipe(far)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail: (fault, next) => {
      planned = { fault, ...next }
    },
    heal: () => {
      planned = undefined
      requests.length = 0
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
