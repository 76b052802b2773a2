import { type BonusOccasion, paysBonus } from '@nukkad/rules/referral.ts'
import type { Tx } from '#db/connection.ts'
import { postTransfer } from '#features/ledger/wallet/ledger.ts'
import type { Services } from '#http/calls.ts'
import { phoneHash } from './phone-hash.ts'
import { promotionPostings } from './postings.ts'
import { countRewardsOfMonth, lockEarners, takeBonusOfPhone } from './queries.ts'
import { amount, bonusTerms } from './terms.ts'

const REWARD_KIND = 'referral_reward'

export type BonusServices = Pick<Services, 'config' | 'settings'>
type ProvedCustomer = { userId: number; phone: string; referredBy: number | null }

/**
 * Pays the welcome bonus of a customer who proves their phone for the first time, and the reward of their referrer. The
 * bonus and the reward are promotion credit. A phone earns the bonus and the reward once, even if its account is
 * deleted (I-02, I-03, I-10, INT-01, INT-02, GAP-82). Pays nothing while the programme is off, or while it pays on
 * orders instead.
 */
export async function paySignUpBonus(tx: Tx, services: BonusServices, customer: ProvedCustomer): Promise<void> {
  await payBonus(tx, services, customer, { kind: 'registration' })
}

/** Pays welcome bonus and reward if the programme pays for this event and the phone has never earned a bonus before. */
export async function payBonus(
  tx: Tx,
  services: BonusServices,
  customer: ProvedCustomer,
  occasion: BonusOccasion,
): Promise<void> {
  const { settings, config } = services
  if (!paysBonus(bonusTerms(settings), occasion, customer.referredBy !== null)) return
  if (!(await takeBonusOfPhone(tx, phoneHash(config.secret, customer.phone)))) return
  await payWelcomeBonus(tx, services, customer)
  await payReferrer(tx, services, customer)
}

async function payWelcomeBonus(tx: Tx, { settings }: BonusServices, { userId }: ProvedCustomer): Promise<void> {
  const amountMinor = amount(settings, 'referralSuccessAmountReferredUser')
  if (amountMinor === 0n) return
  await postTransfer(tx, {
    kind: 'signup_bonus',
    source: { type: 'user', id: userId },
    currency: settings.get('currencyId'),
    description: { key: 'walletTransactionSignup' },
    postings: promotionPostings(userId, amountMinor),
  })
}

/**
 * Pays a referrer the reward, once for each referred customer, up to the referrer's limit of rewards in a calendar
 * month (docs/reference/security.md#ledger).
 */
async function payReferrer(
  tx: Tx,
  { settings, config }: BonusServices,
  { userId, referredBy }: ProvedCustomer,
): Promise<void> {
  const amountMinor = amount(settings, 'referralSuccessAmountReferringUser')
  if (amountMinor === 0n || referredBy === null) return
  const [referrer] = await lockEarners(tx, [referredBy])
  if (!referrer?.mayEarn) return
  const month = { userId: referredBy, kind: REWARD_KIND, timeZone: config.timeZone }
  if ((await countRewardsOfMonth(tx, month)) >= settings.number('referralRewardsPerMonth')) return
  await postTransfer(tx, {
    kind: REWARD_KIND,
    source: { type: 'user', id: userId },
    currency: settings.get('currencyId'),
    description: { key: 'walletTransactionReferral' },
    postings: promotionPostings(referredBy, amountMinor),
  })
}
