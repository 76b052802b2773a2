import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import net from 'node:net'
import { vi } from 'vitest'
import { freePort } from './free-port.ts'

const PROGRAM = '/usr/sbin/nats-server'

/** Whether NATS is installed on this machine; `npm test` installs NATS if it can. */
export const hasNats = existsSync(PROGRAM)

export type Nats = { port: number; url: string; start: () => Promise<void>; kill: () => Promise<void> }

/** Starts a NATS server with a user, on a free port that the server keeps through `kill` and `start`. */
export async function openNats(): Promise<Nats> {
  const port = await freePort()
  let child: ChildProcess | undefined
  const start = async (): Promise<void> => {
    child = spawn(PROGRAM, ['-a', '127.0.0.1', '-p', String(port), '--user', 'shop', '--pass', 'bus secret'], {
      stdio: 'ignore',
    })
    await vi.waitFor(() => accepts(port), { timeout: 10_000, interval: 20 })
  }
  await start()
  return {
    port,
    url: `nats://shop:bus%20secret@127.0.0.1:${port}`,
    start,
    kill: async () => {
      const killed = child
      child = undefined
      if (!killed) return
      const ended = new Promise((resolve) => killed.once('exit', resolve))
      killed.kill('SIGKILL')
      await ended
    },
  }
}

function accepts(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve()
    })
    socket.on('error', reject)
  })
}
