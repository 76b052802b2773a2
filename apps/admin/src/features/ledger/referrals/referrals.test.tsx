import type { Output } from '@nukkad/contract/contract.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { dialog, noteAt, openPage, page, person, press, textIn, write } from '#test/app.tsx'
import { administrator, staffWith } from '#test/people.ts'
import { changed, type Part, recorded } from '#test/recorded.ts'
import { answer, callsOf, cut, hold, inputsOf, queriesOf, refuse } from '#test/server.ts'

type Setting = Output<'dashboard/settings'>['settings'][number]
const [known] = recorded('dashboard/settings').settings
const setting = (key: string, value: string, change: Part<Setting> = {}) =>
  changed<Setting>(known!, {
    key,
    value,
    group: 'rewards',
    type: 'number',
    source: 'own',
    ...change,
  } as Part<Setting>)

const terms = {
  referralSuccessAmountReferredUser: '200',
  referralSuccessAmountReferringUser: '50',
  homeReferralRewardAmount: '50',
  minimumSuccessfulReferralOrderAmount: '',
  referralRewardsPerMonth: '20',
  referralCommissionPercent: '5',
  couponShareCommissionPercent: '10',
  sharedCouponDiscountPercent: '5',
}

function showTerms(edition = '4', change: Record<string, Part<Setting>> = {}): void {
  const rows = Object.entries(terms).map(([key, value]) => setting(key, value, change[key]))
  const settings = [...rows, setting('enableReferAndEarn', 'true', { type: 'bool' } as Part<Setting>)]
  answer('dashboard/settings', { ...recorded('dashboard/settings'), edition, settings })
}

beforeEach(() => {
  showTerms()
  answer('dashboard/referrals/cost', recorded('dashboard/referrals/cost'))
  answer('dashboard/settings/save', recorded('dashboard/settings/save'))
})

const open = async (as = administrator) => {
  await openPage('/referrals', as)
  await page().findByLabelText('Welcome bonus of a new customer')
}
const saved = () => inputsOf('dashboard/settings/save')

describe('the terms of referrals', () => {
  test('[U-06] the terms are grouped by who gets the money, with the stored values', async () => {
    await open()
    const groups = page().getAllByRole('group')
    expect(
      groups.map((group) =>
        within(group)
          .getAllByRole<HTMLInputElement>('textbox')
          .map(({ value }) => value),
      ),
    ).toEqual([['200'], ['50', '50', '', '20'], ['5', '10', '5']])
    expect(noteAt(page(), 'Maximum rewards a month for one customer')).toBe(
      'For further friends in the same month, the customer gets no reward.',
    )
    expect(page().getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  })

  test('[U-06] the terms are sent with those that changed, without spaces, for the version that was read', async () => {
    await open()
    await write(page(), 'Welcome bonus of a new customer', ' 150 ')
    await write(page(), 'Minimum first order for a reward', '299')
    await person.click(page().getByLabelText('The programme is on'))
    await press(page(), 'Save')
    await screen.findByText('Saved. New accounts and orders get the new terms.')
    expect(saved()).toEqual([
      {
        edition: '4',
        values: {
          referralSuccessAmountReferredUser: '150',
          minimumSuccessfulReferralOrderAmount: '299',
          enableReferAndEarn: 'false',
        },
      },
    ])
    expect([callsOf('dashboard/settings').length, callsOf('dashboard/referrals/cost').length]).toEqual([2, 2])
  })

  test('[U-06] terms that were changed back cannot be saved', async () => {
    await open()
    await write(page(), 'Welcome bonus of a new customer', '150')
    await write(page(), 'Welcome bonus of a new customer', '200')
    expect(page().getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  })

  test('[U-06] the terms are sent once for two presses', async () => {
    const release = hold('dashboard/settings/save')
    await open()
    await write(page(), 'Welcome bonus of a new customer', '150')
    await press(page(), 'Save')
    await person.click(page().getByRole('button', { name: 'Save' }))
    release()
    await screen.findByText(/^Saved\./)
    expect(saved()).toHaveLength(1)
  })

  test('[U-06] terms that the environment sets cannot be typed', async () => {
    showTerms('4', { referralCommissionPercent: { source: 'environment' } as Part<Setting> })
    await open()
    expect(page().getByLabelText<HTMLInputElement>('Share of a friend’s orders').disabled).toBe(true)
    expect(page().getByLabelText<HTMLInputElement>('Discount with a shared code').disabled).toBe(false)
  })

  test('[U-06] terms that someone else changed meanwhile are kept with the reason', async () => {
    refuse('dashboard/settings/save', 'SETTINGS_CLASH')
    await open()
    await write(page(), 'Welcome bonus of a new customer', '150')
    await press(page(), 'Save')
    await expect.poll(() => page().queryAllByRole('alert').length).toBe(1)
    expect(textIn(page(), 'Welcome bonus of a new customer')).toBe('150')
  })

  test('[U-06] changed terms are not left without a question, and a lost connection keeps them', async () => {
    cut('dashboard/settings/save')
    await open()
    await write(page(), 'Welcome bonus of a new customer', '150')
    await press(page(), 'Save')
    await page().findByText('There is no connection, so nothing was changed. Please try again.')
    await person.click(screen.getAllByRole('link', { name: 'Coupons' })[0]!)
    await press(await dialog('Discard changes?'), 'Keep editing')
    expect(textIn(page(), 'Welcome bonus of a new customer')).toBe('150')
  })
})

describe('the forecast', () => {
  const lines = () => {
    const forecast = page().getByRole('region', { name: 'Costs of the last 30 days under these terms' })
    return [...forecast.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  }

  test('[U-06] follows what is typed, and takes what is no number as nothing', async () => {
    const days = { bonus_count: 4, reward_count: 0, referred_sales: '200.00', shared_sales: '0.00', currency: 'INR' }
    answer('dashboard/referrals/cost', recorded('dashboard/referrals/cost', { last_days: days }))
    await open()
    await write(page(), 'Welcome bonus of a new customer', '12.50')
    await write(page(), 'Share of a friend’s orders', '2.5')
    expect(lines()).toEqual([
      'Welcome bonuses 4 × ₹12.50₹50.00',
      'Rewards for friends 0 × ₹50.00₹0.00',
      'Shares of friends’ orders 2.5% of ₹200.00₹5.00',
      'Shares of orders with a shared code 10% of ₹0.00₹0.00',
      'Would have cost₹55.00',
    ])
    await write(page(), 'Welcome bonus of a new customer', 'much')
    expect(lines().at(-1)).toBe('Would have cost₹5.00')
  })
})

describe('the cost of referrals', () => {
  test('[U-06] is listed by month, with how many payments it was', async () => {
    const month = { month: '2026-10', bonuses: '400.00', bonus_count: 2, rewards: '50.00', reward_count: 1 }
    const rows = [
      changed(recorded('dashboard/referrals/cost').months[0]!, { ...month, commissions: '7.50', commission_count: 3 }),
    ]
    answer('dashboard/referrals/cost', recorded('dashboard/referrals/cost', { months: rows }))
    await open()
    const table = within(page().getByRole('table', { name: 'Cost by month' }))
    expect(table.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
      'October 2026',
      '₹400.00 × 2',
      '₹50.00 × 1',
      '₹7.50 × 3',
    ])
    page().getByText('₹4.00 in 1 shares of orders')
  })

  test('[U-06] if no referral has cost anything, the page says so', async () => {
    answer('dashboard/referrals/cost', recorded('dashboard/referrals/cost', { months: [], promised: [] }))
    await open()
    page().getByText('No bonus, reward or share has been paid yet.')
    page().getByText('No shares of orders wait to be paid.')
  })

  test('[U-25] is exported as a table', async () => {
    answer('dashboard/export', recorded('dashboard/export'))
    await open()
    await press(page(), 'Export')
    await press(await dialog('Export'), 'CSV')
    await expect.poll(() => inputsOf('dashboard/export')).toMatchObject([{ table: 'referral_cost', format: 'csv' }])
    expect(queriesOf('referral_cost')).toEqual([])
  })

  test('[U-06] if the cost cannot be loaded, the page says why and hides the form; staff without the permission see neither', async () => {
    refuse('dashboard/referrals/cost', 'INTERNAL')
    await openPage('/referrals')
    await page().findByRole('alert')
    expect(page().queryByLabelText('Welcome bonus of a new customer')).toBeNull()
  })

  test('[U-01] is closed to staff without the permission for settings', async () => {
    await openPage('/referrals', staffWith('coupons_manage'))
    await page().findByRole('heading', { name: 'You can’t open Referrals' })
    expect(callsOf('dashboard/referrals/cost')).toEqual([])
  })
})
