import ipaddr from 'ipaddr.js'

/**
 * The client of a request, for every limit and record. A client with an IPv4 address is identified by the whole
 * address. A client with an IPv6 address is identified by its /64 network, because one home connection or one cheap
 * server has a whole /64. `wide` is the /24 or /48 around the client, for a second counter that stops a person with
 * many neighbouring addresses.
 */
export type Client = {
  /**
   * The full IP address, only for records such as audit entries and sign-ins; `0.0.0.0` if the request has no address.
   */
  address: string
  /** The key under which limits count the client: `203.0.113.7` or `2001:db8:1:2::/64`. */
  key: string
  /** The network around the client: `203.0.113.0/24` or `2001:db8:1::/48`. */
  wide: string
}

/**
 * How many times the limit of one client the network around a client may use, because many people share a /24 or a /48.
 */
export const CLIENTS_PER_NETWORK = 20

const NOWHERE = 'unknown'

const clients = new WeakMap<object, Client>()

/** Returns the client of a request, calculated once. The lint rules forbid reading `request.ip` anywhere else. */
export function clientOf(request: { readonly ip: string | undefined }): Client {
  const known = clients.get(request) ?? readClient(request)
  clients.set(request, known)
  return known
}

function readClient(request: { readonly ip: string | undefined }): Client {
  const given = request.ip ?? ''
  // Removes the zone of the address (`fe80::1%eth0`), because it names an interface of this machine and not the client.
  const text = withoutPort(given).replace(/%.*$/, '')
  if (!ipaddr.isValid(text)) return { address: '0.0.0.0', key: NOWHERE, wide: NOWHERE }
  const address = ipaddr.process(text)
  if (address.kind() === 'ipv4') {
    const [a, b, c] = address.toByteArray()
    const plain = address.toString()
    return { address: plain, key: plain, wide: `${a}.${b}.${c}.0/24` }
  }
  return { address: address.toString(), key: networkOf(address, 64), wide: networkOf(address, 48) }
}

/** Removes the port from an address, because some proxies write `203.0.113.7:41234` or `[2001:db8::1]:41234`. */
function withoutPort(text: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
}

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: 48 | 64): string {
  const bytes = address.toByteArray().fill(0, bits / 8)
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`
}
