import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { settings } from './registry.ts'
import { reservedKeys } from './reserved.ts'
import type { SettingSpec } from './spec.ts'
import { validateSetting } from './validate.ts'

describe('validateSetting', () => {
  test.each([...reservedKeys])('refuses the reserved name %s', (key) => {
    expect(validateSetting(key, 'x')).toBe('reserved-key')
  })

  test('refuses a name that is not a setting, also a property that every object has', () => {
    expect(validateSetting('junk', 'x')).toBe('unknown-key')
    expect(validateSetting('toString', 'x')).toBe('unknown-key')
  })

  test.each([
    ['enSPU', 'false'],
    ['currencySymbolAlign', 'right'],
    ['taxPercentage', '12.5'],
    ['taxPercentage', ''],
    ['referralCommissionPercent', '100'],
    ['limitCallsPerMinute', '1'],
    ['storeColor', '#FC8019'],
    ['storeColor', '#fff'],
    ['rarModHomeBannerBgColor', 'rgb(255, 235, 59)'],
    ['mapTileStyleUrl', 'https://tiles.example/style.json'],
    ['mapTileStyleUrl', '/tiles/style.json'],
    ['storeUrl', ''],
    ['tips', '10,20,30'],
    ['customCSS', '.a {\n\tcolor: red\n}'],
    ['customHomeMessage', '<b>Hello</b>'],
    ['storeName', 'कोना'],
    ['storeLogo', 'i-0123456789abcdef0123456789abcdef.webp'],
    ['favicon-16x16', 'favicon-16x16.png'],
    ['seoOgImage', '/assets/img/social/ogimage.png'],
    ['seoOgImage', 'https://cdn.example/a..b/picture.png'],
    ['storeEmail', 'help@shop.example'],
    ['googleAnalyticsId', 'G-AB12CD34'],
    ['allowedLinkHosts', 'instagram.com, www.youtube.com,localhost:3000'],
  ])('accepts %s = %j', (key, value) => {
    expect(validateSetting(key, value)).toBeUndefined()
  })

  test.each([
    ['enSPU', '1', 'not-a-switch'],
    ['enSPU', '', 'not-a-switch'],
    ['currencySymbolAlign', 'LEFT', 'not-a-choice'],
    ['currencySymbolAlign', '', 'not-a-choice'],
    ['taxPercentage', '-1', 'not-a-number'],
    ['taxPercentage', '1e3', 'not-a-number'],
    ['taxPercentage', 'NaN', 'not-a-number'],
    ['limitCallsPerMinute', '0', 'too-small'],
    ['referralCommissionPercent', '100.5', 'too-large'],
    ['storeColor', 'red', 'not-a-colour'],
    ['storeColor', '#ff0000;background:url(x)', 'not-a-colour'],
    ['storeColor', 'rgb(256, 0, 0)', 'not-a-colour'],
    ['storeUrl', 'javascript:alert(1)', 'not-a-url'],
    ['storeUrl', 'data:text/html,x', 'not-a-url'],
    ['storeUrl', '//evil.example', 'not-a-url'],
    ['storeUrl', '/\\evil.example', 'not-a-url'],
    ['storeUrl', 'https:///x', 'not-a-url'],
    ['storeUrl', 'https://shop.example/<b>', 'not-a-url'],
    ['storeUrl', 'https://shop.example/%2e%2e/x', 'not-a-url'],
    ['uploadImageQuality', '29', 'too-small'],
    ['uploadImageQuality', '101', 'too-large'],
    ['defaultDeliveryRadiusKm', '0', 'too-small'],
    ['defaultDeliveryRadiusKm', '201', 'too-large'],
    ['riderOpenOrderLimit', '0', 'too-small'],
    ['riderOpenOrderLimit', '101', 'too-large'],
    ['restaurantAcceptTimeThreshold', '0', 'too-small'],
    ['restaurantAcceptTimeThreshold', '1441', 'too-large'],
    ['deliveryAcceptTimeThreshold', '0', 'too-small'],
    ['deliveryAcceptTimeThreshold', '1441', 'too-large'],
    ['tips', '10,,30', 'not-a-list'],
    ['storeName', 'a\nb', 'control-characters'],
    ['storeName', 'a\u202eb', 'control-characters'],
    ['storeName', '\ud800', 'control-characters'],
    ['storeName', 'x'.repeat(1_001), 'too-long'],
    ['customCSS', 'a\u0000b', 'control-characters'],
  ])('refuses %s = %j as %s', (key, value, reason) => {
    expect(validateSetting(key, value)).toBe(reason)
  })

  /**
   * All settings whose value becomes part of a URL, a path or a file name; the test finds them by their default or
   * name.
   */
  const inAddresses = Object.entries<SettingSpec>(settings).filter(
    ([key, { type, default: fallback }]) =>
      type === 'url' ||
      /(image|logo|icon|favicon|audiotrack|folderid|analyticsid|linkhosts|emailaddress|storeemail)/i.test(key) ||
      /\.(png|jpe?g|webp|svg|mp3)$/.test(fallback),
  )

  test('finds the settings that name files and addresses', () => {
    expect(inAddresses.length).toBeGreaterThanOrEqual(20)
  })

  test.each(inAddresses.filter(([, { type }]) => type !== 'bool').map(([key]) => key))(
    'accepts no markup and no path out of its folder for %s',
    (key) => {
      for (const value of [
        'x" onerror=alert(1)',
        '<script>',
        '../../x',
        '..',
        'a/../b',
        '/../x',
        '..%2fx',
        '%2e%2e/x',
        'x`y',
      ])
        expect([key, value, validateSetting(key, value)]).not.toEqual([key, value, undefined])
    },
  )

  test('accepts no address with a scheme other than http and https', () => {
    fc.assert(
      fc.property(
        fc.webUrl().filter((address) => !/\/(\.|%2e){2}(\/|$)|%2e%2e/i.test(address)),
        fc.constantFrom('javascript:', 'data:', 'vbscript:', '//', ' '),
        (address, prefix) => {
          expect(validateSetting('storeUrl', address)).toBeUndefined()
          expect(validateSetting('storeUrl', prefix + address)).toBe('not-a-url')
        },
      ),
    )
  })

  test('never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        (key, value) => void validateSetting(key, value),
      ),
    )
  })
})
