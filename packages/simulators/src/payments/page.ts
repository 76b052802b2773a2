import { wireMoney } from '@nukkad/rules/money.ts'

/** Returns an amount in minor units in a readable form, such as `INR 499.00`. */
export function sumOf(currency: string, minor: number): string {
  return `${currency.toUpperCase()} ${wireMoney(BigInt(minor), currency.toUpperCase())}`
}

type Page = {
  /** The provider that the page belongs to. */
  provider: string
  /** The amount in the provider's form, such as `INR 499.00`. */
  sum: string
  /** The address for the choice, posted as field `choice`: `pay`, `decline` or `close`. */
  action: string
  /** Further fields of the post. */
  fields?: Record<string, string>
  /** A line about the previous step, such as a declined payment. */
  note?: string
}

/** Returns the page on which a person pays at a simulated provider; every provider here may use it. */
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

/** Returns a page that posts these fields immediately, the way in which some providers send the payer back. */
export function postingPage(action: string, fields: Record<string, string>): string {
  return document(
    'One moment',
    `<form method="post" action="${escaped(action)}">${hidden(fields)}<button>Continue</button></form>
    <script>document.forms[0].submit()</script>`,
  )
}

/** A plain style, unlike any provider's own. */
const style =
  ':root{color-scheme:light dark;font:1.05rem/1.5 system-ui,sans-serif}body{max-width:22rem;margin:12vh auto;padding:0 1rem;text-align:center}form{display:grid;gap:12px}button{min-height:52px;font:inherit;border-radius:14px}'

/** Returns a page. The body is markup: the caller escapes values from outside. */
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
