import { describe, expect, test, vi } from 'vitest'
import { createMemory, type Memory } from './memory.ts'

const keep = { bytesOf: () => 10 }

function started(limits = { maxEntries: 100, maxBytes: 10_000 }): Memory {
  const memory = createMemory(limits)
  memory.start()
  return memory
}

/** Returns a function that returns `value`, and that counts its calls. */
const making = <Value>(value: Value) => vi.fn(async () => value)

describe('a cache in memory', () => {
  test('computes a value once for all parallel readers', async () => {
    const memory = started()
    const make = making('dosa')
    expect(await Promise.all([memory.get('a:1', keep, make), memory.get('a:1', keep, make)])).toEqual(['dosa', 'dosa'])
    expect(await memory.get('a:1', keep, make)).toBe('dosa')
    expect(make).toHaveBeenCalledTimes(1)
  })

  test('does not store a failure', async () => {
    const memory = started()
    await expect(memory.get('a:1', keep, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await memory.get('a:1', keep, making('back'))).toBe('back')
  })

  test.each([
    ['its key', (memory: Memory) => memory.drop(['a:1'])],
    ['its type', (memory: Memory) => memory.dropType('a')],
    ['everything', (memory: Memory) => memory.clear()],
    ['everything, as changes are no longer announced', (memory: Memory) => memory.stop()],
    ['everything, as changes are announced again', (memory: Memory) => memory.start()],
  ])('does not store a value if a change drops %s while it is being read', async (_, drop) => {
    const memory = started()
    const reading = Promise.withResolvers<string>()
    const old = memory.get('a:1', keep, () => reading.promise)
    drop(memory)
    reading.resolve('old')
    expect(await old).toBe('old')
    expect(await memory.get('a:1', keep, making('new'))).toBe('new')
  })

  test('drops the values of one type and of no other', async () => {
    const memory = started()
    for (const key of ['a:1', 'ab:1']) await memory.get(key, keep, making('old'))
    memory.dropType('a')
    expect(await memory.get('a:1', keep, making('new'))).toBe('new')
    expect(await memory.get('ab:1', keep, making('new'))).toBe('old')
  })

  test('stores nothing before it is started and after it is stopped', async () => {
    const memory = createMemory({ maxEntries: 100, maxBytes: 10_000 })
    const make = making(1)
    await memory.get('a:1', keep, make)
    await memory.get('a:1', keep, make)
    memory.start()
    await memory.get('a:1', keep, make)
    await memory.get('a:1', keep, make)
    memory.stop()
    await memory.get('a:1', keep, make)
    expect(make).toHaveBeenCalledTimes(4)
    expect(memory.size()).toEqual({ entries: 0, bytes: 0 })
  })

  test.each([
    ['entries', { maxEntries: 3, maxBytes: 10_000 }],
    ['bytes', { maxEntries: 100, maxBytes: 3 * (10 + 2 * 'a:1'.length) }],
  ])('is limited in %s; the least recently used values are dropped first', async (_, limits) => {
    const memory = started(limits)
    for (const key of ['a:1', 'a:2', 'a:3']) await memory.get(key, keep, making(key))
    await memory.get('a:1', keep, making('used'))
    await memory.get('a:4', keep, making('a:4'))
    expect(memory.size().entries).toBe(3)
    expect(memory.find('a:2')).toBeUndefined()
    for (const key of ['a:1', 'a:3', 'a:4']) expect(await memory.find(key)).toBe(key)
  })

  test('keeps a value no longer than its maximum age', async () => {
    const memory = started()
    await memory.get('a:1', { ...keep, maxAgeMs: 0 }, making('old'))
    expect(await memory.get('a:1', keep, making('new'))).toBe('new')
  })

  test('computes many values in one step, and only those that are missing', async () => {
    const memory = started()
    await memory.get('a:2', keep, making('kept'))
    const make = vi.fn(async (missing: readonly string[]) => missing.map((key) => `made ${key}`))
    expect(await memory.getMany(['a:1', 'a:2', 'a:3'], keep, make)).toEqual(['made a:1', 'kept', 'made a:3'])
    expect(await memory.getMany(['a:3', 'a:1'], keep, make)).toEqual(['made a:3', 'made a:1'])
    expect(make.mock.calls).toEqual([[['a:1', 'a:3']]])
    await expect(memory.getMany(['a:4'], keep, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(memory.find('a:4')).toBeUndefined()
  })
})
