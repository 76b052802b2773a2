import { wireMoney } from '@nukkad/rules/money.ts'
import { inSnapshot } from '#db/snapshot.ts'
import { routes } from '#http/calls.ts'
import { wireTime } from '#http/wire-time.ts'
import { findLastDays, listCosts, listPromises } from './cost-queries.ts'
import { countFriends, listFriends } from './queries.ts'

const MAX_SHOWN = 100

export const referralRoutes = routes({
  'get-referred-users': async ({ db, session, settings, config }) => {
    if (!settings.isOn('enableReferAndEarn')) return { success: false, available: false }
    const { userId } = session
    const currency = settings.get('currencyId')
    const { friends, referralCount } = await inSnapshot(db, async (tx) => ({
      friends: await listFriends(tx, { userId, currency, most: MAX_SHOWN }),
      referralCount: await countFriends(tx, userId),
    }))
    const list = friends.map(({ id, name, phone, created_at, orders }) => ({
      id,
      // The referrer sees a friend's first name only. The friend's orders and full contact data are private.
      name: name.split(' ')[0] ?? '',
      phone: phone === null ? '' : `•••• ${phone.slice(-4)}`,
      created_at: wireTime(created_at, config.timeZone),
      orders: orders.map((order) => ({
        id: order.id,
        created_at: wireTime(new Date(order.delivered_at), config.timeZone),
        commission: wireMoney(BigInt(order.commission_minor), currency),
      })),
    }))
    return { success: true, available: true, list, referralCount }
  },

  'dashboard/referrals/cost': async ({ db, settings, config }) => {
    const currency = settings.get('currencyId')
    const { costs, promises, days } = await inSnapshot(db, async (tx) => ({
      costs: await listCosts(tx, config.timeZone),
      promises: await listPromises(tx),
      days: await findLastDays(tx, currency),
    }))
    return {
      success: true,
      months: costs.map((row) => ({
        month: row.month,
        currency: row.currency,
        bonuses: wireMoney(row.bonus_minor, row.currency),
        bonus_count: row.bonus_count,
        rewards: wireMoney(row.reward_minor, row.currency),
        reward_count: row.reward_count,
        commissions: wireMoney(row.commission_minor, row.currency),
        commission_count: row.commission_count,
      })),
      promised: promises.map((row) => ({
        currency: row.currency,
        amount: wireMoney(row.minor, row.currency),
        count: row.count,
      })),
      last_days: {
        currency,
        bonus_count: days.bonus_count,
        reward_count: days.reward_count,
        referred_sales: wireMoney(days.referred_minor, currency),
        shared_sales: wireMoney(days.shared_minor, currency),
      },
    }
  },
})
