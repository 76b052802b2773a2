import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { checkLedger } from '#features/ledger/wallet/checker.ts'
import { storeFunds } from '#features/ledger/wallet/store-balance.ts'
import { openTown } from '#test/referral-year/database.ts'
import { openYear } from '#test/referral-year/ledger.ts'
import { foresee } from '#test/referral-year/oracle.ts'
import { STORE_BASIS_POINTS, scenarios } from '#test/referral-year/scenario.ts'
import { planYear } from '#test/referral-year/world.ts'
import { createPeople } from './accounts.ts'
import { useTestApp } from './harness.ts'

/**
 * Number of people in the simulated year. The command `npm run prove` runs the year with 10,000 people in memory, and
 * twice with 150 on the database.
 */
const PEOPLE = Number(process.env.YEAR_PEOPLE ?? 1_500)
const SAMPLE = Number(process.env.YEAR_SAMPLE ?? 20)
const SEED = Number(process.env.YEAR_SEED ?? 20_261_121)
const MONTHS = 12
/** Number of events after which the test checks the total money again. */
const COUNTED_EVERY = 1_000
const PATIENCE_MS = 180_000

describe.each(Object.entries(scenarios))('a year of %s', (_, scenario) => {
  const test = useTestApp()

  it(
    `[I-10] [I-11] [INT-01] [INT-02] [INT-03] [GAP-68] [GAP-82] ${PEOPLE} people: no paisa is created or lost, and everyone has the amount that the rules give`,
    () => {
      const events = planYear({ people: PEOPLE, seed: SEED, months: MONTHS })
      const year = openYear(scenario)
      for (const [index, event] of events.entries()) {
        year.live(event)
        if (index % COUNTED_EVERY === 0) expect(year.total()).toBe(0n)
      }
      expect(year.total()).toBe(0n)
      const { standing, sights } = foresee(events, scenario)
      expect(year.standing()).toEqual(standing)
      const { rewardsOverCap, ...guarded } = sights
      for (const [sight, times] of Object.entries(guarded)) expect(times, sight).toBeGreaterThan(0)
      if (scenario.referralRewardsPerMonth) expect(rewardsOverCap).toBeGreaterThan(0)
    },
    PATIENCE_MS,
  )

  it(
    `[I-10] [I-11] [INT-03] [GAP-68] [GAP-82] ${SAMPLE} people on the server's own tables reach the same result`,
    async () => {
      // The year that runs on the database has only one month, because there everything happens in the current month.
      const events = planYear({ people: SAMPLE, seed: SEED + 1, months: 1 })
      await createPeople(test).set(scenario)
      const store = await test.build.store({ commission_basis_points: STORE_BASIS_POINTS })
      const rider = await test.build.rider({ commission_basis_points: 0 })
      const town = openTown(test, { storeId: store.id, riderId: rider.id })
      for (const event of events) await town.live(event)
      expect(await town.standing()).toEqual(foresee(events, scenario).standing)
      // The wallets and the store's balance together must not exceed the cash that riders took and the money that staff
      // refunded.
      const { rows } = await sql<{ wallets: bigint; cash: bigint; returned: bigint }>`
        select coalesce(sum(p.amount_minor) filter (where a.kind = 'wallet_own'), 0)::bigint as wallets,
               coalesce(-sum(p.amount_minor) filter (where a.kind = 'rider_cash'), 0)::bigint as cash,
               coalesce(sum(p.amount_minor) filter (where a.kind = 'wallet_own' and t.kind = 'adjustment'), 0)::bigint as returned
          from postings p join ledger_accounts a on a.id = p.account_id join transfers t on t.id = p.transfer_id`.execute(
        test.db,
      )
      const { wallets, cash, returned } = rows[0]!
      const { freeMinor, balanceMinor } = await storeFunds(test.db, store.id, 'INR')
      expect(wallets + freeMinor).toBeLessThanOrEqual(cash + returned)
      expect(freeMinor).toBeLessThanOrEqual(balanceMinor)
      const left = await checkLedger(test.db)
      expect(left.filter(({ check }) => check !== 'orderDiscounts')).toEqual([])
    },
    PATIENCE_MS,
  )
})
