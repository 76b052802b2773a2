import { createHash } from 'node:crypto'
import { catalogues } from '@nukkad/contract/texts/catalogues.ts'
import type { Config } from '#config.ts'

const [first, ...others] = catalogues.map(({ code }) => code)

/**
 * The banner's style is in the page and not in the style sheet of the app, so a real shop does not load it. The banner
 * covers the top edge of the screen, where nothing is read or pressed, and does not catch clicks. The top bar of the
 * dashboard leaves a space of the height `--demo-banner` for the banner. The language of the page selects its text, and
 * the page's own fonts have the letters of that language.
 */
const style = `
:root{--demo-banner:12px}
#demo-banner{position:fixed;inset:0 0 auto;z-index:90;display:grid;justify-content:center;pointer-events:none;font-weight:600;font-size:11px;line-height:16px}
#demo-banner p{margin:0;padding:0 10px;border-radius:0 0 8px 8px;background:#ffd54a;color:#1a1200}
#demo-banner p:not([lang=${first}]),${others.map((code) => `html[lang=${code}] #demo-banner [lang=${first}]`).join()}{display:none}
${others.map((code) => `html[lang=${code}] #demo-banner [lang=${code}]`).join()}{display:block}
@media print{#demo-banner{display:none}}`.replaceAll('\n', '')

/** A demo whose providers are simulated also says that no money moves. */
const linesWith = (key: 'demoNoMoney' | 'demoBanner') =>
  catalogues.map(({ code, direction, texts }) => `<p lang="${code}" dir="${direction}">${texts[key]}</p>`).join('')

/** Hash that allows the banner's style in the content security policy. */
export const demoStyleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

type Kind = Pick<Config, 'demo' | 'simulatesPayments'>

/** Adds a banner to the page that says that this is the demo; outside the demo, returns the page unchanged. */
export function withDemoBanner(page: string, { demo, simulatesPayments }: Kind): string {
  if (!demo) return page
  return page
    .replace('</head>', () => `<style>${style}</style></head>`)
    .replace(
      /<body[^>]*>/,
      (body) => `${body}<aside id="demo-banner">${linesWith(simulatesPayments ? 'demoNoMoney' : 'demoBanner')}</aside>`,
    )
}
