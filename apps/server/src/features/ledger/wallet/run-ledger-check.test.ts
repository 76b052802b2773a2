import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { createDashboard } from '#test/adjustments.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { fundWallet } from '#test/wallet.ts'
import { insertCheck } from './check-queries.ts'
import { jobs } from './jobs.ts'
import { runLedgerCheck } from './run-ledger-check.ts'

const test = useTestApp()
const dashboard = createDashboard(test)

const setBalance = (userId: number, balance_minor: bigint) =>
  test.db
    .updateTable('ledger_accounts')
    .set({ balance_minor })
    .where('user_id', '=', userId)
    .where('kind', '=', 'wallet_own')
    .execute()

async function figure(name: string): Promise<number | undefined> {
  const { body } = await test.send('/metrics', { method: 'GET', ip: '127.0.0.1' })
  const found = String(body).match(new RegExp(`^${name} (\\d+)$`, 'm'))
  return found ? Number(found[1]) : undefined
}

it('the nightly check is stored, logged, and shown to staff and monitors; a later one without differences replaces it', async () => {
  const { id } = await test.build.customer()
  await fundWallet(test.db, id, { ownMinor: 100n })
  const clerk = await dashboard.clerk('wallet_transactions_view')
  expect((await test.call('dashboard/ledger-check', {}, clerk)).body).toEqual({ success: true, data: null })
  expect(await figure('nukkad_book_differences')).toBeUndefined()

  await setBalance(id, 90n)
  const lines: unknown[] = []
  const log = Object.assign(Object.create(test.services.log), { error: (line: unknown) => lines.push(line) })
  await jobs.tasks['check-books']!({}, { ...test.services, log })
  expect(lines).toEqual([
    {
      event: 'ledger.difference_found',
      difference: { check: 'balances', subject: expect.any(String), expected: 100n, found: 90n },
    },
  ])
  expect((await test.call('dashboard/ledger-check', {}, clerk)).body).toEqual({
    success: true,
    data: {
      checked_at: expect.any(String),
      stops_payouts: true,
      difference_count: 1,
      differences: [
        { check: 'balances', subject: expect.stringContaining(`user ${id}`), expected: '100', found: '90' },
      ],
    },
  })
  expect(await figure('nukkad_book_differences')).toBe(1)
  expect(await figure('nukkad_book_check_age_seconds')).toBeLessThan(60)

  await setBalance(id, 100n)
  expect(await runLedgerCheck(test.db)).toEqual([])
  const { body } = await test.call('dashboard/ledger-check', {}, clerk)
  expect(body.data).toMatchObject({ stops_payouts: false, difference_count: 0, differences: [] })
  expect(await figure('nukkad_book_differences')).toBe(0)
})

it('a check that began earlier and ended later is not the newest, and stored checks never change', async () => {
  await runLedgerCheck(test.db)
  const differences = [{ check: 'balances' as const, subject: 'account 1', expected: 1n, found: 2n }]
  const startedAt = new Date(Date.now() - 60_000)
  await inTransaction(test.db, (tx) => insertCheck(tx, { startedAt, differences }))
  expect(await figure('nukkad_book_differences')).toBe(0)
  await expect(sql`delete from ledger_checks`.execute(test.db)).rejects.toThrow()
  await expect(sql`update ledger_checks set difference_count = 0`.execute(test.db)).rejects.toThrow()
})

it('a check that finds more than a page of differences keeps their number and the first of them', async () => {
  const differences = Array.from({ length: 130 }, (_, n) => ({
    check: 'balances' as const,
    subject: `account ${n}`,
    expected: 1n,
    found: 2n,
  }))
  await inTransaction(test.db, (tx) => insertCheck(tx, { startedAt: new Date(), differences }))
  const answer = await test.call('dashboard/ledger-check', {}, await dashboard.clerk('wallet_transactions_view'))
  expect(answer.body.data).toMatchObject({ difference_count: 130 })
  expect(answer.body.data!.differences).toHaveLength(100)
  expect(codeOf(await test.call('dashboard/ledger-check', {}, await dashboard.clerk('order_view')))).toBe(
    'PERMISSION_MISSING',
  )
})
