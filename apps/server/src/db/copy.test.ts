import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cloneDatabase } from '#test/database.ts'
import { copyIn, copyOut, openClient } from './copy.ts'

const MEGABYTE = 2 ** 20

let address: Awaited<ReturnType<typeof cloneDatabase>>['address']
let drop: () => Promise<void>
let client: pg.Client
let watcher: pg.Client
beforeAll(async () => {
  ;({ address, drop } = await cloneDatabase())
  client = await openClient(address)
  watcher = await openClient(address)
  await watcher.query('create table copied (line text)')
})
afterAll(async () => {
  await client.end()
  await watcher.end()
  await drop()
})

const endless = "copy (select repeat('x', 1000) from generate_series(1, 500000)) to stdout"

/** Waits until PostgreSQL reports that the other connection waits for this event. */
async function untilWaiting(event: string) {
  await vi.waitFor(async () => {
    const { rows } = await watcher.query(
      'select wait_event from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    expect(rows).toContainEqual({ wait_event: event })
  }, 10_000)
}

describe('copying out', () => {
  it('returns every byte and the number of rows, and the connection serves the next statement', async () => {
    const copy = copyOut(client, 'copy (select n from generate_series(1, 200000) n) to stdout')
    const parts: Buffer[] = []
    for await (const chunk of copy) parts.push(chunk)
    expect(Buffer.concat(parts).toString()).toBe(Array.from({ length: 200_000 }, (_, at) => `${at + 1}\n`).join(''))
    expect(copy.rows).toBe(200_000)
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  it('slows the database down while no one reads, so that memory use stays constant', async () => {
    const chunks = copyOut(client, endless)[Symbol.asyncIterator]()
    await chunks.next()
    // Waits until the database stops sending, because the test does not read the 500 MB of the query.
    await untilWaiting('ClientWrite')
    expect(process.memoryUsage().arrayBuffers).toBeLessThan(100 * MEGABYTE)
    let bytes = 0
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) bytes += next.value.length
    expect(bytes).toBeGreaterThan(490 * MEGABYTE * 0.95)
  }, 60_000)

  it('copying out may stop before the end, if the connection is closed', async () => {
    const stopped = await openClient(address)
    for await (const chunk of copyOut(stopped, endless)) if (chunk.length > 0) break
    await stopped.end()
    await vi.waitFor(async () => {
      const { rows } = await watcher.query(
        "select from pg_stat_activity where datname = current_database() and query like 'copy%' and state = 'active'",
      )
      expect(rows).toEqual([])
    }, 10_000)
  })

  it('fails with the error of the database', async () => {
    const read = async () => {
      for await (const chunk of copyOut(client, 'copy (select 1 / (n - 3) from generate_series(1, 5) n) to stdout'))
        expect(chunk.length).toBeGreaterThan(0)
    }
    await expect(read()).rejects.toMatchObject({ code: '22012' })
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})

describe('copying in', () => {
  const into = 'copy copied (line) from stdin'
  const countRows = async () => (await watcher.query('select count(*)::int as count from copied')).rows[0].count

  it('takes the next chunk only when the database can accept it', async () => {
    await watcher.query('begin')
    await watcher.query('lock table copied in access exclusive mode')
    let taken = 0
    const pieces = async function* () {
      for (; taken < 64; taken += 1) yield Buffer.from(`${'x'.repeat(MEGABYTE - 1)}\n`)
    }
    const copying = copyIn(client, into, pieces())
    await vi.waitFor(async () => {
      const { rows } = await watcher.query("select from pg_locks where not granted and mode = 'RowExclusiveLock'")
      expect(rows).toHaveLength(1)
    }, 10_000)
    expect(taken).toBeLessThan(4)
    await watcher.query('commit')
    expect(await copying).toBe(64)
    expect(await countRows()).toBe(64)
    await watcher.query('truncate copied')
  }, 60_000)

  it('rolls back and reports the error of the source', async () => {
    const breaking = async function* () {
      yield Buffer.from('first\n')
      throw new Error('the file ends too early')
    }
    await expect(copyIn(client, into, breaking())).rejects.toThrow('the file ends too early')
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(await countRows()).toBe(0)
  })

  it('fails with the error of the database when a row does not fit', async () => {
    const unfit = async function* () {
      yield Buffer.from('one\ttwo\n')
    }
    await expect(copyIn(client, into, unfit())).rejects.toMatchObject({ code: '22P04' })
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(await countRows()).toBe(0)
  })
})
