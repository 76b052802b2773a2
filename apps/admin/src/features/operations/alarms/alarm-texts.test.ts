import { expect, test } from 'vitest'
import { alarmTexts } from './alarm-texts.ts'

type Alarm = Parameters<(typeof alarmTexts)[keyof typeof alarmTexts]['title']>[0]
const alarm = (facts: Record<string, string | number | null>, subject = '') => ({ facts, subject }) as unknown as Alarm

test('[U-01] an alarm is described in words with its figures', () => {
  expect(alarmTexts.reward_ratio_high.title(alarm({ store: 'Corner Kitchen', percent: 140 }))).toBe(
    'Referral and share commissions take 140% of the store commission of Corner Kitchen',
  )
  expect(alarmTexts.code_prefix_stopped.title(alarm({ sent: 1200, entered: 3 }, '+9198'))).toBe(
    'Codes to new phone numbers that begin with +9198 are stopped: 1,200 sent, 3 entered',
  )
  expect(alarmTexts.requests_from_one_address.title(alarm({ percent: 97 }))).toBe(
    '97% of all requests come from one IP address',
  )
})

test('[U-01] a missing figure is shown as a question mark, never as “undefined”', () => {
  expect(alarmTexts.code_budget_half_spent.title(alarm({ spent: 0 }, 'codes'))).toBe(
    'Half of the budget for codes is spent: 0 of ?',
  )
})
