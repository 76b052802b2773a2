import { describe, expect, test } from 'vitest'
import { type AdminSetting, gateways, groupOf, nameOf, shownSettings } from './groups.ts'

const setting = (key: string, group: string, { help = '', is_unread = false } = {}) =>
  ({ key, group, help, is_unread }) as unknown as AdminSetting
const keysOf = (settings: readonly AdminSetting[]) => settings.map(({ key }) => key)

describe('the group of a setting', () => {
  test('[U-22] payment providers have a separate group', () => {
    expect(groupOf(setting('razorpayKeyId', 'checkout'))).toBe('payments')
    expect(groupOf(setting('offersCash', 'checkout'))).toBe('payments')
    expect(groupOf(setting('minPayout', 'checkout'))).toBe('checkout')
    expect(groupOf(setting('stripeLook', 'branding'))).toBe('branding')
  })

  test('[U-22] settings that only other apps use are separate', () => {
    expect(groupOf(setting('walletName', 'checkout', { is_unread: true }))).toBe('others')
  })

  test('[U-22] each key of a provider belongs to exactly one provider', () => {
    for (const key of [
      'offersCash',
      'razorpayKeyId',
      'paytm_merchant_key',
      'stripeSecretKey',
      'mercadopagoAccessToken',
    ])
      expect(gateways.filter(({ owns }) => owns(key))).toHaveLength(1)
  })

  test('[U-22] a setting without a name is shown by its key', () => {
    expect(nameOf('noSuchSetting')).toBe('noSuchSetting')
    expect(nameOf('storeColor')).not.toBe('storeColor')
  })
})

describe('the shown settings', () => {
  const settings = [
    setting('storeColor', 'branding', { help: 'The colour of buttons and links.' }),
    setting('razorpayKeyId', 'checkout', { help: 'From the dashboard of the provider.' }),
    setting('taxPercent', 'cart', { help: 'Added to every order.' }),
  ]

  test('[U-22] the shown settings are those of one group', () => {
    expect(keysOf(shownSettings(settings, { group: 'payments', q: '' }))).toEqual(['razorpayKeyId'])
    expect(shownSettings(settings, { group: 'seo', q: '' })).toEqual([])
  })

  test('[U-22] the shown settings are, in a search, those of all groups with every word in their name, key or help', () => {
    expect(keysOf(shownSettings(settings, { group: 'payments', q: 'COLOUR buttons' }))).toEqual(['storeColor'])
    expect(keysOf(shownSettings(settings, { group: 'payments', q: 'taxpercent' }))).toEqual(['taxPercent'])
    expect(shownSettings(settings, { group: 'payments', q: 'colour order' })).toEqual([])
  })
})
