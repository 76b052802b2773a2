import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const START_TIMEOUT_MS = 120_000

/** The port of a separate shop, for tests that change what all customers see. */
export const ownShopPort = Number(process.env.E2E_PORT ?? 4310) + 3000
export const ownShopUrl = `http://localhost:${ownShopPort}`

let server: ChildProcess | undefined

/** Starts a separate shop with its own demo city, next to the shop that the other tests share. */
export async function openOwnShop(): Promise<void> {
  server = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts')], {
    env: { ...process.env, E2E_PORT: String(ownShopPort) },
    stdio: 'ignore',
  })
  const until = Date.now() + START_TIMEOUT_MS
  while (!(await isReady())) {
    if (server.exitCode !== null || Date.now() > until) throw new Error('the shop of this journey does not open')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

export async function closeOwnShop(): Promise<void> {
  if (!server || server.exitCode !== null) return
  const exited = once(server, 'exit')
  server.kill('SIGTERM')
  await exited
}

async function isReady(): Promise<boolean> {
  return fetch(`${ownShopUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
