import type { Output } from '@nukkad/contract/contract.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { address, dialog, noteAt, openPage, page, person, press, textIn, write } from '#test/app.tsx'
import { changed, type Part, recorded } from '#test/recorded.ts'
import { answer, callsOf, hold, inputsOf, refuse } from '#test/server.ts'

type Setting = Output<'dashboard/settings'>['settings'][number]

const [known] = recorded('dashboard/settings').settings as [Setting]
const setting = (key: string, change: Part<Setting> = {}) =>
  changed<Setting>(known, { key, group: 'branding', help: '', value: '', default: '', source: 'own', ...change })

const settings = [
  setting('storeName', { value: 'Nukkad', default: 'Shop' }),
  setting('storeColor', { type: 'colour', value: '#fc8019', default: '#fc8019', source: 'default' }),
  setting('showGdpr', { type: 'bool', value: 'false', default: 'true' }),
  setting('footerStyleType', { type: 'choice', choices: ['FLOAT', 'FIXED'], value: 'FLOAT', default: 'FLOAT' }),
  setting('customHomeMessage', { type: 'html', group: 'home', value: '<p>Hi</p>' }),
  setting('smsKey', { group: 'sms', visibility: 'secret', value: null, is_set: true }),
  setting('mailHost', { group: 'email', source: 'environment', value: 'mail.example.test', visibility: 'private' }),
  setting('offersCash', { group: 'checkout', type: 'bool', value: 'true' }),
]

function showSettings(edition = '1', shown = settings): void {
  answer('dashboard/settings', { success: true, edition, settings: shown })
}

beforeEach(() => {
  showSettings()
  answer('dashboard/settings/save', { success: true, changed: [] })
})

// Unsaved settings outlive their page, so each test discards those that it leaves.
afterEach(async () => {
  const discard = screen.queryByRole('button', { name: 'Discard' })
  if (discard) await person.click(discard)
})

const fieldOf = (key: string) => within(page().getByText(key, { selector: 'code' }).closest('div')!)
const control = (key: string) =>
  page().getByText(key, { selector: 'code' }).closest('div')!.querySelector('input, select, textarea')!
const saved = () => inputsOf('dashboard/settings/save')
const bar = () => within(page().getByRole('region', { name: 'Not saved yet' }))

async function openSettings(search = '') {
  await openPage(`/settings${search}`)
  await page().findAllByText(/./, { selector: 'code' })
}

describe('a change', () => {
  test('[U-02] is saved together with the others, and is sent with the value that was read', async () => {
    await openSettings()
    expect(page().queryByRole('region', { name: 'Not saved yet' })).toBeNull()
    await person.clear(control('storeName'))
    await person.type(control('storeName'), 'Corner')
    bar().getByText('One change is not saved yet')
    await person.selectOptions(control('footerStyleType'), 'FIXED')
    bar().getByText('2 changes are not saved yet')
    showSettings('2')
    await press(bar(), 'Save')
    await screen.findByText('The settings are saved. Open apps get the new settings at their next check.')
    expect(saved()).toEqual([{ edition: '1', values: { storeName: 'Corner', footerStyleType: 'FIXED' } }])
    await expect.poll(() => page().queryByRole('region', { name: 'Not saved yet' })).toBeNull()
  })

  test('[U-02] that is reverted does not count', async () => {
    await openSettings()
    await person.type(control('storeName'), 's')
    bar().getByText('One change is not saved yet')
    await person.type(control('storeName'), '{Backspace}')
    expect(page().queryByRole('region', { name: 'Not saved yet' })).toBeNull()
  })

  test('[U-02] is discarded', async () => {
    await openSettings()
    await person.click(control('showGdpr'))
    expect((control('showGdpr') as HTMLInputElement).checked).toBe(true)
    await press(bar(), 'Discard')
    expect((control('showGdpr') as HTMLInputElement).checked).toBe(false)
    expect(saved()).toEqual([])
  })

  test('[U-02] is marked at its group while another group is shown', async () => {
    await openSettings()
    await person.type(control('storeName'), 's')
    const groups = within(page().getByRole('navigation', { name: 'Groups of settings' }))
    await press(groups, 'Mail')
    await expect.poll(() => address()).toBe('/settings?group=email')
    groups.getByRole('button', { name: 'Branding, not saved' })
  })

  test('[U-02] back to the default shows the default, and sends null', async () => {
    await openSettings()
    expect(fieldOf('storeColor').queryByRole('button', { name: /^Back to the default/ })).toBeNull()
    await press(fieldOf('storeName'), /^Back to the default \(Shop\)/)
    expect((control('storeName') as HTMLInputElement).value).toBe('Shop')
    await press(fieldOf('showGdpr'), /^Back to the default \(on\)/)
    await press(bar(), 'Save')
    await screen.findByText(/^The settings are saved/)
    expect(saved()).toEqual([{ edition: '1', values: { storeName: null, showGdpr: null } }])
  })

  test('[U-02] is sent once for two presses', async () => {
    const release = hold('dashboard/settings/save')
    await openSettings()
    await person.type(control('storeName'), 's')
    await press(bar(), 'Save')
    await person.click(bar().getByRole('button', { name: 'Save' }))
    release()
    await screen.findByText(/^The settings are saved/)
    expect(callsOf('dashboard/settings/save')).toHaveLength(1)
  })
})

describe('a refusal', () => {
  test('[U-02] is shown at its field and in a list that links there', async () => {
    refuse('dashboard/settings/save', 'INVALID_INPUT', { fields: { storeColor: 'fieldInvalid' } })
    await openSettings()
    await person.clear(control('storeColor'))
    await person.type(control('storeColor'), 'red')
    await press(bar(), 'Save')
    await page().findByText('No setting has been saved, because these values are wrong:')
    expect(fieldOf('storeColor').getByRole('alert').textContent).toBe('This value is not valid')
    const list = within(page().getByText('No setting has been saved, because these values are wrong:').parentElement!)
    await press(list, /./)
    await expect.poll(() => address()).toBe('/settings?q=storeColor')
    expect(
      page()
        .getAllByText(/./, { selector: 'code' })
        .map((one) => one.textContent),
    ).toEqual(['storeColor'])
    await person.type(control('storeColor'), 'x')
    expect(page().queryByText('No setting has been saved, because these values are wrong:')).toBeNull()
  })

  test('[U-02] because another person saved first keeps the changes, which are saved after reading again', async () => {
    refuse('dashboard/settings/save', 'SETTINGS_CLASH')
    await openSettings()
    await person.type(control('storeName'), 's')
    await press(bar(), 'Save')
    await page().findByText(/^Someone else has changed one of the settings/)
    showSettings('7')
    await press(page(), 'Load their changes')
    await expect.poll(() => page().queryByText(/^Someone else/)).toBeNull()
    expect((control('storeName') as HTMLInputElement).value).toBe('Nukkads')
    answer('dashboard/settings/save', { success: true, changed: [] })
    await press(bar(), 'Save')
    await screen.findByText(/^The settings are saved/)
    expect(saved().map(({ edition }) => edition)).toEqual(['1', '7'])
  })
})

describe('kinds of settings', () => {
  test('[U-22] a secret is never shown; it is replaced or removed', async () => {
    await openSettings('?group=sms')
    const input = control('smsKey') as HTMLInputElement
    expect([input.value, input.type]).toEqual(['', 'password'])
    expect(input.placeholder).toMatch(/^A value is set/)
    await person.type(input, 'k')
    await person.clear(input)
    await person.type(input, 'new-key')
    await press(bar(), 'Save')
    await screen.findByText(/^The settings are saved/)
    await press(fieldOf('smsKey'), /^Remove/)
    fieldOf('smsKey').getByText('The stored value will be removed when you save.')
    await press(bar(), 'Save')
    await expect.poll(() => saved().map(({ values }) => values)).toEqual([{ smsKey: 'new-key' }, { smsKey: null }])
  })

  test('[U-02] a setting of the environment cannot be changed', async () => {
    await openSettings('?group=email')
    expect(control('mailHost').matches(':disabled')).toBe(true)
    fieldOf('mailHost').getByText('Set by an environment variable of the server')
    fieldOf('mailHost').getByText('Apps do not receive this value')
  })

  test('[U-02] a colour is picked or typed', async () => {
    await openSettings()
    const picker = page().getByLabelText(/^Pick: /) as HTMLInputElement
    expect(picker.value).toBe('#fc8019')
    await person.clear(control('storeColor'))
    await person.type(control('storeColor'), '#12ab')
    expect(picker.value).toBe('#000000')
    await person.type(control('storeColor'), '34')
    expect(picker.value).toBe('#12ab34')
  })

  test('[U-22] payment methods are grouped, each by its name', async () => {
    await openSettings('?group=payments')
    const cash = within(page().getByRole('region', { name: 'Cash' }))
    await person.click(cash.getByRole('checkbox'))
    await press(bar(), 'Save')
    await expect.poll(() => saved()).toEqual([{ edition: '1', values: { offersCash: 'false' } }])
  })
})

describe('the search', () => {
  test('[U-02] finds by name, key and help in every group; without results, one press shows all groups', async () => {
    await openSettings()
    await write(page(), 'Search settings', 'cash')
    await page().findByRole('heading', { name: 'Results for “cash”' })
    expect(
      page()
        .getAllByText(/./, { selector: 'code' })
        .map((one) => one.textContent),
    ).toEqual(['offersCash'])
    await write(page(), 'Search settings', 'zzz')
    await page().findByText(/^No settings match/)
    await press(page(), 'Show all groups')
    await page().findByText('storeName', { selector: 'code' })
    expect(textIn(page(), 'Search settings')).toBe('')
  })
})

test('[U-03] caches are cleared after confirmation', async () => {
  answer('dashboard/clear-cache', recorded('dashboard/clear-cache'))
  await openSettings()
  await press(page(), 'Clear caches')
  const question = await dialog('Clear the caches of all apps?')
  expect(callsOf('dashboard/clear-cache')).toEqual([])
  await press(question, 'Clear caches')
  await screen.findByText('Every app clears its cache when it next checks for a new version')
  expect(callsOf('dashboard/clear-cache')).toHaveLength(1)
})

test('[U-23] existing keys for push messages are replaced only after a word is typed', async () => {
  answer('dashboard/settings/push-keys', recorded('dashboard/settings/push-keys'))
  showSettings('1', [setting('firebaseSecret', { group: 'push', visibility: 'secret', value: null, is_set: true })])
  await openSettings('?group=push')
  await press(page(), 'Create a new pair of keys')
  const question = await dialog('Replace the keys for push messages?')
  expect((question.getByRole('button', { name: 'Replace the keys' }) as HTMLButtonElement).disabled).toBe(true)
  await write(question, /^Type “/, 'replace')
  await press(question, 'Replace the keys')
  await screen.findByText('A new pair of keys is in use')
})

test('[U-23] the first keys for push messages need no confirmation', async () => {
  answer('dashboard/settings/push-keys', recorded('dashboard/settings/push-keys'))
  showSettings('1', [setting('firebaseSecret', { group: 'push', visibility: 'secret', value: null, is_set: false })])
  await openSettings('?group=push')
  await press(page(), 'Create a new pair of keys')
  await screen.findByText('A new pair of keys is in use')
})

test('[U-06] each part of the forecast of referrals names its terms, and the parts add up', async () => {
  const terms = {
    referralSuccessAmountReferredUser: '200',
    referralSuccessAmountReferringUser: '50',
    referralCommissionPercent: '5',
    couponShareCommissionPercent: '10',
  }
  showSettings('4', [
    ...Object.entries(terms).map(([key, value]) => setting(key, { group: 'rewards', type: 'number', value })),
    setting('enableReferAndEarn', { group: 'rewards', type: 'bool', value: 'true' }),
  ])
  const days = { bonus_count: 3, reward_count: 2, referred_sales: '1000.00', shared_sales: '500.00', currency: 'INR' }
  answer('dashboard/referrals/cost', recorded('dashboard/referrals/cost', { last_days: days }))
  await openPage('/referrals')
  const forecast = await page().findByRole('region', { name: 'Costs of the last 30 days under these terms' })
  const lines = () => [...forecast.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  expect(lines()).toEqual([
    'Welcome bonuses 3 × ₹200.00₹600.00',
    'Rewards for friends 2 × ₹50.00₹100.00',
    'Shares of friends’ orders 5% of ₹1,000.00₹50.00',
    'Shares of orders with a shared code 10% of ₹500.00₹50.00',
    'Would have cost₹800.00',
  ])
  await person.click(page().getByLabelText('The programme is on'))
  expect(lines().at(-1)).toBe('Would have cost₹0.00')
})

test('[U-06] terms of referrals are saved alone, and the rest of the settings stays out', async () => {
  const keys = ['referralSuccessAmountReferredUser', 'referralCommissionPercent', 'sharedCouponDiscountPercent']
  showSettings('4', [
    ...keys.map((key) => setting(key, { group: 'rewards', type: 'number', value: '5' })),
    setting('enableReferAndEarn', { group: 'rewards', type: 'bool', value: 'true' }),
  ])
  answer('dashboard/referrals/cost', recorded('dashboard/referrals/cost'))
  await openPage('/referrals')
  await page().findByLabelText(/^Share of a friend’s orders/)
  await write(page(), /^Share of a friend’s orders/, '7.5')
  await press(page(), 'Save')
  await screen.findByText('Saved. New accounts and orders get the new terms.')
  expect(saved()).toEqual([{ edition: '4', values: { referralCommissionPercent: '7.5' } }])
  refuse('dashboard/settings/save', 'INVALID_INPUT', { fields: { referralCommissionPercent: 'fieldInvalid' } })
  await write(page(), /^Share of a friend’s orders/, '700')
  await press(page(), 'Save')
  await expect.poll(() => noteAt(page(), /^Share of a friend’s orders/)).toMatch(/not valid/)
})
