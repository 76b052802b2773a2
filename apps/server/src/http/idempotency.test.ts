import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createDashboard } from '#test/adjustments.ts'
import { useTestApp } from '#test/harness.ts'

const test = useTestApp()
const dashboard = createDashboard(test)

it('[GAP-16] an answer is stored under its key for seven days', async () => {
  const clerk = await dashboard.clerk('all_users_wallet')
  const customer = await test.build.customer()
  const correction = { customer_id: customer.id, direction: 'credit', amount: '10', reason: 'late order' }
  expect((await dashboard.ask('dashboard/wallet-adjustments/propose', correction, clerk)).status).toBe(200)
  const { rows } = await sql<{ hours: number }>`
    select round(extract(epoch from expires_at - now()) / 3600)::int as hours
      from idempotency_keys where user_id = ${clerk.id}`.execute(test.db)
  expect(rows).toEqual([{ hours: 168 }])
})
