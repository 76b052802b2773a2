import { isSettingOn, setting } from './catalogue.ts'
import { hasConsent } from './consent.ts'
import { readKey, writeKey } from './storage.ts'

const collector = 'https://www.google-analytics.com/g/collect'
/**
 * Paths that contain the id of an order or a customer, or the token of a shared order. Views of these paths are counted
 * without the id or token.
 */
const personal = /^\/(running-order|rate-order|share|delivery\/orders|auth\/login-as-customer)\/.+/

let last: string | undefined

/**
 * Sends a screen view to Google Analytics through the measurement protocol, without Google's script. If the shop
 * shows a privacy notice, no view is sent until the visitor accepts the notice.
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
    console.warn('the page view could not be counted', cause),
  )
}

/**
 * Returns a random number that identifies the visitor. The visitor's number disappears when the browser's storage is
 * cleared.
 */
function visitor(): string {
  const known = readKey('analyticsVisitor')
  if (known !== undefined) return known
  const [first, second] = crypto.getRandomValues(new Uint32Array(2))
  const made = `${first}.${second}`
  writeKey('analyticsVisitor', made)
  return made
}
