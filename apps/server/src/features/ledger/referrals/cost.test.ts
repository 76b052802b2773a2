import { expect, it } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'
import { paySignUpBonus } from './bonus.ts'

const test = useTestApp()
const { cookieWith, ask } = createStaff(test)

it('[U-06] the cost of the programme is read from the ledger by month, next to the promised amounts', async () => {
  const cookie = await cookieWith('settings_manage')
  const read = async () => (await ask('dashboard/referrals/cost', {}, { cookie })).body
  expect(await read()).toMatchObject({ months: [], promised: [], last_days: { currency: 'INR', bonus_count: 0 } })
  const [referrer, store] = [await test.build.customer(), await test.build.store()]
  const friend = await test.build.customer({ referred_by: referrer.id })
  await inTransaction(test.db, (tx) =>
    paySignUpBonus(tx, test.services, { userId: friend.id, phone: friend.phone!, referredBy: referrer.id }),
  )
  const order = await test.build.order({
    user_id: friend.id,
    store_id: store.id,
    status: 5,
    platform_income_minor: 2_000n,
  })
  const held = { order_id: order.id, user_id: referrer.id, kind: 'referral', currency: 'INR', status: 'held' }
  await test.db
    .insertInto('commissions')
    .values({ ...held, amount_minor: 500n, reversed_minor: 100n, due_at: new Date() })
    .execute()
  expect(await read()).toEqual({
    success: true,
    months: [
      {
        month: expect.stringMatching(/^\d{4}-\d{2}$/),
        currency: 'INR',
        bonuses: '200.00',
        bonus_count: 1,
        rewards: '200.00',
        reward_count: 1,
        commissions: '0.00',
        commission_count: 0,
      },
    ],
    promised: [{ currency: 'INR', amount: '4.00', count: 1 }],
    last_days: { currency: 'INR', bonus_count: 1, reward_count: 1, referred_sales: '100.00', shared_sales: '0.00' },
  })
})
