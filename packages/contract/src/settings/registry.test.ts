import { describe, expect, test } from 'vitest'
import { en } from '../texts/en.ts'
import { publicSettingValue, type SettingKey, settings } from './registry.ts'
import { isReservedKey } from './reserved.ts'
import type { SettingSpec } from './spec.ts'
import { validateSetting } from './validate.ts'

const entries = Object.entries<SettingSpec>(settings)

function defaults(keys: readonly SettingKey[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, settings[key].default]))
}

describe('the registry', () => {
  test('uses no name that belongs to the app (INT-24, INT-25)', () => {
    expect(entries.map(([key]) => key).filter(isReservedKey)).toEqual([])
  })

  test('has a valid default, a help text and, for a choice, its choices', () => {
    for (const [key, spec] of entries) {
      expect(validateSetting(key, spec.default), key).toBeUndefined()
      expect(spec.help, key).toMatch(/^[A-Z].+\.$/)
      expect(spec.help, key).not.toMatch(/\b([A-U]-\d{2}|(GAP|INT)-\d+)\b|\u00a7/)
      expect(spec.type === 'choice', key).toBe(spec.choices !== undefined)
    }
  })

  test('never sends settings that open an account to browsers (T-13)', () => {
    const telling =
      /secret|password|auth_?key|api_?key|accesstoken|access_token|refreshtoken|restapikey|^sendgrid|SK$|KeySecret/i
    // The browser's map key and the subject of an email are public, although their names look like those of secrets.
    const leaking = entries.filter(([key, spec]) => telling.test(key) && spec.visibility === 'public')
    expect(leaking.map(([key]) => key)).toEqual(['googleApiKey', 'passwordResetEmailSubject'])
  })

  test('names each environment variable once, and gives no secret a default value', () => {
    const names = entries.flatMap(([, spec]) => spec.env ?? [])
    expect(new Set(names).size).toBe(names.length)
    for (const [key, spec] of entries) if (spec.visibility === 'secret') expect(spec.default, key).toBe('')
  })
})

describe('settings that had no effect in earlier releases', () => {
  test('have defaults that keep the earlier behaviour', () => {
    expect(
      defaults([
        'uploadImageQuality',
        'defaultDeliveryRadiusKm',
        'riderOpenOrderLimit',
        'restaurantAcceptTimeThreshold',
        'deliveryAcceptTimeThreshold',
      ]),
    ).toEqual({
      uploadImageQuality: '78',
      defaultDeliveryRadiusKm: '10',
      riderOpenOrderLimit: '3',
      restaurantAcceptTimeThreshold: '10',
      deliveryAcceptTimeThreshold: '10',
    })
  })
})

describe('defaults', () => {
  test('[R-25] prices are in rupees', () => {
    expect(defaults(['currencyFormat', 'currencyId'])).toEqual({ currencyFormat: '₹', currencyId: 'INR' })
  })

  test('[R-26][R-27] the bonus is Rs.200, the reward Rs.50 on home and Rs.200 on the account panel', () => {
    expect(settings.referralSuccessAmountReferredUser.default).toBe('200')
    expect(settings.homeReferralRewardAmount.default).toBe('50')
    expect(settings.referralSuccessAmountReferringUser.default).toBe('200')
  })

  test('differ from the values of the original app where the specification or safety says so (GAP-59)', () => {
    const expected = {
      expandAllItemMenu: 'false',
      showPromoSlider: 'true',
      showPwaInstallPromptFooter: 'true',
      enableReferAndEarn: 'true',
      storeName: 'Nukkad',
      phoneCountryCode: '+91',
      enSOV: 'true',
      showMap: 'true',
      enCODonSF: 'true',
      enPassResetEmail: 'true',
      enableDeliveryGuyEarning: 'true',
      showCashChange: 'true',
      enableOrderSchedulingOnCustomer: 'true',
      enRestaurantCategorySlider: 'true',
      showDeliveryFullAddressOnList: 'false',
    } as const
    expect(defaults(Object.keys(expected) as SettingKey[])).toEqual(expected)
    expect(en.desktopUseAppButton).toBe('Use App')
  })

  test('exist for the keys that the sheet does not have (GAP-60)', () => {
    const expected = {
      storefrontVariant: 'salon',
      cartAddonPricing: 'replace',
      signupBonusScope: 'all',
      homeReferralRewardAmount: '50',
      referralCommissionPercent: '5',
      couponShareCommissionPercent: '5',
      sharedCouponDiscountPercent: '0',
      consultWhatsappNumber: '',
      consultGreetingText: 'Hi',
      showPwaInstallPromptHeader: 'false',
    } as const
    expect(defaults(Object.keys(expected) as SettingKey[])).toEqual(expected)
  })

  test('exist, as a setting or a text, for the keys the specification leaves unnamed (GAP-56 to GAP-58)', () => {
    const delivered = [
      'storeName',
      'storeLogo',
      'footerStyleType',
      'floatCartItemsText',
      'floatCartViewCartText',
      'countQuantityAsTotalItemsOnCart',
      'customizationDoneBtnText',
      'accountMyAccount',
      'offlineTitleMessage',
      'offlineSubTitleMessage',
      'updatingMessage',
      'showGdpr',
      'gdprMessage',
      'gdprConfirmButton',
      'showPwaInstallPromptFooter',
      'showPwaInstallPromptHeader',
      'enIOSPWAPopup',
      'iOSPWAPopupTitle',
      'inAppCloseButton',
      'inAppOpenLinkButton',
      'desktopUseAppButton',
      'desktopFooterAddress',
      ...['One', 'Two', 'Three', 'Four'].flatMap((n) => [`desktopAchievement${n}Title`, `desktopAchievement${n}Sub`]),
      ...['Facebook', 'Google', 'Youtube', 'Instagram'].map((site) => `desktopSocial${site}Link`),
      'enableGoogleAnalytics',
      'googleAnalyticsId',
      'firebaseSenderId',
      'firebasePublic',
      'currencyId',
      'showPromoSlider',
    ]
    expect(delivered.filter((key) => !Object.hasOwn(settings, key) && !Object.hasOwn(en, key))).toEqual([])
  })
})

test('an unset public value is sent as ’null’ (P-02)', () => {
  expect(publicSettingValue('')).toBe('null')
  expect(publicSettingValue('₹')).toBe('₹')
})
