import { isSettingKey, settings as registry, type SettingKey } from '@nukkad/contract/settings/registry.ts'

/** The settings that the operator has changed in a simulated year; all others have the values of a new installation. */
export type Scenario = Partial<Record<SettingKey, string>>

/** The store commission of the year's orders, in hundredths of a percent. */
export const STORE_BASIS_POINTS = 2_000

/**
 * Removes the holding days and daily caps of commissions, because the year tests only the amounts. Separate tests cover
 * when commissions are credited and which of them need an approver.
 */
const uncapped: Scenario = {
  commissionHoldingDays: '0',
  commissionCapPerson: '100000000',
  commissionCapPair: '100000000',
  commissionCapDay: '100000000',
}

/**
 * The scenarios of the simulated year: one for each rule for the time at which bonus and reward are paid. The rates of
 * the scenarios give fractions of a paisa everywhere.
 */
export const scenarios: Record<string, Scenario> = {
  'a fresh install': uncapped,
  'paid on orders, shared codes that save, few rewards a month': {
    ...uncapped,
    referralBonusType: 'order',
    signupBonusScope: 'referred',
    minimumSuccessfulReferralOrderAmount: '250.50',
    referralSuccessAmountReferringUser: '50',
    referralSuccessAmountReferredUser: '123.45',
    referralRewardsPerMonth: '2',
    referralCommissionPercent: '3.33',
    couponShareCommissionPercent: '7.77',
    sharedCouponDiscountPercent: '12.5',
  },
}

/** Returns a reader that reads a scenario's settings in the same way as the server. */
export function readerOf(scenario: Scenario) {
  const get = (key: SettingKey): string => {
    if (!isSettingKey(key)) throw new Error(`${key} is no setting`)
    return scenario[key] ?? registry[key].default
  }
  return { get, isOn: (key: SettingKey) => get(key) === 'true', number: (key: SettingKey) => Number(get(key)) }
}

/**
 * The result of a simulated year: every person's money and the cost of the referral programme, in minor units.
 * `ledger.ts` and `oracle.ts` must get the same result.
 */
export type Standing = {
  people: Record<number, { own: bigint; promotion: bigint; owed: bigint }>
  bonuses: bigint
  commissions: bigint
  waiting: bigint
}
