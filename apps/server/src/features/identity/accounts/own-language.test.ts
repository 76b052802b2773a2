import { en } from '@nukkad/contract/texts/en.ts'
import { hi } from '@nukkad/contract/texts/hi.ts'
import { kn } from '@nukkad/contract/texts/kn.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { ownText } from '#platform/settings/own-text.ts'
import { createPeople } from '#test/accounts.ts'
import { useTestApp } from '#test/harness.ts'

const test = useTestApp()
let people: ReturnType<typeof createPeople>
beforeAll(async () => {
  people = createPeople(test)
  for (const code of ['hi', 'kn'])
    await test.db.insertInto('languages').values({ code, language_name: code, is_default: false }).execute()
  await test.services.settings.reload()
})

/** Returns the newest message to a phone or e-mail address. */
async function lastTo(recipient: string): Promise<string> {
  const row = await test.db
    .selectFrom('local_outbox')
    .select('text')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.text ?? 'none'
}

const languageOf = async (id: number) =>
  (await test.db.selectFrom('users').select('language').where('id', '=', id).executeTakeFirstOrThrow()).language

/** Creates a customer who used the shop in this language. */
async function speaker(language: string) {
  const customer = await test.build.customer()
  await test.call('update-user-info', {}, { token: customer.token, language })
  return customer
}

describe('the language of messages', () => {
  it('[H-08] a code for a newcomer is in the language of their browser', async () => {
    const phone = people.newPhone()
    await test.call('send-otp', { phone, email: people.newEmail() }, { language: 'hi-IN,hi;q=0.9' })
    expect(await lastTo(phone)).toMatch(new RegExp(`^${hi.smsCode} \\d{6}$`))
    const other = people.newPhone()
    await test.call('send-otp', { phone: other, email: people.newEmail() }, { language: 'fr' })
    expect(await lastTo(other)).toMatch(new RegExp(`^${en.smsCode} \\d{6}$`))
  })

  it('[P-26] a code for a customer is in their own language, for any browser', async () => {
    const { phone } = await speaker('kn')
    await test.call('generate-otp-for-login', { phone, email: null }, { language: 'en' })
    expect(await lastTo(phone!)).toContain(kn.smsCode)
  })

  it('[P-28] [P-30] mails about the password are in the customer’s language too', async () => {
    const { email } = await speaker('hi')
    await test.call('send-password-reset-mail', { email: email! }, { language: 'en' })
    await expect.poll(() => lastTo(email!)).toContain(hi.mailResetCode.split('{code}')[1])
    const subject = { key: 'passwordResetEmailSubject', text: 'mailResetCodeSubject', language: 'hi' } as const
    expect(ownText(test.services.settings, subject)).toBe(hi.mailResetCodeSubject)
    const code = await people.mailedCodeTo(email!)
    await test.call(
      'change-user-password',
      { email: email!, code, password: 'tulsi-lamp-41-river' },
      { language: 'en' },
    )
    await expect.poll(() => lastTo(email!)).toContain(hi.mailPasswordChanged)
  })

  it('texts that the operator wrote stay as they are', async () => {
    await people.set({ otpMessage: 'Corner Kitchen code:' })
    const phone = people.newPhone()
    await test.call('send-otp', { phone, email: people.newEmail() }, { language: 'hi' })
    expect(await lastTo(phone)).toMatch(/^Corner Kitchen code: \d{6}$/)
    await people.set({ otpMessage: en.smsCode })
  })
})

describe('the stored language', () => {
  it('is set at sign-up and updated at each visit; a language that the shop does not have changes nothing', async () => {
    const phone = people.newPhone()
    const email = people.newEmail()
    const otp = await people.loginCode(phone, email)
    const joined = await test.call(
      'login-with-otp',
      { phone, otp, name: 'Nila', email, address: null },
      { language: 'kn' },
    )
    const { id, auth_token: token } = (joined.body as { data: { id: number; auth_token: string } }).data
    expect(await languageOf(id)).toBe('kn')
    await test.call('update-user-info', {}, { token, language: 'hi-IN' })
    expect(await languageOf(id)).toBe('hi')
    for (const language of ['fr', '', '*']) await test.call('update-user-info', {}, { token, language })
    expect(await languageOf(id)).toBe('hi')
  })

  it('is not changed by staff who act for the customer, and is deleted with the account', async () => {
    const customer = await speaker('hi')
    const staff = await test.build.user({}, 'admin')
    const own = { token: customer.token }
    await test.db
      .updateTable('sessions')
      .set({ acting_staff_id: staff.id })
      .where('user_id', '=', customer.id)
      .execute()
    await test.call('update-user-info', {}, { ...own, language: 'kn' })
    expect(await languageOf(customer.id)).toBe('hi')
    await test.db.updateTable('sessions').set({ acting_staff_id: null }).where('user_id', '=', customer.id).execute()
    const exported = await test.call('export-my-data', {}, own)
    expect(exported.body).toMatchObject({ data: { profile: { language: 'hi' } } })
    await test.call('delete-my-account', {}, own)
    expect(await languageOf(customer.id)).toBeNull()
  })
})
