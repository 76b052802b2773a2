import net from 'node:net'
import type { DatabaseAddress } from '#db/connection.ts'

type Target = Exclude<DatabaseAddress, string>

/** A proxy in front of a database. A test can cut its connections, stop its data and redirect it to another server. */
export type FaultProxy = {
  address: Target
  /** Closes each connection on both sides without a message. */
  cut: () => void
  /** Drops all data, in both directions and on new connections too, until `resume`. */
  silence: () => void
  resume: () => void
  /** Redirects new connections to another server, as a failover does, and cuts those to the old one. */
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
      // A network that drops packets also drops the message that closes a connection.
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
    // Ends earlier connections, because their dropped data is lost.
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

/** Connects as the driver does: a host that is a path is the folder of a socket. */
function connectTo({ host, port }: Target): net.Socket {
  return host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)
}
