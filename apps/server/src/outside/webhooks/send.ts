import { lookup as lookUp } from 'node:dns'
import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { currentTraceparent, inSpan } from '#trace/spans.ts'

const TIMEOUT_MS = 10_000
const KEPT_CHARACTERS = 1000
const MAX_BYTES = 16_384

/**
 * IP addresses that webhooks must not reach: of private networks, of this machine, or without an owner (IANA
 * special-purpose registries).
 */
const privateAddresses = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  privateAddresses.addSubnet(net, bits, 'ipv4')
/** Matches public IPv6 addresses, except the ranges that embed IPv4 addresses or are reserved for examples. */
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')
const strangeIpv6 = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  strangeIpv6.addSubnet(net, bits, 'ipv6')

/** Returns whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !privateAddresses.check(address, 'ipv4')
  return family === 6 && publicIpv6.check(address, 'ipv6') && !strangeIpv6.check(address, 'ipv6')
}

/** Host names that no public server has (RFC 6761, RFC 6762, RFC 8375, and names of home and company networks). */
const privateNames =
  /(^|\.)(local|localhost|localdomain|internal|intranet|lan|home|corp|private|home\.arpa|invalid|onion|alt)$/
/**
 * Ports of services other than the web, which webhooks must not reach; of the ports below 1024, only the port of https
 * is allowed.
 */
const otherServices = new Set([
  1433, 1521, 1723, 2049, 2375, 2376, 2379, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5900, 5984, 5985, 6000,
  6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 8086, 9042, 9092, 9200, 9300, 10080, 10250, 11211, 27017,
])

/**
 * Returns whether webhooks may go to this URL, as far as the URL itself shows it
 * (docs/reference/security.md#html-links-and-stored-settings): https, no password in the URL, a public name or address,
 * a port of the web. Saving an endpoint and sending a webhook use this one rule for URLs. `allowedHosts` are simulators
 * for tests, with their ports.
 */
export function isWebhookAddress(url: string, allowedHosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host, hostname, port, username, password } = new URL(url)
  if (username || password) return false
  if (allowedHosts.includes(host)) return protocol === 'https:' || protocol === 'http:'
  if (protocol !== 'https:' || !isWebPort(port)) return false
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare)) return isPublicAddress(bare)
  // Refuses a host name with a dot at the end, because with the dot the same host would be in none of the lists of
  // private names.
  return hostname.includes('.') && !hostname.endsWith('.') && !privateNames.test(hostname)
}

/** Returns whether a port belongs to the web; `port` is empty for the default port of https. */
function isWebPort(port: string): boolean {
  return port === '' || (Number(port) >= 1024 && !otherServices.has(Number(port)))
}

export type Sent = { status: number | null; ms: number; answer: string; problem: string | null }
export type SendWebhook = (url: string, body: string, headers: Record<string, string>) => Promise<Sent>

/**
 * Creates the sender of webhooks, which follows no redirects, checks the IP address of a host name while connecting,
 * and uses exactly that address, so that the name cannot change to an address in our network in between.
 */
export function createWebhookSender({
  allowedHosts,
  timeoutMs = TIMEOUT_MS,
}: {
  allowedHosts: readonly string[]
  timeoutMs?: number
}): SendWebhook {
  return async (url, body, headers) => {
    const startedAt = performance.now()
    const done = (rest: Omit<Sent, 'ms'>): Sent => ({ ...rest, ms: Math.round(performance.now() - startedAt) })
    if (!isWebhookAddress(url, allowedHosts)) return done({ status: null, answer: '', problem: 'address refused' })
    const isAllowed = allowedHosts.includes(new URL(url).host)
    try {
      const options = { ...(!isAllowed && { lookup: publicLookup }), signal: AbortSignal.timeout(timeoutMs) }
      const { status, answer } = await traced((traceHeader) =>
        post(url, body, { ...options, headers: { ...headers, ...traceHeader } }),
      )
      const isTaken = status >= 200 && status < 300
      return done({ status, answer, problem: isTaken ? null : `answered ${status}` })
    } catch (error) {
      return done({ status: null, answer: '', problem: problemOf(error) })
    }
  }
}

type Answer = { status: number; answer: string }

/** Runs a post in a span, with the header by which the other program can continue the trace. */
function traced(send: (traceHeader: { traceparent?: string }) => Promise<Answer>): Promise<Answer> {
  return inSpan({ kind: 'client', name: 'webhook', attributes: { provider: 'webhook' } }, async (attributes) => {
    const traceparent = currentTraceparent()
    const answer = await send(traceparent === undefined ? {} : { traceparent })
    attributes.status = answer.status
    return answer
  })
}

function post(url: string, body: string, options: RequestOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const begin = url.startsWith('https:') ? httpsRequest : httpRequest
    const bytes = Buffer.from(body)
    const headers = { ...options.headers, 'content-type': 'application/json', 'content-length': bytes.length }
    const request = begin(url, { ...options, method: 'POST', headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      let length = 0
      const end = () =>
        resolve({
          status: response.statusCode ?? 0,
          answer: Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '').slice(0, KEPT_CHARACTERS),
        })
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        length += chunk.length
        if (length < MAX_BYTES) return
        end()
        response.destroy()
      })
      response.on('end', end)
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(bytes)
  })
}

class PrivateAddress extends Error {
  readonly code = 'PRIVATE_ADDRESS'
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const foreign = addresses.find(({ address }) => !isPublicAddress(address))
    const first = addresses[0]
    if (foreign || !first) return callback(new PrivateAddress('no public address'), '', 0)
    if (options.all) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}

/** Returns a problem in our own words, because the text of a network error contains addresses of our network. */
function problemOf(error: unknown): string {
  const { code, name } = error as { code?: string; name?: string }
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ABORT_ERR') return 'no answer in time'
  if (code === 'PRIVATE_ADDRESS') return 'address refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the name is not known'
  if (code === 'ECONNREFUSED') return 'nobody listens there'
  if (code?.startsWith('CERT_') || code?.includes('SELF_SIGNED') || code?.startsWith('ERR_TLS'))
    return 'its certificate is not good'
  return 'the line broke'
}
