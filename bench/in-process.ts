import { pino } from 'pino'
import { buildApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { openDb, openPool } from '../apps/server/src/db/connection.ts'
import { createServices } from '../apps/server/src/services.ts'

/** Starts the product in production mode within this process, without sockets. */
export async function openApp(
  databaseUrl: string,
): Promise<{ app: Awaited<ReturnType<typeof buildApp>>; close: () => Promise<void> }> {
  const config = readConfig(
    {
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      APP_SECRET: 'a secret for measurements, thirty-two long',
      PUBLIC_URL: 'https://bench.test',
      TRUSTED_PROXY: 'none',
      DEMO: 'off',
    },
    [],
  )
  const pool = openPool(databaseUrl, { size: 2 })
  const log = pino({ level: 'silent' })
  const services = await createServices({ config, db: openDb(pool), address: databaseUrl, log })
  const app = await buildApp({ ...services, pool, logger: log, isStopping: () => false })
  const close = async () => {
    await app.close()
    await pool.end()
  }
  return { app, close }
}

/**
 * Places one order in this process, through all parts of the product that a request passes. Calls `watch` when the
 * order starts and when it ends.
 */
export async function placeOnce(
  databaseUrl: string,
  customer: { token: string },
  body: string,
  watch: (watching: boolean) => void,
): Promise<void> {
  const { app, close } = await openApp(databaseUrl)
  watch(true)
  const answer = await app.inject({
    method: 'POST',
    url: '/public/api/place-order',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${customer.token}`,
      'idempotency-key': `bench-key-${crypto.randomUUID()}`,
    },
    payload: body,
  })
  watch(false)
  if (!(answer.json() as { success: boolean }).success)
    throw new Error(`the recorded order was refused: ${answer.body}`)
  await close()
}
