import { settings as registry } from '@nukkad/contract/settings/registry.ts'
import { isReservedKey } from '@nukkad/contract/settings/reserved.ts'
import { en } from '@nukkad/contract/texts/en.ts'
import { describe, expect, test, vi } from 'vitest'
import { listen } from '#db/listen.ts'
import { createServices } from '#services.ts'
import { centre } from '#test/builders.ts'
import { codeOf, useTestApp } from '#test/harness.ts'

const app = useTestApp()

const keysOfScreens = [
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
  ...['Facebook', 'Google', 'Youtube', 'Instagram'].map((name) => `desktopSocial${name}Link`),
  'enableGoogleAnalytics',
  'googleAnalyticsId',
  'firebaseSenderId',
  'firebasePublic',
  'currencyId',
  'showPromoSlider',
]

async function setAndReload(key: string, value: string): Promise<void> {
  await app.build.setting(key, value)
  await app.services.settings.reload()
}

async function publicSettings(): Promise<Map<string, string>> {
  const { status, body } = await app.call('get-settings')
  expect(status).toBe(200)
  expect(new Set(body.map(({ key }) => key)).size).toBe(body.length)
  return new Map(body.map(({ key, value }) => [key, value]))
}

describe('get-settings', () => {
  test('[P-02] [GAP-05] [M-02] [M-08] every public setting and every text is answered as a string', async () => {
    const values = await publicSettings()
    for (const [key, spec] of Object.entries(registry))
      if (spec.visibility === 'public') expect([key, typeof values.get(key)]).toEqual([key, 'string'])
    for (const key of Object.keys(en)) expect(values.get(key)).toBeTruthy()
  })

  test('[GAP-56] [GAP-57] [GAP-58] the keys that the shell, the overlays and the desktop need are among them', async () => {
    const values = await publicSettings()
    const { body: texts } = await app.call('get-single-language', { id: 1 })
    const served = new Set([...values.keys(), ...Object.keys(texts)])
    expect(keysOfScreens.filter((key) => !served.has(key))).toEqual([])
  })

  test('[T-13] [P-02] secret and server-only settings are never in it, even if they are set', async () => {
    const closed = Object.entries(registry).filter(([, { visibility }]) => visibility !== 'public')
    expect(closed.length).toBeGreaterThan(20)
    for (const [key] of closed) await app.build.setting(key, 'canary-4711')
    await app.build.setting('limitCallsPerMinute', '100000')
    await app.services.settings.reload()
    const values = await publicSettings()
    for (const [key] of closed) expect(values.has(key)).toBe(false)
    expect([...values.values()].some((value) => value.includes('canary-4711'))).toBe(false)
  })

  test('[M-09] [INT-24] [INT-25] no reserved name is ever served, not even from an unexpected row', async () => {
    await setAndReload('user', '{"id":1}')
    await setAndReload('userSetAddress', 'x')
    for (const key of (await publicSettings()).keys()) expect(isReservedKey(key)).toBe(false)
  })

  test('[M-03] [M-04] [M-05] [M-06] [M-07] [R-25] [GAP-59] [GAP-60] the defaults of a fresh install', async () => {
    const values = await publicSettings()
    expect(Object.fromEntries([...values].filter(([key]) => key in fresh))).toEqual(fresh)
    const { id } = await app.db
      .selectFrom('languages')
      .select('id')
      .where('is_default', '=', true)
      .executeTakeFirstOrThrow()
    expect((await app.call('get-single-language', { id: String(id) })).body.desktopUseAppButton).toBe('Use App')
  })

  test('[P-02] an unset value is the text null on the wire', async () => {
    expect((await publicSettings()).get('googleAnalyticsId')).toBe('null')
  })

  test('[M-21] a change shows immediately and changes the version that browsers watch', async () => {
    const version = async () => {
      const { body } = await app.send('/version.json', { method: 'GET' })
      return body as Record<string, string>
    }
    const before = await version()
    await setAndReload('storeName', 'Corner')
    expect((await publicSettings()).get('storeName')).toBe('Corner')
    const after = await version()
    expect(after.forceNewSettingsVersion).not.toBe(before.forceNewSettingsVersion)
    expect(after.forceCacheClearVersion).toBe(before.forceCacheClearVersion)
    await setAndReload('storeName', 'Nukkad')
  })

  test('[GAP-02] [INT-23] [P-01] accepts a call without a body and content type, and refuses GET', async () => {
    for (const call of ['get-settings', 'get-pages', 'get-all-languages', 'popular-geo-locations']) {
      expect((await app.send(`/public/api/${call}`)).status).toBe(200)
      expect((await app.send(`/api/${call}`)).status).toBe(200)
      const answer = await app.send(`/public/api/${call}`, { method: 'GET' })
      expect([404, 405]).toContain(answer.status)
    }
  })
})

const fresh = {
  storeName: 'Nukkad',
  storeColor: '#fc8019',
  cartColorBg: '#60b246',
  cartColorText: '#ffffff',
  currencyFormat: '₹',
  currencyId: 'INR',
  currencySymbolAlign: 'left',
  hidePriceWhenZero: 'true',
  showPercentageDiscount: 'true',
  showVegNonVegBadge: 'true',
  expandAllItemMenu: 'false',
  recommendedLayoutV2: 'true',
  enSPU: 'true',
  customHomeMessage: '<p><br></p>',
  restaurantCategorySliderStyle: '0.4',
  storefrontVariant: 'salon',
  cartAddonPricing: 'replace',
  signupBonusScope: 'all',
  homeReferralRewardAmount: '50',
  consultGreetingText: 'Hi',
  showPwaInstallPromptHeader: 'false',
  showPromoSlider: 'true',
  phoneCountryCode: '+91',
  showPwaInstallPromptFooter: 'true',
  enableReferAndEarn: 'true',
  enSOV: 'true',
  showMap: 'true',
  enCODonSF: 'true',
  enPassResetEmail: 'true',
  enableDeliveryGuyEarning: 'true',
  showCashChange: 'true',
  enableOrderSchedulingOnCustomer: 'true',
  enRestaurantCategorySlider: 'true',
  showDeliveryFullAddressOnList: 'false',
}

describe('languages and pages', () => {
  test('[P-39] [M-10] [GAP-05] active languages only; exactly one is the default', async () => {
    await app.db
      .insertInto('languages')
      .values([
        { code: 'ur', language_name: 'اردو', direction: 'rtl' },
        { code: 'xx', language_name: 'Off', is_active: false },
      ])
      .execute()
    await app.services.settings.reload()
    const { body } = await app.call('get-all-languages')
    expect(body).toEqual([
      { id: expect.any(Number), language_name: 'English', is_default: 1, code: 'en', direction: 'ltr' },
      { id: expect.any(Number), language_name: 'اردو', is_default: 0, code: 'ur', direction: 'rtl' },
    ])
  })

  test("[P-40] the texts of one language, with the operator's changes; an unknown id has none", async () => {
    const { id } = await app.db.selectFrom('languages').select('id').where('code', '=', 'en').executeTakeFirstOrThrow()
    await app.db
      .insertInto('language_texts')
      .values({ language_id: id, key: 'accountLogout', value: 'Leave' })
      .execute()
    await app.services.settings.reload()
    const { body } = await app.call('get-single-language', { id: String(id) })
    expect(Object.keys(body)).toEqual(expect.arrayContaining(Object.keys(en)))
    expect(body.accountLogout).toBe('Leave')
    const unknown = await app.call('get-single-language', { id: 999 })
    expect([unknown.status, unknown.body]).toEqual([200, {}])
    for (const wrong of [undefined, 0, -1, 'en', [id], null])
      expect((await app.send('/public/api/get-single-language', { payload: { id: wrong } })).status).toBe(400)
  })

  test('[P-37] [P-38] [M-13] pages as a list and one by name; an unknown one is null', async () => {
    await app.db.insertInto('pages').values({ name: 'Terms', slug: 'terms', body: '<p>Be kind.</p>' }).execute()
    const page = { id: expect.any(Number), name: 'Terms', slug: 'terms', body: '<p>Be kind.</p>' }
    expect((await app.call('get-pages')).body).toEqual([page])
    expect((await app.call('get-single-page', { slug: 'terms' })).body).toEqual(page)
    const unknown = await app.call('get-single-page', { slug: 'nothing' })
    expect([unknown.status, unknown.body]).toEqual([200, null])
    for (const slug of [undefined, '', 'a/b', 5, ['terms'], 'x'.repeat(121)]) {
      const answer = await app.send('/public/api/get-single-page', { payload: { slug } })
      expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_INPUT'])
    }
  })
})

describe('places and the page', () => {
  test('[P-03] [J-03] popular places with the primary one first, coordinates as text', async () => {
    await app.db.deleteFrom('popular_locations').execute()
    await app.db
      .insertInto('popular_locations')
      .values([
        { name: 'Indiranagar', latitude: 12.9719, longitude: 77.6412 },
        { name: 'Koramangala', ...centre, is_default: true },
        { name: 'Off', ...centre, is_active: false },
      ])
      .execute()
    const { body } = await app.call('popular-geo-locations')
    expect(body).toEqual([
      {
        id: expect.any(Number),
        name: 'Koramangala',
        latitude: '12.9352',
        longitude: '77.6245',
        is_active: 1,
        is_default: 1,
        created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
        updated_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
      },
      expect.objectContaining({ name: 'Indiranagar', is_default: 0 }),
    ])
  })
})

test('a change between the first read and the start of listening is not missed', async () => {
  const second = await createServices({ ...app.services, env: {} })
  await app.build.setting('storeName', 'Saved while the server began to listen')
  const listening = await listen(app.services.address, () => {})
  await second.follow(listening)
  await vi.waitFor(() => expect(second.settings.get('storeName')).toBe('Saved while the server began to listen'), 5000)
  await listening.close()
})
