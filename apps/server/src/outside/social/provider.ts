import type { Config } from '#config.ts'
import type { ProviderSettings } from '#outside/message-provider.ts'
import { createFacebook } from './facebook.ts'
import { createGoogle } from './google.ts'
import type { SocialProvider, SocialProviderName } from './identity.ts'

/** Providers that are set up and switched on; a token of any other provider is invalid. */
export type SocialProviders = Partial<Record<SocialProviderName, SocialProvider>>

/** Returns the social providers that the settings offer now: providers that are switched on and have every key. */
export function socialProviders(
  settings: ProviderSettings,
  { socialUrls: { google, facebook } }: Pick<Config, 'socialUrls'>,
): SocialProviders {
  const clientId = settings.get('googleAppId')
  const appId = settings.get('facebookAppId')
  const secret = settings.get('facebookAppSecret')
  const hasGoogle = settings.get('enableGoogleLogin') === 'true' && clientId !== ''
  const hasFacebook = settings.get('enableFacebookLogin') === 'true' && appId !== '' && secret !== ''
  return {
    ...(hasGoogle && { google: createGoogle({ urls: google, clientId }) }),
    ...(hasFacebook && { facebook: createFacebook({ urls: facebook, appId, secret }) }),
  }
}
