import { type AlarmCode, alarmCodes } from '@nukkad/contract/operations/alarms.ts'
import Fastify from 'fastify'
import { pino } from 'pino'
import { beforeEach, expect, test as it } from 'vitest'
import { reportTrouble } from '#features/delivery/trips/report-trouble.ts'
import { watchStops } from '#features/delivery/trips/watch-stops.ts'
import { requireTrustedPrefix, takeFromCodeBudget, watchCodes } from '#features/identity/accounts/code-budgets.ts'
import { watchCommissions } from '#features/ledger/referrals/credit-commissions.ts'
import { REQUESTS_PER_CHECK, watchClients } from '#features/operations/system-status/watch-clients.ts'
import type { Services } from '#http/calls.ts'
import { createPeople } from '#test/accounts.ts'
import { useTestApp } from '#test/harness.ts'
import { createDeliveries } from '#test/referrals.ts'

const test = useTestApp()
const people = createPeople(test)

beforeEach(async () => {
  for (const table of ['alarms', 'code_budgets', 'code_prefixes'] as const) await test.db.deleteFrom(table).execute()
})

const open = () => test.db.selectFrom('alarms').select('code').where('closed_at', 'is', null).execute()

/** Begins and ends the cause of an alarm, so that the alarm's check detects both. */
type Cycle = { begin: () => Promise<unknown>; end: () => Promise<unknown> }

const cycles: Record<AlarmCode, (services: Services) => Promise<Cycle> | Cycle> = {
  code_budget_half_spent: (services) => ({
    begin: async () => {
      await people.set({ limitCodesToNewcomersPerDay: '2' })
      await takeFromCodeBudget(services, 'newcomers')
    },
    end: async () => {
      await watchCodes(services)
      expect(await open()).toHaveLength(1)
      const used_until = new Date(Date.now() - 1000)
      await test.db.updateTable('code_budgets').set({ used_until }).execute()
      await watchCodes(services)
    },
  }),
  code_prefix_stopped: (services) => ({
    begin: async () => {
      const row = { prefix: '+917777', hour: new Date(), sent: 30, entered: 0 }
      await test.db.insertInto('code_prefixes').values(row).execute()
      await expect(requireTrustedPrefix(services, '+917777100001')).rejects.toThrow()
    },
    end: async () => {
      await watchCodes(services)
      expect(await open()).toHaveLength(1)
      await test.db.deleteFrom('code_prefixes').execute()
      await watchCodes(services)
    },
  }),
  requests_from_one_address: (services) => {
    const app = Fastify()
    watchClients(app, { ...services, config: { ...services.config, mode: 'production' } })
    app.get('/', async () => 'ok')
    const look = async (addresses: number) => {
      for (let at = 0; at < REQUESTS_PER_CHECK; at++)
        await app.inject({ url: '/', remoteAddress: `10.0.0.${at % addresses}` })
    }
    return {
      begin: () => look(1).then(() => expect.poll(open).toHaveLength(1)),
      end: () => look(3).then(() => expect.poll(open).toEqual([])),
    }
  },
  rider_stopped: async (services) => {
    const store = await test.build.store()
    const [rider, customer] = await Promise.all([test.build.rider({ stores: [store] }), test.build.customer()])
    const row = { user_id: customer.id, store_id: store.id }
    const { id: orderId } = await test.build.order({ ...row, rider_id: rider.id, status: 4 })
    const carry = (status: number) =>
      test.db.updateTable('orders').set({ status, rider_id: rider.id }).where('id', '=', orderId).execute()
    return {
      begin: () => reportTrouble(services, { riderId: rider.id, orderId, trouble: 'rider_stopped' }),
      end: async () => {
        await watchStops(services)
        expect(await open()).toHaveLength(1)
        await carry(4)
        await watchStops(services)
      },
    }
  },
  reward_ratio_high: async (services) => {
    await people.set({ enableReferAndEarn: 'true', referralBonusType: 'registration' })
    const referrer = await test.build.customer({ address: { latitude: 12.9101 } })
    const friend = await test.build.customer({ referred_by: referrer.id, address: { latitude: 12.9103 } })
    await createDeliveries(test).deliver(friend, 100_000n)
    const watchAt = async (commissionAlarmPercent: string) => {
      await people.set({ commissionAlarmPercent })
      await watchCommissions(services)
    }
    return { begin: () => watchAt('1'), end: () => watchAt('99') }
  },
}

it.each(alarmCodes)(
  '%s is closed when its cause ends, and is a new line in the log when it is raised again',
  async (code) => {
    const lines: string[] = []
    const write = (line: string) => {
      const { alarm, event } = JSON.parse(line) as { alarm?: string; event: string }
      lines.push(`${alarm}: ${event}`)
    }
    const log = pino({ level: 'info' }, { write })
    const { begin, end } = await cycles[code]({ ...test.services, log })
    const [raised, cleared] = [`${code}: alarm.raised`, `${code}: alarm.cleared`]
    await begin()
    expect(await open()).toEqual([{ code }])
    await end()
    expect(await open()).toEqual([])
    await begin()
    expect(lines).toEqual([raised, cleared, raised])
  },
  60_000,
)
