import { wireMoney } from '@nukkad/rules/money.ts'

/** Returns an amount in minor units in a readable form, such as `₹499.00`. */
export function sumOf(currency: string, minor: number): string {
  const format = Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? ''
  return `${sign}${/\p{L}$/u.test(sign) ? ' ' : ''}${wireMoney(BigInt(minor), currency.toUpperCase())}`
}

/**
 * The panels of the simulated pay page, with the fields that a payment provider asks for. The fields of the panels are
 * only shown and never posted.
 */
const panels = {
  upi: ['UPI', field('UPI ID', '', 'name@bank') + '<p>Approve the request in your UPI app.</p>'],
  card: [
    'Card',
    `${field('Card number', '4111 1111 1111 1111')}<div class="two">${field('Expiry', '12/34')}${field('CVV', '123')}</div>`,
  ],
  netbanking: ['Netbanking', choice('Bank', ['State Bank', 'City Bank', 'Farmers Bank'])],
  wallet: ['Wallet', field('Phone number', '98765 43210')],
  gcash: ['GCash', field('Mobile number', '0917 123 4567')],
  grabPay: ['GrabPay', field('Mobile number', '0917 123 4567')],
  pix: ['Pix', '<p>Scan the code with your bank’s app.</p>'],
  khalti: ['Khalti', field('Khalti ID', '98000 00001')],
} as const satisfies Record<string, readonly [string, string]>
/** The name of a panel of the simulated pay page. */
export type Panel = keyof typeof panels

/** The panels of the pay page of each simulated provider. */
const panelsOf: Record<string, readonly Panel[]> = {
  Razorpay: ['upi', 'card', 'netbanking', 'wallet'],
  Paytm: ['upi', 'card', 'netbanking', 'wallet'],
  Stripe: ['card'],
  PayMongo: ['card', 'gcash', 'grabPay'],
  'Mercado Pago': ['card', 'pix'],
  Khalti: ['khalti', 'netbanking'],
}

type Page = {
  /** The payment provider that the page belongs to. */
  provider: string
  /** The amount to pay in a readable form, such as `₹499.00`. */
  sum: string
  /** The URL to which the page posts the payer's choice, in the field `choice`: `pay`, `decline` or `close`. */
  action: string
  /** Further fields that the page posts to `action`. */
  fields?: Record<string, string>
  /** A line about the payer's previous step, such as a declined payment. */
  note?: string
  /**
   * The panel that is open at first. If it is missing, or the provider does not have it, the provider's first panel is
   * open.
   */
  first?: string | null
}

/** The merchant's name in the simulated accounts. */
const merchant = 'Nukkad'

/**
 * Returns the page on which a person pays at a simulated provider. The simulators of all providers can use the page.
 */
export function payPage({ provider, sum, action, fields = {}, note, first }: Page): string {
  const shown = panelsOf[provider] ?? ['card']
  const open = shown.find((panel) => panel === first) ?? shown[0]
  const tabs = shown.map(
    (panel) =>
      `<label><input type="radio" name="panel" value="${panel}"${panel === open ? ' checked' : ''}><span>${panels[panel][0]}</span></label>`,
  )
  return document(
    `${provider} (simulated)`,
    `<main><header><div><h1>${escaped(provider)} (simulated)</h1><p class="to">${merchant}</p></div>
    <div class="sum"><span>Amount</span><strong>${escaped(sum)}</strong></div></header>
    ${note ? `<p role="status" class="note">${escaped(note)}</p>` : ''}
    <form method="post" action="${escaped(action)}">${hidden(fields)}
      <fieldset><legend>Pay with</legend><div class="tabs">${tabs.join('')}</div></fieldset>
      ${shown.map((panel) => `<section data-panel="${panel}">${panels[panel][1]}</section>`).join('')}
      <button name="choice" value="pay" class="main">Confirm and pay ${escaped(sum)}</button>
      <button name="choice" value="close" class="plain">Cancel payment</button>
      <aside aria-label="Test"><p><b>Test</b> No money moves here. Any entry is accepted.</p>
      <button name="choice" value="decline" class="small">Decline the payment</button></aside>
    </form></main>`,
  )
}

function field(label: string, sample: string, placeholder = ''): string {
  return `<label class="field">${label}<input value="${sample}" placeholder="${placeholder}" autocomplete="off"></label>`
}

function choice(label: string, values: readonly string[]): string {
  return `<label class="field">${label}<select>${values.map((value) => `<option>${value}</option>`).join('')}</select></label>`
}

/** Returns a page that posts the given fields immediately, as some providers do to send the payer back. */
export function postingPage(action: string, fields: Record<string, string>): string {
  return document(
    'One moment',
    `<form method="post" action="${escaped(action)}">${hidden(fields)}<button>Continue</button></form>
    <script>document.forms[0].submit()</script>`,
  )
}

/**
 * The style that shows the panel of the chosen tab. The style needs no script, because some providers' pages allow
 * none.
 */
const shownPanel = Object.keys(panels)
  .map((panel) => `form:has([value=${panel}]:checked) [data-panel=${panel}]`)
  .join()

/** The plain style of the pay page, which resembles no provider's own page. */
const style = `
:root{color-scheme:light dark;--ink:#16202c;--soft:#5b6776;--line:#d5dbe3;--page:#eef1f5;--sheet:#fff;--main:#1d4ed8;--tint:#e8eefc;font:1rem/1.5 system-ui,sans-serif}
@media(prefers-color-scheme:dark){:root{--ink:#eef2f7;--soft:#a7b2c0;--line:#3a4553;--page:#10151c;--sheet:#1a222c;--main:#2f62e0;--tint:#22304f}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;background:var(--page);color:var(--ink);display:grid;align-content:start;justify-items:center}
main{width:100%;max-width:27rem;min-height:100vh;background:var(--sheet);overflow:hidden}
@media(min-width:32rem){body{align-content:center;padding:24px}main{min-height:0;border-radius:16px;box-shadow:0 8px 40px #0003}}
header{display:flex;align-items:end;justify-content:space-between;gap:16px;padding:24px 20px 20px;background:var(--main);color:#fff}
h1{margin:0;font-size:.8125rem;font-weight:600}p{margin:0}.to{font-size:1.375rem;font-weight:700}
.sum{text-align:end;flex-shrink:0}.sum span{display:block;font-size:.8125rem}.sum strong{font-size:1.125rem;font-variant-numeric:tabular-nums}
.note{margin:16px 20px 0;padding:12px 14px;border-radius:10px;background:#fdecea;color:#8c1d18}
form{display:grid;gap:14px;padding:20px}fieldset{border:0;margin:0;padding:0;min-width:0}legend{padding:0 0 8px;font-weight:650}
.tabs{display:flex;flex-wrap:wrap;gap:8px}.tabs label{position:relative;flex:1 1 auto}.tabs input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.tabs span{display:grid;place-items:center;min-height:44px;padding:0 10px;border:1px solid var(--line);border-radius:10px;font-size:.9375rem;font-weight:600}
.tabs :checked+span{border-color:var(--main);background:var(--tint);box-shadow:inset 0 0 0 1px var(--main)}.tabs :focus-visible+span{outline:3px solid var(--main);outline-offset:2px}
section{display:none;gap:12px;color:var(--soft)}${shownPanel}{display:grid}
.two{display:grid;grid-template-columns:1fr 1fr;gap:12px}.field{display:grid;gap:4px;font-size:.875rem;color:var(--soft)}
.field input,.field select{width:100%;min-height:48px;padding:0 12px;border:1px solid var(--line);border-radius:10px;background:var(--sheet);color:var(--ink);font:inherit;font-size:1rem}
button{min-height:52px;padding:0 16px;border:0;border-radius:12px;font:inherit;font-weight:650;cursor:pointer}
.main,button:only-of-type:not(.small){background:var(--main);color:#fff}.plain{min-height:44px;background:none;color:var(--ink)}
aside{display:flex;align-items:center;justify-content:space-between;gap:12px;padding:12px;border:1px dashed var(--line);border-radius:12px;font-size:.8125rem;color:var(--soft)}
aside b{margin-inline-end:4px;padding:1px 6px;border-radius:5px;background:#ffd54a;color:#1a1200}.small{min-height:44px;flex-shrink:0;background:none;border:1px solid var(--line);color:var(--ink);font-size:.8125rem}`

/**
 * Returns an HTML page with the given body. The body is HTML, so the calling code must have escaped values that come
 * from outside.
 */
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
