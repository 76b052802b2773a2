import { getHeapStatistics } from 'node:v8'
import { expect, test } from 'vitest'
import { freeMemoryWhenIdle } from './free-memory.ts'

const MIB = 1024 * 1024

function unusedBytes(): number {
  const { total_heap_size, used_heap_size } = getHeapStatistics()
  return total_heap_size - used_heap_size
}

/** Allocates objects as a busy server does: many, some of which live for a while. */
function work(): void {
  let recent: object[] = []
  for (let i = 0; i < 4_000_000; i++) {
    if (recent.length > 300_000) recent = []
    recent.push({ i, list: [i] })
  }
}

test('an idle process returns the memory that it needed while it was busy', async () => {
  work()
  expect(unusedBytes()).toBeGreaterThan(64 * MIB)
  freeMemoryWhenIdle()
  await expect.poll(unusedBytes, { timeout: 90_000, interval: 1000 }).toBeLessThan(32 * MIB)
}, 120_000)
