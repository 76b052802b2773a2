import { wireMoney } from '@nukkad/rules/money.ts'

/** A sum in minor units as a person reads it, such as `INR 499.00`. */
export function sumOf(currency: string, minor: number): string {
  return `${currency.toUpperCase()} ${wireMoney(BigInt(minor), currency.toUpperCase())}`
}

type Page = {
  /** Whose page it plays. */
  provider: string
  /** The sum as its provider shows it, such as `INR 499.00`. */
  sum: string
  /** Where the choice is posted to, as field `choice`: `pay`, `decline` or `close`. */
  action: string
  /** Posted along. */
  fields?: Record<string, string>
  /** A word on what happened before, such as a payment that was declined. */
  note?: string
}

/** The page on which a person pays at a simulated provider; every provider here may use it. */
export function payPage({ provider, sum, action, fields = {}, note }: Page): string {
  return document(
    `${provider} (simulated)`,
    `<h1>${escaped(provider)} (simulated)</h1>
    <p>${escaped(sum)}</p>${note ? `<p role="status">${escaped(note)}</p>` : ''}
    <form method="post" action="${escaped(action)}">${hidden(fields)}
      <button name="choice" value="pay">Pay</button>
      <button name="choice" value="decline">Decline</button>
      <button name="choice" value="close">Close</button>
    </form>`,
  )
}

/** A page that posts these fields on as soon as it is shown; the way in which some providers send the payer back. */
export function postingPage(action: string, fields: Record<string, string>): string {
  return document(
    'One moment',
    `<form method="post" action="${escaped(action)}">${hidden(fields)}<button>Continue</button></form>
    <script>document.forms[0].submit()</script>`,
  )
}

/** Plain, and unlike any provider's own. */
const style =
  ':root{color-scheme:light dark;font:1.05rem/1.5 system-ui,sans-serif}body{max-width:22rem;margin:12vh auto;padding:0 1rem;text-align:center}form{display:grid;gap:12px}button{min-height:52px;font:inherit;border-radius:14px}'

/** A page of its own words. The body is markup: what comes from outside is escaped before. */
export function document(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <link rel="icon" href="data:,">
    <title>${escaped(title)}</title><style>${style}</style><body>${body}</body></html>`
}

function hidden(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
    .join('')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
