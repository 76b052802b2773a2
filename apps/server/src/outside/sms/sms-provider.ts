import type { Config } from '#config.ts'
import type { MessageProvider, ProviderSettings } from '#outside/message-provider.ts'
import { createMsg91 } from './msg91.ts'
import { createTwilio } from './twilio.ts'

/** The value of the setting `defaultSmsGateway` that chooses this provider. */
const TWILIO = '2'

/** Returns the SMS provider of the settings; undefined while any of its keys is missing. */
export function smsProvider(
  settings: ProviderSettings,
  { smsUrls }: Pick<Config, 'smsUrls'>,
): MessageProvider | undefined {
  return settings.get('defaultSmsGateway') === TWILIO
    ? twilioOf(settings, smsUrls.twilio)
    : msg91Of(settings, smsUrls.msg91)
}

function twilioOf(settings: ProviderSettings, baseUrl: string): MessageProvider | undefined {
  const account = settings.get('twilioSid')
  const token = settings.get('twilioAccessToken')
  const from = settings.get('twilioFromPhone')
  const service = settings.get('twilioServiceId')
  if (!account || !token || !(from || service)) return undefined
  return createTwilio({ baseUrl, account, token, sender: service ? { service } : { from } })
}

function msg91Of(settings: ProviderSettings, baseUrl: string): MessageProvider | undefined {
  const authKey = settings.get('msg91AuthKey')
  const codeTemplate = settings.get('msg91OtpDltTemplateId')
  return authKey && codeTemplate
    ? createMsg91({ baseUrl, authKey, codeTemplate, templateOf: (name) => settings.get(name) })
    : undefined
}
