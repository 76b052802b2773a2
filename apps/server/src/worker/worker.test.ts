import net from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { inTransaction, isDatabaseAway, openPool } from '#db/connection.ts'
import { useTestApp } from '#test/harness.ts'
import { listJobs, runJobs } from '#test/run-jobs.ts'
import { addJob } from './add-job.ts'
import { shortenPauses, startWorker } from './worker.ts'

const test = useTestApp()
let owner: ReturnType<typeof openPool>
beforeAll(() => {
  const { host, port, user, password, database } = test.pool.options
  const address = { host: host!, port: port!, user: user!, password: String(password), database: database! }
  owner = openPool(address, { size: 1, asApplication: false, isForJobs: true, onError: () => {} })
})
afterAll(() => owner.end())

const refuses = { tasks: { 'send-test': () => Promise.reject(new Error('the provider is away')) } }
const add = (key: string, runAt?: Date) =>
  inTransaction(test.db, (tx) => addJob(tx, { name: 'send-test', payload: {}, key, ...(runAt && { runAt }) }))
const pauseOf = async (key: string) => (await listJobs(test)).find((job) => job.key === key)!.inSeconds

it('a failed job is repeated after ten minutes at most; later jobs and abandoned ones stay unchanged', async () => {
  for (const key of ['young', 'old', 'given-up']) await add(key)
  await add('in-an-hour', new Date(Date.now() + 3_600_000))
  await owner.query(
    `update graphile_worker._private_jobs set attempts = case key when 'old' then 6 when 'given-up' then 7 else 0 end`,
  )
  await runJobs(test, refuses)
  expect(await pauseOf('old')).toBeGreaterThan(1000)
  const givenUp = await pauseOf('given-up')

  await shortenPauses(owner)
  expect(await pauseOf('old')).toBeGreaterThan(595)
  expect(await pauseOf('old')).toBeLessThanOrEqual(600)
  expect(await pauseOf('young')).toBeLessThan(4)
  expect(await pauseOf('in-an-hour')).toBeGreaterThan(3500)
  expect(await pauseOf('given-up')).toBeGreaterThan(givenUp - 60)
})

/**
 * Makes the next writes to the queue fail with the error of a database that shuts down; a database sequence counts the
 * failed writes.
 */
const outage = `
  create sequence outage minvalue -1000 start 1;
  create function go_down() returns trigger language plpgsql as $$
  begin
    if nextval('public.outage') <= 0 then raise exception 'going down' using errcode = '57P01'; end if;
    return new;
  end $$;
  select setval('outage', 1);
  create trigger outage before update on graphile_worker._private_jobs for each row execute function go_down()`

it('a worker that cannot record the end of a job retries until it can, and continues', async () => {
  await owner.query('delete from graphile_worker._private_jobs')
  await owner.query(outage)
  const { host, port, user, password, database } = test.pool.options
  const address = { host: host!, port: port!, user: user!, password: String(password), database: database! }
  const pool = openPool(address, { size: 6, asApplication: false, isForJobs: true, onError: () => {} })
  const done: string[] = []
  const tasks = {
    'send-test': async (payload: unknown) => {
      const { says } = payload as { says: string }
      done.push(says)
      if (says !== 'break') return
      await owner.query(`select setval('outage', -3)`)
      throw new Error('and at first nobody can write that down')
    },
  }
  const worker = await startWorker({ pool, services: test.services, features: [{ tasks }], isAlone: true })
  const say = (says: string) =>
    inTransaction(test.db, (tx) => addJob(tx, { name: 'send-test', payload: { says }, key: says }))
  try {
    await say('break')
    const notified = async () => (await listJobs(test)).find(({ key }) => key === 'break')?.lastError
    await vi.waitFor(async () => expect(await notified()).toBe('and at first nobody can write that down'), 20_000)
    await say('after')
    await vi.waitFor(() => expect(done).toContain('after'), 20_000)
  } finally {
    await worker.stop()
    await pool.end()
  }
}, 60_000)

/** Opens a port in front of the database that passes the first connection on and resets all later connections. */
async function openOnce(): Promise<net.Server> {
  let connections = 0
  const server = net.createServer((client) => {
    connections += 1
    if (connections > 1) return void client.resetAndDestroy()
    const database = net.connect(join(test.pool.options.host!, `.s.PGSQL.${test.pool.options.port}`))
    client.pipe(database).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

it('a worker that loses the database while it starts fails with the error of the connection', async () => {
  const door = await openOnce()
  const { user, password, database } = test.pool.options
  const { port } = door.address() as net.AddressInfo
  const address = { host: '127.0.0.1', port, user: user!, password: String(password), database: database! }
  const pool = openPool(address, { size: 1, asApplication: false, isForJobs: true, onError: () => {} })
  pool.options.maxUses = 1
  try {
    const start = startWorker({ pool, services: test.services, features: [], isAlone: false })
    await expect(start).rejects.toSatisfy(({ cause }: Error) => isDatabaseAway(cause))
  } finally {
    await pool.end()
    door.close()
  }
})
