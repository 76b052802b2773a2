import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallShape } from '@nukkad/contract/call.ts'
import { type CallName, contract } from '@nukkad/contract/contract.ts'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '#test/harness.ts'
import type { CallContext, Writer } from './calls.ts'
import { AppError } from './errors.ts'
import { runCall } from './run-call.ts'

const test = useTestApp()

/** Runs a writer as the handler of a call, for a customer who sends this key. */
async function run(name: CallName, writer: object, { userId, key }: { userId: number; key?: string }) {
  const headers: [string, string][] = []
  const context = {
    ...test.services,
    services: test.services,
    input: {},
    session: { userId },
    request: {
      id: crypto.randomUUID(),
      client: { address: '203.0.113.5', key: 'a', wide: 'a' },
      body: {},
      idempotencyKey: key,
      setHeader: (header: string, value: string) => void headers.push([header, value]),
    },
  }
  const answer = await runCall(name, writer as Writer<CallName>, context as unknown as CallContext<CallName>)
  return { answer, headers }
}

const auditOf = (actorId: number) =>
  test.db
    .selectFrom('audit_entries')
    .select(['action', 'object_id', 'address'])
    .where('actor_id', '=', actorId)
    .execute()

describe('a writer', () => {
  it('records actions under its person and request, and commits them with its answer', async () => {
    const { id } = await test.build.customer()
    const steps: string[] = []
    const { answer } = await run(
      'dashboard/clear-cache',
      {
        check: () => void steps.push('check'),
        write: async ({ audit }: { audit: (action: string, entry: object) => Promise<void> }) => {
          steps.push('write')
          await audit('caches.cleared', { object: { type: 'cache', id: 7 } })
          return { success: true }
        },
        afterwards: async () => void steps.push(`afterwards: ${(await auditOf(id)).length}`),
      },
      { userId: id },
    )
    expect(answer).toEqual({ success: true })
    expect(steps).toEqual(['check', 'write', 'afterwards: 1'])
    expect(await auditOf(id)).toMatchObject([{ action: 'caches.cleared', object_id: '7', address: '203.0.113.5' }])
  })

  it('can add facts to the refusal of its transaction', async () => {
    const { id } = await test.build.customer()
    const writer = {
      write: async () => {
        throw new AppError('SLOT_TAKEN')
      },
      around: (_context: unknown, run: () => Promise<unknown>) =>
        run().catch((cause: AppError) => {
          throw new AppError(cause.code, { extra: { next_starts: ['16:30'] }, cause })
        }),
    }
    const refused = run('dashboard/clear-cache', writer, { userId: id })
    await expect(refused).rejects.toMatchObject({ code: 'SLOT_TAKEN', details: { extra: { next_starts: ['16:30'] } } })
  })

  it('a writer that fails changes nothing, and nothing runs after it; one that its check refuses never begins', async () => {
    const { id } = await test.build.customer()
    const steps: string[] = []
    const write = async ({ audit }: { audit: (action: string) => Promise<void> }) => {
      await audit('caches.cleared')
      throw new AppError('NOT_FOUND')
    }
    const afterwards = async () => void steps.push('afterwards')
    await expect(run('dashboard/clear-cache', { write, afterwards }, { userId: id })).rejects.toThrow('NOT_FOUND')
    const check = () => {
      throw new AppError('PERMISSION_MISSING')
    }
    const begin = async () => void steps.push('write')
    await expect(run('dashboard/clear-cache', { check, write: begin }, { userId: id })).rejects.toThrow(
      'PERMISSION_MISSING',
    )
    expect(steps).toEqual([])
    expect(await auditOf(id)).toEqual([])
  })

  it('the writer of an idempotent call runs once per key; its check runs each time', async () => {
    const { id: userId } = await test.build.customer()
    const steps: string[] = []
    const writer = {
      check: () => void steps.push('check'),
      write: async () => ({ success: true, run: steps.push('write') }),
    }
    const key = 'one-key-of-one-intention'
    const first = await run('dashboard/coupons/save', writer, { userId, key })
    const again = await run('dashboard/coupons/save', writer, { userId, key })
    expect(again.answer).toEqual(first.answer)
    expect(again.headers).toEqual([['Idempotent-Replayed', 'true']])
    expect(steps).toEqual(['check', 'write', 'check'])
  })

  it('counts refused tries against its limit, and presents a stored answer in its current form', async () => {
    const { id: userId } = await test.build.customer()
    const limit = () => ({ key: `run-call:${userId}`, most: 2, windowSeconds: 60 })
    const refused = {
      limit,
      write: async () => {
        throw new AppError('NOT_FOUND')
      },
    }
    const codes: string[] = []
    for (let tries = 0; tries < 3; tries++)
      await run('dashboard/coupons/save', refused, { userId }).catch((error: AppError) => codes.push(error.code))
    expect(codes).toEqual(['NOT_FOUND', 'NOT_FOUND', 'TOO_MANY_REQUESTS'])
    const shown = { write: async () => ({ state: 'placed' }), present: async () => ({ state: 'cooking' }) }
    expect((await run('dashboard/coupons/save', shown, { userId })).answer).toEqual({ state: 'placed' })
    expect((await run('dashboard/coupons/save', shown, { userId })).answer).toEqual({ state: 'cooking' })
  })
})

it('each idempotent call is a writer, or reserves its key in its own code', () => {
  const folder = join(import.meta.dirname, '../features')
  const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n')
  const idempotent = (Object.keys(contract) as CallName[]).filter((name) => (contract[name] as CallShape).idempotent)
  expect(idempotent.length).toBeGreaterThan(30)
  const own = idempotent.filter((name) => !new RegExp(`'?${name}'?: \\{|: Writer<'${name}'>`).test(source))
  for (const name of own) expect(source, name).toMatch(new RegExp(`call: '${name}'|scopeOf\\(context, '${name}'\\)`))
  expect(own.length).toBeLessThan(10)
})
