import { describe, expect, test } from 'vitest'
import { errorCodes } from '../errors.ts'
import { providerParts, providerTexts } from '../payments/provider-parts.ts'
import type { ProviderPart } from '../payments/providers/provider.ts'
import { providers } from '../payments/providers.ts'
import { isSettingKey } from '../settings/registry.ts'
import { isReservedKey, reservedKeys } from '../settings/reserved.ts'
import { catalogues } from './catalogues.ts'
import { en, type TextKey } from './en.ts'

const keys = Object.keys(en) as TextKey[]
const translations = catalogues.filter(({ code }) => code !== 'en')
const scripts = { en: /[a-z]/i, hi: /\p{Script=Devanagari}/u, kn: /\p{Script=Kannada}/u, ur: /\p{Script=Arabic}/u }

/** Names that are written the same way in every language. */
const names = new RegExp(
  [
    'iDEAL',
    'FPX',
    'PayStack',
    'Flutterwave',
    'Facebook',
    'Google',
    'YouTube',
    'Instagram',
    'WhatsApp',
    'CVV',
    ...Object.values(providers).map(({ label }) => label),
  ].join('|'),
  'g',
)

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort()
}

function tags(text: string): string[] {
  return [...text.matchAll(/<\/?\w+>/g)].map(([tag]) => tag)
}

function hasWords(text: string): boolean {
  return text !== 'null' && /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, '').replaceAll(names, ''))
}

describe.each(catalogues)('the texts in $name', ({ code, texts }) => {
  test('have the keys of the English ones', () => {
    expect(Object.keys(texts).sort()).toEqual([...keys].sort())
  })

  test('texts are never blank or padded, and never reverse the direction of the text', () => {
    for (const key of keys) {
      expect(texts[key], key).toMatch(/^\S(?:.*\S)?$/su)
      expect(texts[key], key).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    }
  })

  test('have the placeholders and tags of the English ones', () => {
    for (const key of keys) {
      expect(placeholders(texts[key]), key).toEqual(placeholders(en[key]))
      expect(tags(texts[key]), key).toEqual(tags(en[key]))
    }
  })

  test('texts are written in the script of the language, unless a payment provider lacks it', () => {
    const lacking = Object.values<ProviderPart>(providerParts).filter(({ texts: own }) => !own[code])
    const english = new Set(lacking.flatMap(({ texts: own }) => Object.keys(own.en)))
    for (const key of keys.filter((each) => hasWords(en[each]) && !english.has(each)))
      expect(texts[key], key).toMatch(scripts[code])
  })

  test('include the texts of the payment providers in the same language', () => {
    expect(texts).toMatchObject(providerTexts[code])
  })
})

test('translations keep "nothing to show" unchanged', () => {
  for (const key of keys.filter((each) => en[each] === 'null')) {
    for (const { texts } of translations) expect(texts[key], key).toBe('null')
  }
})

describe('text keys', () => {
  test('have one text for each error code, and no others', () => {
    const coded = keys.filter((key) => key.startsWith('error_')).map((key) => key.slice('error_'.length))
    expect(coded.sort()).toEqual([...errorCodes].sort())
  })

  test('exist in pairs of singular and plural', () => {
    const singulars = keys.filter((key) => /\{count\}/.test(en[key]) && key.endsWith('One'))
    for (const key of singulars) expect(keys).toContain(key.replace(/One$/, 'Other'))
    expect(singulars.length).toBeGreaterThan(0)
  })

  test('use no name that belongs to the app or to a setting (INT-24)', () => {
    expect(keys.filter(isReservedKey)).toEqual([])
    expect(keys.filter(isSettingKey)).toEqual([])
  })
})

test('[INT-30] misspelt literals stay as they are', () => {
  expect(en.accountReferralCopied).toBe('Referal link has been copied')
  expect(en.homeConsultText).toBe('Whatsapp us and we ll get you in touch')
  expect(reservedKeys).toContain('userPreferedLanguage')
  expect(reservedKeys).toContain('userPreferredSelection')
})

test('texts that the specification quotes match it letter by letter', () => {
  const quoted: Partial<Record<TextKey, string>> = {
    homeConsultTitle: 'Need an appointment or want to consult?',
    homeConsultSayHi: 'Say Hi,',
    accountBillingTitle: 'My Billing',
    accountBillingSubtitle: 'Your Service & bills',
    accountTaxSubtitle: 'Manage GST Number',
    accountWalletBalance: 'Wallet Balance',
    accountCouponCopied: 'Coupon code has been copied',
    criticalTitle: 'Critical Error',
    criticalText: 'Primary location is not set by Admin.',
    cartItemNotAvailable: 'Item not available',
    notAcceptingOrdersMsg: 'Not taking orders right now',
    noRestaurantMessage: 'No stores here yet',
    searchAtleastThreeCharsMsg: 'Type at least 3 characters',
    offlineTitleMessage: 'You are offline',
    offlineSubTitleMessage: 'Check your connection and try again.',
    updatingMessage: 'Updating',
    desktopUseAppButton: 'Use App',
    chooseAvatarText: 'Choose an avatar',
    accountLogout: 'Logout',
    emailPassDonotMatch: 'Wrong e-mail or password',
  }
  expect(en).toMatchObject(quoted)
})
