import { type AddressInfo, connect } from 'node:net'
import { type CallName, contract } from '@nukkad/contract/contract.ts'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { fingerprint } from './fingerprint.ts'
import { useTestApp } from './harness.ts'
import { fieldsOf, liftLimits, plausible, refusal, settle, type Town, tokenFor, urlOf } from './town.ts'

const test = useTestApp({ isNoted: false })
const names = Object.keys(contract) as CallName[]
const RUNS = Number(process.env.BAD_INPUT_RUNS ?? 500)
const SEED = Number(process.env.BAD_INPUT_SEED ?? 20_261_121)

type Request = { method: string; url: string; headers: Record<string, string>; payload: Buffer }

const bytes = (...values: number[]) => Buffer.from(values)
const inText = (middle: Buffer) => Buffer.concat([Buffer.from('{"name":"a'), middle, Buffer.from('","q":"dosa"}')])
const deep = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`

/** Functions that make the bytes of a valid JSON body invalid. */
const spoilers: Record<string, (json: string) => string | Buffer> = {
  'a prototype': (json) => json.replace('{', '{"__proto__":{"isAdmin":true},'),
  'a constructor within': (json) => json.replace('{', '{"address":{"constructor":{"prototype":{"x":1}}},'),
  'a key of the prototype in escapes': (json) => json.replace('{', '{"\\u005f_proto__":1,'),
  'methods of objects': (json) => json.replace('{', '{"toString":1,"valueOf":null,"then":1,"toJSON":{},"length":-1,'),
  'too many bytes': (json) => json.replace('{', `{"pad":"${'a'.repeat(103_424)}",`),
  'nearly too many bytes': (json) => json.replace('{', `{"pad":"${'a'.repeat(100_000)}",`),
  'objects fifty deep': (json) => json.replace('{', `{"order":${deep('{"a":', '}', 50)},`),
  'arrays fifty deep': (json) => json.replace('{', `{"order":${deep('[', ']', 50)},`),
  'arrays a thousand deep': () => deep('[', ']', 1000),
  'not a number': (json) => json.replace(/:\s*-?\d+(\.\d+)?/, ':NaN'),
  'no end': (json) => json.replace(/:\s*("[^"]*"|\d+)/, ':-Infinity'),
  'a huge exponent': (json) => json.replace(/:\s*("[^"]*"|-?\d+)/, ':1e999'),
  'a number of digits alone': (json) => json.replace(/:\s*("[^"]*"|-?\d+)/, `:${'9'.repeat(400)}`),
  'a bare control character': () => inText(bytes(1)),
  'an escaped control character': (json) => json.replace('{', '{"name":"a\\u0007\\u001b[31m",'),
  'an escaped zero': (json) => json.replace('{', '{"q":"a\\u0000b","email":"\\u0000",'),
  'half a character, escaped': (json) => json.replace('{', '{"q":"do\\ud83dsa","address":"\\udc00",'),
  'half a character, in bytes': () => inText(bytes(0xed, 0xa0, 0xbd)),
  'bytes that are no UTF-8': () => inText(bytes(0xff, 0xc3, 0x28)),
  'an overlong slash': () => inText(bytes(0xc0, 0xaf)),
  'UTF-16': (json) => Buffer.from(`\ufeff${json}`, 'utf16le'),
  'a byte order mark': (json) => `\ufeff${json}`,
  'lists for texts': (json) => json.replace(/:\s*"([^"]*)"/g, ':["$1"]'),
  'objects for numbers': (json) => json.replace(/:\s*(\d+)/g, ':{"$1":$1}'),
  'keys twice': (json) => json.replace('{', `{"token":[],"id":{},`).replace(/}$/, ',"id":null,"token":"x"}'),
  'cut in half': (json) => json.slice(0, json.length / 2),
  'more after the end': (json) => `${json}{}`,
  comments: (json) => `/* */${json}`,
  'a list': (json) => `[${json}]`,
  'a text': () => '"x"',
  nothing: () => '',
  'a blank': () => ' ',
  null: () => 'null',
  unchanged: (json) => json,
}

const contentTypes = [
  ...Array<string>(14).fill('application/json'),
  'application/json; charset=utf-16',
  'application/json; charset=%00',
  'application/jsonp',
  'Application/JSON;;;',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=b',
  '',
  '/',
  'application/',
  'application/json, text/html',
  `application/${'j'.repeat(2000)}`,
  '\u00ff/\u00fe',
]
const oddHeaders: Record<string, readonly string[]> = {
  'idempotency-key': [
    '',
    ' ',
    'short',
    'x'.repeat(255),
    'x'.repeat(256),
    'x'.repeat(6000),
    'sixteen or more é',
    '__proto__',
  ],
  'accept-language': ['', '*', 'xx', 'hi;q=NaN', '__proto__', 'constructor', 'toString', '../../en', 'en'.repeat(3000)],
  authorization: [
    '',
    'Bearer',
    'Bearer  ',
    'Basic eDp4',
    'bearer x',
    'Bearer a b',
    `Bearer ${'A'.repeat(43)}`,
    `Bearer ${'é'.repeat(43)}`,
  ],
  'accept-encoding': ['br;q=NaN', 'br, br, br', '*', '\u00ff'],
  'x-forwarded-for': ['1.1.1.1, ::1', 'x'.repeat(500), "' or 1=1 --"],
  'content-length': ['7', '0'],
  origin: ['null', 'https://elsewhere.test', 'x:y'],
  cookie: ['a', '=', ';;;', `a=${'x'.repeat(2000)}`, '__proto__=x'],
  'x-http-method-override': ['DELETE'],
  expect: ['100-continue'],
  'if-none-match': ['*', '"x"'],
  range: ['bytes=0-1,5-'],
}
const tails = [
  ...Array<string>(20).fill(''),
  '/',
  '//',
  '/%00',
  '/%E0%A4%A',
  '/%',
  '/%ff',
  '/..%2f..%2fetc%2fpasswd',
  '/%2e%2e/%2e%2e/',
  '/a/b/c',
  ';x=1',
  '/*',
  '/{slug}',
  `/${'a'.repeat(250)}`,
  `/${'a'.repeat(9000)}`,
  '/constructor',
  '/__proto__',
  "/'%20or%201=1",
  '/😀',
  '/\ud800',
  '?page=-1',
  '?page=1&page=2',
  '?page[]=1',
  '?page=%FF',
  '?page=%',
  '?__proto__=1',
  '?constructor[prototype]=1',
  '?page',
  `?${'a=1&'.repeat(2000)}`,
  '?token=x&slug=y',
  '#x',
  '%0d%0aX-Odd:%201',
]
const methods = [...Array<string>(30).fill('POST'), 'GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE']

const oddRequest = fc.record({
  name: fc.constantFrom(...names),
  who: fc.constantFrom('own', 'own', 'own', 'customer', 'nobody', 'junk'),
  pick: fc.nat(1000),
  spoiler: fc.constantFrom(...Object.keys(spoilers)),
  contentType: fc.constantFrom(...contentTypes),
  header: fc.option(
    fc.constantFrom(
      ...Object.entries(oddHeaders).flatMap(([key, values]) => values.map((value) => [key, value] as const)),
    ),
  ),
  tail: fc.constantFrom(...tails),
  method: fc.constantFrom(...methods),
})
type OddRequest = typeof oddRequest extends fc.Arbitrary<infer Odd> ? Odd : never

async function requestOf(odd: OddRequest, town: Town): Promise<Request> {
  const { name, who, pick, spoiler, contentType, header, tail, method } = odd
  const fields = fieldsOf(name).map((field) => [field, plausible(field, town, pick)])
  const token = await tokenFor(test, name, { who, town })
  const json = JSON.stringify({ ...Object.fromEntries(fields), ...(token !== undefined && { token }) })
  return {
    method,
    url: urlOf(name, tail),
    headers: { ...(contentType && { 'content-type': contentType }), ...(header && { [header[0]]: header[1] }) },
    payload: Buffer.from(spoilers[spoiler]!(json)),
  }
}

let town: Town
beforeAll(async () => {
  await liftLimits(test)
  town = await settle(test)
})

it(
  `[GAP-04] no bytes, header or URL give a 5xx; a refusal has the standard form and changes no row (${RUNS} requests)`,
  async () => {
    await fc.assert(
      fc.asyncProperty(oddRequest, async (odd) => {
        const { method, ...request } = await requestOf(odd, town)
        const before = await fingerprint(test.db)
        const answer = await test.app.inject({ ...request, method: method as 'POST', remoteAddress: '10.1.2.3' })
        expect(answer.statusCode, answer.body).toBeLessThan(500)
        expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
        if (answer.statusCode < 400) return
        if (method !== 'HEAD') expect(refusal.safeParse(answer.json()).error).toBeUndefined()
        expect(await fingerprint(test.db)).toBe(before)
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    )
  },
  60_000 + RUNS * 60,
)

/** Functions that change the bytes of a request on a socket, so that it is cut off, sent twice, or not HTTP. */
const framings: Record<string, (request: Buffer) => Buffer> = {
  'cut in its headers': (request) => request.subarray(0, 40),
  'cut in its body': (request) => request.subarray(0, request.length - 5),
  'sent twice on one connection': (request) => Buffer.concat([request, request]),
  'with a line that is no header': (request) =>
    Buffer.from(request.toString('latin1').replace('\r\n', '\r\nno header\r\n'), 'latin1'),
  'with a header that ends a line': (request) =>
    Buffer.from(request.toString('latin1').replace('\r\n', '\r\nx-odd: a\nb: c\r\n'), 'latin1'),
  'with two lengths': (request) =>
    Buffer.from(request.toString('latin1').replace('\r\n', '\r\ncontent-length: 1\r\n'), 'latin1'),
  'with a length and chunks': (request) =>
    Buffer.from(request.toString('latin1').replace('\r\n', '\r\ntransfer-encoding: chunked\r\n'), 'latin1'),
  'with very long headers': (request) =>
    Buffer.from(request.toString('latin1').replace('\r\n', `\r\nx-long: ${'x'.repeat(20_000)}\r\n`), 'latin1'),
  'in another version': (request) => Buffer.from(request.toString('latin1').replace('HTTP/1.1', 'HTTP/9.7'), 'latin1'),
  'in arbitrary bytes': () => Buffer.from(Array.from({ length: 200 }, (_, index) => (index * 73) % 256)),
  whole: (request) => request,
}

it(
  `[GAP-04] raw bytes on a socket give no 5xx either; the server answers or closes the connection, and continues to serve (${Math.ceil(RUNS / 10)} connections)`,
  async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = test.app.server.address() as AddressInfo
    const framing = fc.constantFrom(...Object.keys(framings))
    await fc.assert(
      fc.asyncProperty(oddRequest, framing, async (odd, kind) => {
        const text = await tell(port, framings[kind]!(onTheWire(await requestOf(odd, town))))
        for (const [, status] of text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)) expect(Number(status), text).toBeLessThan(500)
        expect(
          await tell(port, Buffer.from('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')),
        ).toContain('alive')
      }),
      { numRuns: Math.ceil(RUNS / 10), seed: SEED, endOnFailure: true },
    )
  },
  60_000 + RUNS * 60,
)

function onTheWire({ method, url, headers, payload }: Request): Buffer {
  const all = { host: 'x', 'content-length': String(payload.length), connection: 'close', ...headers }
  const lines = Object.entries(all).map(([key, value]) => `${key}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`), payload])
}

/** Sends bytes to the server and returns its answer, until either side closes the connection. */
function tell(port: number, request: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(request))
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
}
