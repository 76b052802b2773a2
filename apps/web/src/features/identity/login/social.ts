import { isSettingOn, setting } from '#lib/catalogue.ts'
import { ownPath } from '#lib/paths.ts'
import { isRecord } from '#lib/storage.ts'
import { readTab, writeTab } from '#lib/tab-storage.ts'

export type SocialProvider = 'google' | 'facebook'

/** The social provider and the token with which its page sends a person back. */
export type SocialReturn = { provider: SocialProvider; accessToken: string }

const key = 'socialLogin'

/** Returns the enabled and configured providers with their button labels. */
export function offeredProviders(): { provider: SocialProvider; label: string }[] {
  const all = [
    {
      provider: 'google',
      isOn: isSettingOn('enableGoogleLogin') && setting('googleAppId') !== '',
      label: setting('googleLoginButtonText'),
    },
    {
      provider: 'facebook',
      isOn: isSettingOn('enableFacebookLogin') && setting('facebookAppId') !== '',
      label: setting('facebookLoginButtonText'),
    },
  ] as const
  return all.filter(({ isOn }) => isOn).map(({ provider, label }) => ({ provider, label }))
}

/**
 * Opens the page of a social provider. The tab stores a random value and sends it along, so that the app accepts only
 * an answer with this value.
 */
export function leaveFor(provider: SocialProvider): void {
  const state = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  writeTab(key, JSON.stringify({ provider, state, search: location.search }))
  // The social provider's page replaces the outer window, because the page cannot be shown in the frame of the desktop
  // page.
  const page = top ?? self
  page.location.assign(`/public/login-with/${provider}?state=${state}`)
}

let taken: SocialReturn | undefined

/**
 * Removes the social provider's token from the URL, and returns the token if it answers a request of this tab. If the
 * screen renders again, for example when texts have loaded, the function returns the earlier result.
 * @returns undefined if the person cancelled, or if this tab did not make the request
 */
export function takeReturn(): SocialReturn | undefined {
  const asked = readAsked()
  if (!asked && !location.hash) return taken
  const given = new URLSearchParams(location.hash.slice(1))
  writeTab(key, null)
  history.replaceState(history.state, '', location.pathname + (asked?.search ?? ''))
  const accessToken = given.get('id_token') ?? given.get('access_token')
  const isAnswer = asked && accessToken && given.get('state') === asked.state
  taken = isAnswer ? { provider: asked.provider, accessToken } : undefined
  return taken
}

type Asked = { provider: SocialProvider; state: string; search: string }

function readAsked(): Asked | undefined {
  try {
    const value: unknown = JSON.parse(readTab(key) ?? '')
    if (!isRecord(value) || typeof value.state !== 'string') return undefined
    const provider = value.provider === 'facebook' ? 'facebook' : 'google'
    const next = ownPath(new URLSearchParams(String(value.search)).get('next'))
    return { provider, state: value.state, search: next ? `?next=${encodeURIComponent(next)}` : '' }
  } catch {
    return undefined
  }
}
