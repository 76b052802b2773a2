import { isSettingOn, setting } from '#lib/catalogue.ts'
import { ownPath } from '#lib/navigation.ts'
import { isRecord } from '#lib/storage.ts'
import { readTab, writeTab } from '#lib/tab-storage.ts'

export type SocialProvider = 'google' | 'facebook'

/** What a person came back with from the page of a provider. */
export type SocialReturn = { provider: SocialProvider; accessToken: string }

const key = 'socialLogin'

/** Providers that are switched on and set up, with the words on their buttons. */
export function offeredProviders(): { provider: SocialProvider; label: string }[] {
  const all = [
    { provider: 'google', isOn: isSettingOn('enableGoogleLogin') && setting('googleAppId') !== '' },
    { provider: 'facebook', isOn: isSettingOn('enableFacebookLogin') && setting('facebookAppId') !== '' },
  ] as const
  return all
    .filter(({ isOn }) => isOn)
    .map(({ provider }) => ({ provider, label: setting(`${provider}LoginButtonText`) }))
}

/**
 * Leaves for the provider's own page. The state stays in this tab, so that only an answer to this very question counts
 * when somebody comes back.
 */
export function leaveFor(provider: SocialProvider): void {
  const state = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  writeTab(key, JSON.stringify({ provider, state, search: location.search }))
  // A provider's page may not stand in the frame of the desktop preview.
  const page = top ?? self
  page.location.assign(`/public/login-with/${provider}?state=${state}`)
}

let taken: SocialReturn | undefined

/**
 * Takes the token out of the address, where it must not stay, and looks whether it answers our own question. A screen
 * that is drawn anew, as when texts have just come, gets the same answer again.
 * @returns undefined when somebody cancelled, or when the answer is not to a question of this tab
 */
export function takeReturn(): SocialReturn | undefined {
  const asked = readAsked()
  if (!asked && !location.hash) return taken
  const given = new URLSearchParams(location.hash.slice(1))
  writeTab(key, null)
  history.replaceState(history.state, '', location.pathname + (asked?.search ?? ''))
  const accessToken = given.get('access_token')
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
