import { createHmac } from 'node:crypto'
import { type Minor, parseMoney } from '@nukkad/rules/money.ts'
import type { Tx } from '#db/connection.ts'
import { postTransfer } from '#features/wallet/ledger.ts'
import type { Services } from '#http/calls.ts'
import { countRewardsOfMonth, lockReferrer, takeBonusOfPhone } from './queries.ts'

const REWARD_KIND = 'referral_reward'

type BonusServices = Pick<Services, 'config' | 'settings'>
type ProvedCustomer = { userId: number; phone: string; referredBy: number | null }

/**
 * Pays what the first proof of a phone earns: the welcome bonus, and the reward of the customer who referred this one.
 * Once per phone ever, also after its account is deleted; as promotion credit (I-02, I-03, I-10, INT-01, INT-02, GAP-82).
 * Pays nothing while the programme is off or pays on orders.
 */
export async function paySignUpBonus(tx: Tx, services: BonusServices, customer: ProvedCustomer): Promise<void> {
  const { settings, config } = services
  if (!settings.isOn('enableReferAndEarn') || settings.get('referralBonusType') !== 'registration') return
  if (settings.get('signupBonusScope') === 'referred' && customer.referredBy === null) return
  if (!(await takeBonusOfPhone(tx, phoneHash(config.secret, customer.phone)))) return
  await payWelcomeBonus(tx, services, customer)
  await payReferrer(tx, services, customer)
}

async function payWelcomeBonus(tx: Tx, { settings }: BonusServices, { userId }: ProvedCustomer): Promise<void> {
  const currency = settings.get('currencyId')
  const amountMinor = rewardMinor(settings.get('referralSuccessAmountReferredUser'), currency)
  if (amountMinor === 0n) return
  await postTransfer(tx, {
    kind: 'signup_bonus',
    source: { type: 'user', id: userId },
    currency,
    description: { key: 'walletTransactionSignup' },
    postings: promotionTo(userId, amountMinor),
  })
}

/** Each referred customer rewards once; a referrer has at most the month's number of rewards (security document §6). */
async function payReferrer(
  tx: Tx,
  { settings, config }: BonusServices,
  { userId, referredBy }: ProvedCustomer,
): Promise<void> {
  const currency = settings.get('currencyId')
  const amountMinor = rewardMinor(settings.get('referralSuccessAmountReferringUser'), currency)
  if (amountMinor === 0n || referredBy === null) return
  const referrer = await lockReferrer(tx, referredBy)
  if (referrer === undefined) return
  const month = { userId: referrer, kind: REWARD_KIND, timeZone: config.timeZone }
  if ((await countRewardsOfMonth(tx, month)) >= settings.number('referralRewardsPerMonth')) return
  await postTransfer(tx, {
    kind: REWARD_KIND,
    source: { type: 'user', id: userId },
    currency,
    description: { key: 'walletTransactionReferral' },
    postings: promotionTo(referrer, amountMinor),
  })
}

function promotionTo(userId: number, amountMinor: Minor) {
  return [
    { account: { kind: 'promotion_expense' as const }, amountMinor: -amountMinor },
    { account: { kind: 'wallet_promotion' as const, userId }, amountMinor },
  ]
}

/** A setting's amount in whole currency units; one that says nothing pays nothing. */
function rewardMinor(setting: string, currency: string): Minor {
  return parseMoney(setting.trim(), currency) ?? 0n
}

function phoneHash(secret: string, phone: string): Buffer {
  return createHmac('sha256', secret).update(phone).digest()
}
