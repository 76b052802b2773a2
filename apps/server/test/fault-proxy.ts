import net from 'node:net'
import type { DatabaseAddress } from '#db/connection.ts'

type Target = Exclude<DatabaseAddress, string>

/**
 * A proxy in front of a database. A test can cut the proxy's connections, stop their data and redirect new ones to
 * another server.
 */
export type FaultProxy = {
  address: Target
  /** Closes each connection on both sides without a message. */
  cut: () => void
  /** Drops all data of the connections, in both directions and on new connections too, until `resume`. */
  silence: () => void
  resume: () => void
  /** Redirects new connections to another server, as a failover does, and cuts the connections to the old server. */
  leadTo: (target: Target) => void
  close: () => Promise<void>
}

export async function openFaultProxy(first: Target, atPort = 0): Promise<FaultProxy> {
  let target = first
  let isSilent = false
  const pairs = new Set<[net.Socket, net.Socket]>()
  const server = net.createServer((near) => {
    const far = connectTo(target)
    const pair: [net.Socket, net.Socket] = [near, far]
    pairs.add(pair)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => void (isSilent || to.write(bytes)))
      from.on('error', () => {})
      // While the proxy drops data, it does not tell the client that the server has closed the connection: a network
      // that drops packets drops this message too.
      from.on('close', () => {
        pairs.delete(pair)
        if (!isSilent || from === near) to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(atPort, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  const cut = (): void => {
    for (const [near, far] of pairs) {
      near.destroy()
      far.destroy()
    }
  }
  return {
    address: { ...first, host: '127.0.0.1', port },
    cut,
    silence: () => {
      isSilent = true
    },
    // Ends the connections that were open while the proxy dropped data, because this data is lost.
    resume: () => {
      isSilent = false
      cut()
    },
    leadTo: (next) => {
      target = next
      cut()
    },
    close: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Connects to a database as the driver does. If the host is a path, it is the folder of a socket. */
function connectTo({ host, port }: Target): net.Socket {
  return host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)
}
