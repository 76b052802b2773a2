import { sql } from 'kysely'
import { tableSource } from '#platform/tables/source.ts'
import { costRows } from './cost-queries.ts'

export const referralCostTable = tableSource('referral_cost', {
  from: ({ timeZone }) => sql`${costRows(timeZone)} c`,
  columns: {
    month: sql`c.month`,
    bonuses: sql`c.bonus_minor`,
    bonus_count: sql`c.bonus_count`,
    rewards: sql`c.reward_minor`,
    reward_count: sql`c.reward_count`,
    commissions: sql`c.commission_minor`,
    commission_count: sql`c.commission_count`,
    currency: sql`c.currency`,
  },
  filters: {},
  key: sql`c.currency`,
})
