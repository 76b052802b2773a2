import { settings as registry } from '@nukkad/contract/settings/registry.ts'
import { describe, expect, test as it } from 'vitest'
import { walletBalances } from '#features/ledger/wallet/ledger.ts'
import { createPeople } from '#test/accounts.ts'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { member, signIn, ask, auditOf } = createStaff(test)

async function dashboard() {
  const staff = await member('settings_manage')
  const { cookie } = await signIn(staff)
  const read = async () => (await ask('dashboard/settings', {}, { cookie })).body
  const save = async (values: object, edition?: string) =>
    ask('dashboard/settings/save', { values, edition: edition ?? (await read()).edition }, { cookie })
  const one = async (key: string) => (await read()).settings.find((setting) => setting.key === key)!
  return { staff, cookie, read, save, one }
}
const versions = async () => (await test.send('/version.json', { method: 'GET' })).body as Record<string, string>
const publicValue = async (key: string) =>
  (await test.call('get-settings')).body.find((setting) => setting.key === key)?.value
const fieldsOf = ({ body }: { body: unknown }) => (body as { error: { fields: object } }).error.fields

describe('settings', () => {
  it('[U-02] [GAP-60] every key of the registry is listed with its type, default and value', async () => {
    const { read } = await dashboard()
    const { settings } = await read()
    expect(settings.map(({ key }) => key).sort()).toEqual(Object.keys(registry).sort())
    expect(settings.find(({ key }) => key === 'storefrontVariant')).toEqual({
      key: 'storefrontVariant',
      group: 'home',
      type: 'choice',
      choices: ['salon', 'standard'],
      visibility: 'public',
      help: registry.storefrontVariant.help,
      is_unread: false,
      default: 'salon',
      value: 'salon',
      is_set: true,
      source: 'default',
    })
  })

  it('[U-02] a setting that only other apps use is marked', async () => {
    const { one } = await dashboard()
    expect(await one('walletName')).toMatchObject({ is_unread: true })
    expect(await one('uploadImageQuality')).toMatchObject({ is_unread: false })
  })

  it('[U-02] a number outside the range of its setting is refused with its reason', async () => {
    const { save } = await dashboard()
    const answer = await save({ riderOpenOrderLimit: '0', uploadImageQuality: '101' })
    expect(answer.status).toBe(400)
    expect(fieldsOf(answer)).toEqual({
      riderOpenOrderLimit: 'This number is too small',
      uploadImageQuality: 'This number is too large',
    })
  })

  it('a number that was stored before its setting had a range counts as the nearest allowed one', async () => {
    await test.build.setting('uploadImageQuality', '1')
    await test.build.setting('riderOpenOrderLimit', '5000')
    await test.services.settings.reload()
    expect(test.services.settings.number('uploadImageQuality')).toBe(30)
    expect(test.services.settings.number('riderOpenOrderLimit')).toBe(100)
    await test.db.deleteFrom('settings').where('key', 'in', ['uploadImageQuality', 'riderOpenOrderLimit']).execute()
    await test.services.settings.reload()
  })

  it('[U-02] a changed value is in get-settings and changes the settings version; an empty value resets the setting', async () => {
    const { save, one } = await dashboard()
    const before = await versions()
    expect((await save({ storeColor: '#0a7d55', enSPU: 'false' })).body).toMatchObject({
      changed: ['storeColor', 'enSPU'],
    })
    expect([await publicValue('storeColor'), await publicValue('enSPU')]).toEqual(['#0a7d55', 'false'])
    const after = await versions()
    expect(after.forceNewSettingsVersion).not.toBe(before.forceNewSettingsVersion)
    expect(after.forceCacheClearVersion).toBe(before.forceCacheClearVersion)
    expect(await one('storeColor')).toMatchObject({ value: '#0a7d55', source: 'own' })
    await save({ storeColor: '', enSPU: null })
    expect(await one('storeColor')).toMatchObject({ value: '#fc8019', source: 'default' })
    expect((await save({ storeColor: null })).body).toMatchObject({ changed: [] })
  })

  it('[GAP-60] each key that the sheet lacks can be changed', async () => {
    const { save, one } = await dashboard()
    const values = {
      storefrontVariant: 'standard',
      cartAddonPricing: 'add',
      signupBonusScope: 'referred',
      homeReferralRewardAmount: '60',
      referralCommissionPercent: '4',
      couponShareCommissionPercent: '3',
      sharedCouponDiscountPercent: '2',
      consultWhatsappNumber: '919845000000',
      consultGreetingText: 'Hello',
      showPwaInstallPromptHeader: 'true',
    }
    expect((await save(values)).status).toBe(200)
    for (const [key, value] of Object.entries(values)) expect(await one(key)).toMatchObject({ value, source: 'own' })
    await save(Object.fromEntries(Object.keys(values).map((key) => [key, null])))
  })

  it('[U-02] all or nothing: each value that cannot be stored is named with its reason', async () => {
    const { save, one } = await dashboard()
    const answer = await save({
      storeName: 'Corner',
      storeColor: 'red',
      taxPercentage: 'much',
      limitCallsPerMinute: '0',
      footerStyleType: 'SIDEWAYS',
      currencyId: 'RUPEES',
      storeUrl: 'javascript:alert(1)',
      tips: '1,,2',
    })
    expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_INPUT'])
    expect(fieldsOf(answer)).toEqual({
      storeColor: 'This is not a colour such as #fc8019',
      taxPercentage: 'Please enter a number',
      limitCallsPerMinute: 'This number is too small',
      footerStyleType: 'Please choose one of the options',
      currencyId: 'Please choose one of the options',
      storeUrl: 'This link cannot be used',
      tips: 'Please separate the values with commas',
    })
    expect(await one('storeName')).toMatchObject({ source: 'default' })
  })

  it('[M-09] [INT-24] a name that belongs to the app, or is unknown, is refused', async () => {
    const { save } = await dashboard()
    for (const key of ['user', 'cart', 'delivery_user', 'refid'])
      expect(fieldsOf(await save({ [key]: null }))).toEqual({ [key]: 'This name is reserved. Choose another.' })
    expect(fieldsOf(await save({ noSuchSetting: 'x' }))).toEqual({ noSuchSetting: 'This value is not valid' })
    expect(codeOf(await save(JSON.parse('{"__proto__": "x"}') as object))).toBe('FORBIDDEN_KEY')
  })

  it.each([
    ['storeLogo', 'x" onerror=alert(1)'],
    ['storeLogo', '../../x'],
    ['appIcon', '<b>x</b>'],
    ['seoOgImage', '"><script>alert(1)</script>'],
    ['seoOgImage', '/assets/../../x'],
    ['storeUrl', 'https://shop.test/"><b>'],
    ['storeEmail', '"><b>@shop.test'],
    ['allowedLinkHosts', 'shop.test,<b>'],
  ])('[U-02] %s = %j is refused as a file or an address', async (key, value) => {
    const { save, one } = await dashboard()
    const answer = await save({ [key]: value })
    expect([answer.status, fieldsOf(answer)]).toEqual([400, { [key]: 'This link cannot be used' }])
    expect((await one(key)).source).toBe('default')
  })

  it('[U-02] mark-up is cleaned, and the paragraph that hides a block keeps the form that screens know', async () => {
    const { save, one } = await dashboard()
    await save({ customHomeMessage: '<p onclick="evil()">Hi<script>evil()</script><br>there</p>' })
    expect((await one('customHomeMessage')).value).toBe('<p>Hi<br>there</p>')
    await save({ customHomeMessage: '<p><br></p>' })
    expect((await one('customHomeMessage')).value).toBe('<p><br></p>')
  })

  it("[U-02] saving over another person's newer change is refused; changes of other settings do not matter", async () => {
    const { read, save } = await dashboard()
    const { edition } = await read()
    expect((await save({ walletName: 'Purse' }, edition)).status).toBe(200)
    const late = await save({ walletName: 'Pocket', storeName: 'Corner' }, edition)
    expect([late.status, codeOf(late)]).toEqual([409, 'SETTINGS_CLASH'])
    expect(await publicValue('walletName')).toBe('Purse')
    expect((await save({ storeEmail: 'hello@shop.test' }, edition)).status).toBe(200)
    // Resetting a setting also raises the settings version.
    const { edition: next } = await read()
    await save({ walletName: null }, next)
    expect(codeOf(await save({ walletName: 'Pocket' }, next))).toBe('SETTINGS_CLASH')
  })

  it('[U-02] of two parallel saves of the same setting, one is refused', async () => {
    const { read, save } = await dashboard()
    const { edition } = await read()
    const answers = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((seoOgTitle) => save({ seoOgTitle }, edition)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  it('[U-22] [U-23] a secret can be written but never read: it is neither in an answer nor in the audit log', async () => {
    const { save, read, one } = await dashboard()
    await save({ razorpayKeySecret: 'canary-rzp-1', firebaseSecret: 'canary-push-2' })
    expect(await one('razorpayKeySecret')).toMatchObject({ value: null, is_set: true, source: 'own' })
    expect(JSON.stringify(await read())).not.toContain('canary')
    expect(JSON.stringify((await test.call('get-settings')).body)).not.toContain('canary')
    expect(test.services.settings.get('razorpayKeySecret')).toBe('canary-rzp-1')
    const entry = await test.db
      .selectFrom('audit_entries')
      .select(['action', 'before', 'after'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({
      action: 'settings.updated',
      before: { razorpayKeySecret: 'not set', firebaseSecret: 'not set' },
      after: { razorpayKeySecret: 'set', firebaseSecret: 'set' },
    })
    await save({ razorpayKeySecret: null, firebaseSecret: null })
    expect(await one('razorpayKeySecret')).toMatchObject({ is_set: false })
  })

  it('[U-02] a setting of the environment is shown as such and cannot be changed', async () => {
    const { save, one } = await dashboard()
    process.env.SMTP_HOST = 'mail.shop.test'
    try {
      expect(await one('mail_host')).toMatchObject({ value: 'mail.shop.test', source: 'environment' })
      expect(fieldsOf(await save({ mail_host: 'other.test' }))).toEqual({
        mail_host: 'This value cannot be changed here',
      })
    } finally {
      delete process.env.SMTP_HOST
    }
  })
})

describe('U-03, U-06, U-22, U-23', () => {
  it('[U-03] the action that clears caches changes only the second version', async () => {
    const { staff, cookie } = await dashboard()
    const before = await versions()
    const { body } = await ask('dashboard/clear-cache', {}, { cookie })
    const after = await versions()
    expect(after.forceCacheClearVersion).toBe(body.forceCacheClearVersion)
    expect(after.forceCacheClearVersion).not.toBe(before.forceCacheClearVersion)
    expect(after.forceNewSettingsVersion).toBe(before.forceNewSettingsVersion)
    expect((await auditOf(staff.id)).at(-1)).toMatchObject({ action: 'caches.cleared' })
  })

  it('[U-06] the next customer gets a changed welcome bonus', async () => {
    const { save } = await dashboard()
    const bonusOf = async () => {
      const { data } = await createPeople(test).joinByCode({})
      return (await walletBalances(test.db, data.id)).promotionMinor
    }
    expect(await bonusOf()).toBe(20_000n)
    await save({ referralSuccessAmountReferredUser: '75' })
    expect(await bonusOf()).toBe(7_500n)
    await save({ referralSuccessAmountReferredUser: null })
  })

  it('[U-22] a gateway that is switched off is not offered and takes no order; cash likewise', async () => {
    const { save } = await dashboard()
    const keys = { razorpayKeyId: 'rzp_test_1', razorpayKeySecret: 'secret', razorpayWebhookSecret: 'another' }
    await save(keys)
    const store = await test.build.store()
    const item = await test.build.item({ store_id: store.id })
    const customer = await test.build.customer()
    const offered = async () =>
      (await test.call('get-payment-gateways', { restaurant_id: store.id }, customer)).body.map(({ name }) => name)
    const order = (method: string) =>
      test.call('place-order', { order: [{ id: item.id, quantity: 1 }], method, delivery_type: 2 }, customer)
    expect(await offered()).toEqual(['COD', 'Razorpay'])
    await save({ offersRazorpay: 'false' })
    expect(await offered()).toEqual(['COD'])
    expect(codeOf(await order('RAZORPAY'))).toBe('METHOD_NOT_AVAILABLE')
    // The provider is no longer offered, but it stays available, so that attempts that began before the change can be
    // queried.
    expect(test.services.outside.payments.find('razorpay')).toBeDefined()
    await save({ offersCash: 'false', offersRazorpay: null })
    expect(await offered()).toEqual(['Razorpay'])
    expect(codeOf(await order('COD'))).toBe('METHOD_NOT_AVAILABLE')
    await save({ offersCash: null })
    expect(await offered()).toEqual(['COD', 'Razorpay'])
  })

  it('[U-23] sender id and public key are served, the secret is not; a new pair is created here', async () => {
    const { save, cookie, one } = await dashboard()
    await save({ firebaseSenderId: '4711', firebasePublic: 'BPublic', firebaseSecret: 'canary-3' })
    expect([await publicValue('firebaseSenderId'), await publicValue('firebasePublic')]).toEqual(['4711', 'BPublic'])
    expect(await publicValue('firebaseSecret')).toBeUndefined()
    const { body } = await ask('dashboard/settings/push-keys', {}, { cookie })
    expect(body.public_key).toMatch(/^[\w-]{87}$/)
    expect(await publicValue('firebasePublic')).toBe(body.public_key)
    expect(await one('firebaseSecret')).toMatchObject({ value: null, is_set: true })
    const secret = test.services.settings.get('firebaseSecret')
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(body)).not.toContain(secret)
    process.env.VAPID_PUBLIC_KEY = 'BOfTheServer'
    try {
      expect(codeOf(await ask('dashboard/settings/push-keys', {}, { cookie }))).toBe('SETTING_LOCKED')
    } finally {
      delete process.env.VAPID_PUBLIC_KEY
    }
  })
})
