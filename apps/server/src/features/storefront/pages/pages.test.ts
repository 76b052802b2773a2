import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '#test/harness.ts'
import { webDist } from './chunks.ts'

const test = useTestApp()
const isBuilt = existsSync(join(webDist, 'index.html'))
const get = (url: string) => test.send(url, { method: 'GET' })

describe.skipIf(!isBuilt)('the pages of the app', () => {
  it('the pages for an unknown store are a cached page with 404, without a query of the database', async () => {
    const store = await test.build.store()
    await expect.poll(async () => (await get(`/stores/${store.slug}`)).status).toBe(200)
    expect((await get('/stores/nobody-1')).status).toBe(404)
    const first = await get('/stores/nobody-2')
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => get(`/stores/none-${index}`)))
    for (const { status, body } of answers) expect([status, body === first.body]).toEqual([404, true])
    const later = await test.build.store()
    await expect.poll(async () => (await get(`/stores/${later.slug}`)).status).toBe(200)
  })

  it('is rendered once for parallel requests', async () => {
    const bodies = await Promise.all(Array.from({ length: 20 }, async () => (await get('/')).body))
    expect(new Set(bodies).size).toBe(1)
  })

  it('let browsers cache hashed files for a year, and send files with the short headers', async () => {
    const [script] = readdirSync(join(webDist, 'assets/app')).filter((name) => name.endsWith('.js'))
    const { headers } = await get(`/assets/app/${script}`)
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(headers).not.toHaveProperty('permissions-policy')
    const worker = await get('/sw.js')
    expect(worker.headers['cache-control']).toBe('no-cache')
    expect(worker.headers['content-security-policy']).toContain("connect-src 'self'")
    expect((await get('/')).headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'self'$/),
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'SAMEORIGIN',
    })
  })

  it('the pages are all that is served of the build: no folder listings, no page templates, no copies', async () => {
    const [script] = readdirSync(join(webDist, 'assets/app')).filter((name) => name.endsWith('.js'))
    expect((await get(`/assets/app/${script}`)).status).toBe(200)
    expect((await get('/sw.js')).status).toBe(200)
    for (const url of [
      '/.vite/manifest.json',
      '/%2evite/manifest.json',
      '/assets/app/../../.vite/manifest.json',
      '/assets/app/%2e%2e/%2e%2e/.vite/manifest.json',
      '/index.html',
      '/manifest.json.br',
      '/sw.js.br',
      `/assets/app/${script}.br`,
      `/assets/app/${script}.map`,
      '/.env',
      '/package.json',
    ])
      expect((await get(url)).status, url).toBeGreaterThanOrEqual(400)
    for (const path of ['../.vite/manifest.json', '..%2f.vite/manifest.json', '%2e%2e/.vite/manifest.json'])
      expect(JSON.stringify((await get(`/dashboard/assets/${path}`)).body), path).not.toContain('isEntry')
  })
})
