import { afterEach, describe, expect, it } from 'vitest'
import { createOutside } from '#outside/outside.ts'
import { createPeople } from '#test/accounts.ts'
import { useTestApp } from '#test/harness.ts'

const test = useTestApp()
const none = {
  defaultSmsGateway: '1',
  msg91AuthKey: '',
  msg91OtpDltTemplateId: '',
  twilioSid: '',
  twilioAccessToken: '',
  twilioFromPhone: '',
  mail_host: '',
  mail_port: '',
  sendEmailFromEmailAddress: '',
}
const set = (values: Partial<typeof none>) => createPeople(test).set(values)
afterEach(() => set(none))

const message = { to: '+919876543210', text: 'Your verification code is 482913', code: '482913' }

describe('the SMS and mail providers of a server', () => {
  it("store messages in the local outbox until a provider's settings are complete", async () => {
    const { sms, mail } = test.services.outside
    await set({ defaultSmsGateway: '2', twilioSid: 'AC1', twilioAccessToken: 'secret', mail_host: '127.0.0.1' })
    await sms.send(message)
    await mail.send({ ...message, to: 'asha@example.test' })
    const rows = await test.db.selectFrom('local_outbox').select(['kind', 'code']).orderBy('id').execute()
    expect(rows).toEqual([
      { kind: 'sms', code: '482913' },
      { kind: 'mail', code: '482913' },
    ])
  })

  it('follow the settings while the server runs', async () => {
    const { sms, mail } = test.services.outside
    await set({
      defaultSmsGateway: '2',
      twilioSid: 'AC1',
      twilioAccessToken: 'secret',
      twilioFromPhone: '+15005550006',
    })
    await expect(sms.send(message)).rejects.toThrow('Twilio could not be reached')
    await set({ ...none, msg91AuthKey: 'key', msg91OtpDltTemplateId: 'template-1' })
    await expect(sms.send(message)).rejects.toThrow('MSG91 could not be reached')
    await set({ ...none, mail_host: '127.0.0.1', mail_port: '9', sendEmailFromEmailAddress: 'shop@example.test' })
    await expect(mail.check()).rejects.toThrow('the mail server failed')
    await set(none)
    await sms.send(message)
  })

  it('in production store no code and send nothing until a provider is set up', async () => {
    const { db, settings, config } = test.services
    const before = await test.db.selectFrom('local_outbox').select('id').execute()
    const { sms, mail } = createOutside({ db, settings, config: { ...config, mode: 'production', demo: false } })
    await expect(sms.send(message)).rejects.toThrow('no provider is set up')
    await expect(mail.check()).rejects.toThrow('no provider is set up')
    expect(await test.db.selectFrom('local_outbox').select('id').execute()).toEqual(before)
  })
})
