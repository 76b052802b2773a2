import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from './harness.ts'

const noStore = 0
const keep = { bytesOf: () => 0 }

/**
 * Waits until a server has received the announcement of every earlier commit. The function caches two values and
 * announces a change that drops only the first. Announcements arrive in order, so when only the first value is gone,
 * all earlier announcements have arrived. If an earlier announcement drops both values, the function starts over.
 */
export async function heardAll({ db, services: { memory } }: Pick<TestApp, 'db' | 'services'>): Promise<void> {
  const [menu, other] = [`menu:${noStore}`, 'heard:all'] as const
  memory.drop([other])
  await expect
    .poll(async () => {
      if (!memory.find(other)) {
        for (const key of [menu, other]) memory.put(key, keep, Promise.resolve('kept'))
        await sql`select pg_notify('menus_changed', ${String(noStore)})`.execute(db)
      }
      return [memory.find(menu) !== undefined, memory.find(other) !== undefined]
    })
    .toEqual([false, true])
}
