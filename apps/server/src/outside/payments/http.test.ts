import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askProvider, basicAuth, codeOf, isSame } from './http.ts'

let server: Server
let url = ''
const asked: IncomingMessage[] = []

const answers: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  '/json': (response) => response.end('{"a":1}'),
  '/text': (response) => response.end('<html>'),
  '/refusal': (response) => response.writeHead(422).end('{"error":1}'),
  '/redirect': (response) => response.writeHead(307, { location: `${url}/json` }).end(),
  '/busy': (response) => response.writeHead(429).end(),
  '/trouble': (response) => response.writeHead(502).end('bad gateway'),
  '/silence': () => undefined,
  '/half': (response) => response.writeHead(200, { 'content-length': '100' }).write('{"a":'),
  '/hang-up': (_response, request) => request.socket.destroy(),
  '/flood': (response) => response.end(`"${'x'.repeat(1_100_000)}"`),
}

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request)
    answers[request.url!]!(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ask = (path: string) =>
  askProvider('Provider', url + path, { headers: { authorization: 'Bearer key' }, timeoutMs: 200 })

describe('calling a provider', () => {
  it('returns the answer of the provider, also a refusal', async () => {
    expect(await ask('/json')).toEqual({ status: 200, body: { a: 1 }, text: '{"a":1}' })
    expect(await ask('/text')).toEqual({ status: 200, body: undefined, text: '<html>' })
    expect(await ask('/refusal')).toMatchObject({ status: 422, body: { error: 1 } })
  })

  it.each(['/busy', '/trouble', '/silence', '/half', '/hang-up', '/flood'])(
    '%s: the result is unknown, and the error contains no key',
    async (path) => {
      const failure = await ask(path).catch((error: Error) => error)
      expect(failure).toMatchObject({ name: 'ProviderError', kind: 'unknown' })
      expect((failure as Error).message).toMatch(/^Provider (did not answer|is in trouble|answered too much)/)
    },
  )

  it('without a server the result is unknown', async () => {
    await expect(askProvider('Provider', 'http://127.0.0.1:9')).rejects.toMatchObject({ kind: 'unknown' })
  })

  it('follows no redirect, because the key would be sent along', async () => {
    const before = asked.length
    expect((await ask('/redirect')).status).toBe(307)
    expect(asked.slice(before).map((request) => request.url)).toEqual(['/redirect'])
  })
})

describe('small helpers', () => {
  it('names are compared completely', () => {
    expect([isSame('abc', 'abc'), isSame('abc', 'abd'), isSame('abc', 'ab'), isSame('', '')]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  it('only short error codes of a provider are logged', () => {
    expect(['card_declined', '01', 'a-b.c'].map(codeOf)).toEqual(['card_declined', '01', 'a-b.c'])
    for (const value of ['', 'Nila Rao', 'x'.repeat(61), 'a\nb', 1, null, undefined])
      expect(codeOf(value)).toBeUndefined()
  })

  it('a user and a password are sent in one header', () => {
    expect(basicAuth('a', 'b:c')).toBe(`Basic ${Buffer.from('a:b:c').toString('base64')}`)
  })
})
