import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction, openPool } from '#db/connection.ts'
import { useTestApp } from '#test/harness.ts'
import { listJobs, runJobs } from '#test/run-jobs.ts'
import { addJob } from './add-job.ts'
import { shortenPauses } from './worker.ts'

const test = useTestApp()
let owner: ReturnType<typeof openPool>
beforeAll(() => {
  const { host, port, user, password, database } = test.pool.options
  const address = { host: host!, port: port!, user: user!, password: String(password), database: database! }
  owner = openPool(address, { size: 1, asApplication: false, isForJobs: true, onError: () => {} })
})
afterAll(() => owner.end())

const refuses = { tasks: { 'send-test': () => Promise.reject(new Error('the carrier is away')) } }
const add = (key: string, runAt?: Date) =>
  inTransaction(test.db, (tx) => addJob(tx, { name: 'send-test', payload: {}, key, ...(runAt && { runAt }) }))
const pauseOf = async (key: string) => (await listJobs(test)).find((job) => job.key === key)!.inSeconds

it('what failed is tried again after ten minutes at most; what is meant for later, and what is given up, stays', async () => {
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
