import { wireMoney } from '@nukkad/rules/money.ts'
import { routes } from '#http/calls.ts'
import { wireTime } from '#http/wire-time.ts'
import { countFriends, listFriends } from './queries.ts'

const MOST_SHOWN = 100

export const referralRoutes = routes({
  'get-referred-users': async ({ db, session, settings, config }) => {
    if (!settings.isOn('enableReferAndEarn')) return { success: false, available: false }
    const { userId } = session
    const currency = settings.get('currencyId')
    const [friends, referralCount] = await Promise.all([
      listFriends(db, { userId, currency, most: MOST_SHOWN }),
      countFriends(db, userId),
    ])
    const list = friends.map(({ id, name, phone, created_at, orders }) => ({
      id,
      // A friend is known by his first name; what he orders, and how to reach him, is his own matter.
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
})
