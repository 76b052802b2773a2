import { isSettingOn, setting } from './catalogue.ts'
import { hasConsent } from './consent.ts'
import { readKey, writeKey } from './storage.ts'

const collector = 'https://www.google-analytics.com/g/collect'
/** Addresses that name a person's order or a customer: counted without it. */
const personal = /^\/(running-order|rate-order|delivery\/orders|auth\/login-as-customer)\/.+/

let last: string | undefined

/**
 * Counts the view of a screen by Google Analytics' measurement protocol, without its script (A-25). Nothing is sent
 * before the privacy notice is accepted, where there is one.
 */
export function countView(path: string): void {
  const property = setting('googleAnalyticsId')
  const isAllowed = !isSettingOn('showGdpr') || hasConsent()
  if (!isAllowed || property === '' || path === last) return
  last = path
  const view = new URLSearchParams({
    v: '2',
    tid: property,
    cid: visitor(),
    en: 'page_view',
    dl: location.origin + path.replace(personal, '/$1/'),
    ul: document.documentElement.lang,
    sr: `${screen.width}x${screen.height}`,
  })
  fetch(`${collector}?${view}`, { method: 'POST', mode: 'no-cors', keepalive: true }).catch((cause: unknown) =>
    console.warn('a view was not counted', cause),
  )
}

/** A number by chance that tells visitors apart; it goes with everything else when storage is cleared. */
function visitor(): string {
  const known = readKey('analyticsVisitor')
  if (known !== undefined) return known
  const [first, second] = crypto.getRandomValues(new Uint32Array(2))
  const made = `${first}.${second}`
  writeKey('analyticsVisitor', made)
  return made
}
