import type { TestApp } from './harness.ts'

/**
 * Returns how often `body` takes a connection from the pool. Outside transactions, this number is that of the
 * statements of `body`.
 */
export async function queriesOf({ pool }: Pick<TestApp, 'pool'>, body: () => Promise<unknown>): Promise<number> {
  let count = 0
  const counted = () => {
    count += 1
  }
  pool.on('acquire', counted)
  await body()
  pool.off('acquire', counted)
  return count
}
