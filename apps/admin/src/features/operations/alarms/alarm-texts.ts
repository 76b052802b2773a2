import type { Output } from '@nukkad/contract/contract.ts'
import type { AlarmCode } from '@nukkad/contract/operations/alarms.ts'
import { formatCount } from '#lib/format.ts'

type Alarm = Output<'dashboard/home'>['alarms'][number]

/** The text of an alarm on the home page: what happened, what to do next, and the page for it. */
type AlarmTexts = { title: (alarm: Alarm) => string; advice: string; to: string; page: string }

const figure = ({ facts }: Alarm, name: string): string => {
  const value = facts[name]
  return typeof value === 'number' ? formatCount(value) : (value ?? '?')
}

/** The texts of every alarm; the type fails to compile if an alarm has no entry. */
export const alarmTexts: Record<AlarmCode, AlarmTexts> = {
  reward_ratio_high: {
    title: (alarm) =>
      `Referral and share commissions take ${figure(alarm, 'percent')}% of the store commission of ${figure(alarm, 'store')}`,
    advice: 'Check who refers this store’s customers before the rewards are paid.',
    to: '/referrals',
    page: 'Referrals',
  },
  code_budget_half_spent: {
    title: (alarm) =>
      `Half of the budget for ${alarm.subject} is spent: ${figure(alarm, 'spent')} of ${figure(alarm, 'budget')}`,
    advice: 'Check whether people really asked for the codes that were sent, or raise the budget in the settings.',
    to: '/settings',
    page: 'Settings',
  },
  code_prefix_stopped: {
    title: (alarm) =>
      `Codes to new phone numbers that begin with ${alarm.subject} are stopped: ${figure(alarm, 'sent')} sent, ${figure(alarm, 'entered')} entered`,
    advice:
      'Someone may be earning money from messages that no customer reads. Check the SMS bill and the countries that receive codes.',
    to: '/settings',
    page: 'Settings',
  },
  rider_stopped: {
    title: (alarm) => `A rider stopped with order ${alarm.subject} because of an accident or a breakdown`,
    advice: 'Call the rider. The order is offered to the other riders.',
    to: '/board',
    page: 'Order board',
  },
  requests_from_one_address: {
    title: (alarm) => `${figure(alarm, 'percent')}% of all requests come from one IP address`,
    advice:
      'The server probably sees the IP address of its proxy instead of those of its clients. Set TRUSTED_PROXY to the IP address of the proxy.',
    to: '/server',
    page: 'Server',
  },
}
