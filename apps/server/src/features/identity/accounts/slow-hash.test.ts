import { argon2Sync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { AppError } from '#http/errors.ts'
import type { Turn } from './fair-queue.ts'
import { isOutdated, matchesSlowHash, slowHash } from './slow-hash.ts'

describe('slow hashes', () => {
  it('slow hashes are Argon2id with 19 MiB, two passes, one lane and a random salt', async () => {
    const [first, second] = await Promise.all([slowHash('correct horse'), slowHash('correct horse')])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(first).not.toBe(second)
    const [, , , , salt, hash] = first.split('$')
    const nonce = Buffer.from(salt!, 'base64')
    const figures = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
    const derived = argon2Sync('argon2id', { message: 'correct horse', nonce, ...figures })
    expect(derived.toString('base64').replace(/=+$/, '')).toBe(hash)
  })

  it('match exactly the hashed password, and nothing if there is no hash', async () => {
    const stored = await slowHash(' Pässword ')
    expect(await matchesSlowHash(' Pässword ', stored)).toBe(true)
    expect(await matchesSlowHash('Pässword', stored)).toBe(false)
    for (const missing of [null, undefined, '', '$argon2id$', '$2b$10$abcdefghijklmnopqrstuv'])
      expect(await matchesSlowHash('', missing)).toBe(false)
  })

  it('need the pepper with which they were made', async () => {
    const stored = await slowHash('482913', { pepper: 'kept elsewhere' })
    expect(await matchesSlowHash('482913', stored, { pepper: 'kept elsewhere' })).toBe(true)
    expect(await matchesSlowHash('482913', stored)).toBe(false)
  })

  it('contain their parameters, so that older ones still match and are recognised as old', async () => {
    const salt = Buffer.alloc(16, 7)
    const hash = argon2Sync('argon2id', {
      message: 'x',
      nonce: salt,
      memory: 8192,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    })
    const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    const old = `$argon2id$v=19$m=8192,t=1,p=1$${text(salt)}$${text(hash)}`
    expect(await matchesSlowHash('x', old)).toBe(true)
    expect(isOutdated(old)).toBe(true)
    expect(isOutdated(await slowHash('x'))).toBe(false)
  })

  it('one client has four slots; further calls must come back later, so that others get a slot', async () => {
    const turnOf = (key: string): Turn => ({ client: { key, wide: key }, isReserved: false })
    const stored = await slowHash('x')
    const flood = Array.from({ length: 30 }, () => matchesSlowHash('y', stored, { turn: turnOf('203.0.113.1') }))
    const other = matchesSlowHash('x', stored, { turn: turnOf('203.0.113.2') })
    const done = await Promise.allSettled(flood)
    const refused = done.filter((result) => result.status === 'rejected').map((result) => result.reason as AppError)
    expect(refused.map((error) => error.code)).toEqual(Array(26).fill('TEMPORARILY_AWAY'))
    expect(await other).toBe(true)
  })
})
