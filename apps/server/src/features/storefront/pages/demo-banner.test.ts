import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { catalogues } from '@nukkad/contract/texts/catalogues.ts'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '#test/harness.ts'
import { webDist } from './chunks.ts'
import { withDemoBanner } from './demo-banner.ts'

const demo = useTestApp()
const shop = useTestApp({ config: { demo: false } })
const page = '<!doctype html><html><head><title>A</title></head><body class="b"><div></div></body></html>'

describe('the banner of the demo', () => {
  it('is first in the page, in every language, with a style that the content security policy allows', async () => {
    const shown = withDemoBanner(page, { demo: true, simulatesPayments: false })
    // The banner has no label, because a label would be in one language only.
    expect(shown).toMatch(/<body class="b"><aside id="demo-banner">/)
    const simulated = withDemoBanner(page, { demo: true, simulatesPayments: true })
    for (const { texts } of catalogues) {
      expect(shown).toContain(texts.demoBanner)
      expect(simulated).toContain(texts.demoNoMoney)
    }
    const [, style] = shown.match(/<style>([^<]*)<\/style>/)!
    // The style must name no font, so that the banner uses the page's own fonts, because a system font may lack the
    // letters of a language.
    expect(style).not.toMatch(/font(-family)?:/)
    const hash = createHash('sha256').update(style!).digest('base64')
    const policy = async (test: typeof demo) =>
      String((await test.send('/', { method: 'GET' })).headers['content-security-policy'])
    expect(await policy(demo)).toContain(`'sha256-${hash}'`)
    expect(await policy(shop)).not.toContain(`'sha256-${hash}'`)
    expect(withDemoBanner(page, { demo: false, simulatesPayments: false })).toBe(page)
  })

  it.skipIf(!existsSync(join(webDist, 'index.html')))('is on the pages of the app and of the dashboard', async () => {
    for (const url of ['/', '/cart', '/stores/nobody', '/nowhere', '/dashboard', '/dashboard/orders']) {
      expect((await demo.send(url, { method: 'GET' })).body).toContain('id="demo-banner"')
      expect((await shop.send(url, { method: 'GET' })).body).not.toContain('demo-banner')
    }
  })

  it('is on the pages that the server writes for payers', async () => {
    const ask = (test: typeof demo) =>
      test.send('/pay/none', { method: 'GET', headers: { accept: 'text/html' } }).then(({ body }) => String(body))
    expect(await ask(demo)).toContain('Demo: no real orders')
    expect(await ask(shop)).toMatch(/<h1>/)
    expect(await ask(shop)).not.toContain('Demo')
  })
})
