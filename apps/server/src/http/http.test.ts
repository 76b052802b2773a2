import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { buildApp } from '#app.ts'
import { openPool } from '#db/connection.ts'
import { listMigrations } from '#db/migrate.ts'
import { codeOf, useTestApp } from '#test/harness.ts'

const test = useTestApp()
const settings = '/public/api/get-settings'

describe('the pipeline', () => {
  it('[GAP-01] answers the same on both bases', async () => {
    const [long, short] = await Promise.all([test.send('/public/api/get-pages'), test.send('/api/get-pages')])
    expect(long).toMatchObject({ status: 200 })
    expect(short.body).toEqual(long.body)
  })

  it('[GAP-02] accepts an empty body without a content type', async () => {
    expect((await test.send('/public/api/get-pages')).status).toBe(200)
    expect((await test.send('/public/api/get-pages', { payload: '' })).status).toBe(200)
  })

  it('[GAP-03, T-02] accepts a token from header or body, never from the address', async () => {
    const { token } = await test.build.customer()
    const url = '/public/api/get-addresses'
    expect(await test.send(url)).toMatchObject({ status: 401, body: { message: 'Token not provided' } })
    expect(await test.send(url, { payload: { token: 'abc' } })).toMatchObject({
      status: 401,
      body: { error: { code: 'SESSION_REVOKED' } },
    })
    expect((await test.send(url, { payload: { token } })).status).toBe(200)
    expect((await test.send(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    expect((await test.send(`${url}?token=${token}`)).status).toBe(401)
    const other = await test.build.customer()
    expect(
      codeOf(await test.send(url, { payload: { token }, headers: { authorization: `Bearer ${other.token}` } })),
    ).toBe('SESSION_AMBIGUOUS')
  })

  it('[P-01, INT-23, GAP-04] GET is 405 for a call and 404 for an unknown name; reviews answer GET too', async () => {
    expect(await test.send(settings, { method: 'GET' })).toMatchObject({
      status: 405,
      body: { error: { code: 'METHOD_NOT_ALLOWED' } },
    })
    expect(await test.send('/public/api/no-such-call')).toMatchObject({
      status: 404,
      body: { success: false, error: { code: 'UNKNOWN_CALL' } },
    })
    const store = await test.build.store()
    expect((await test.send(`/public/api/get-store-reviews/${store.slug}`, { method: 'GET' })).status).toBe(200)
  })

  it('refuses unusable bodies with 400, 413 or 415 and never 500', async () => {
    const url = '/public/api/quote'
    const deep = `${'{"a":'.repeat(12)}1${'}'.repeat(12)}`
    for (const payload of ['{', 'null', '[]', '"x"', '1', deep, '{"x":"\\u0000"}', '{"x":"\\ud800"}']) {
      expect(await test.send(url, { payload }), payload).toMatchObject({
        status: 400,
        body: { success: false, error: { code: 'INVALID_INPUT' } },
      })
    }
    for (const key of ['__proto__', 'prototype', 'constructor']) {
      expect(codeOf(await test.send(url, { payload: `{"order":[{"${key}":{}}]}` })), key).toBe('FORBIDDEN_KEY')
    }
    expect((await test.send(url, { payload: JSON.stringify({ x: 'y'.repeat(103_000) }) })).status).toBe(413)
    expect((await test.send(url, { payload: 'a=1', headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  })

  it('refuses URLs with invalid characters, on every route, with 400 and never 500', async () => {
    for (const url of [
      '/stores/%00',
      '/pay/a%00b',
      '/public/api/get-restaurant-info/%00',
      '/public/api/payment/stripe/return?a=%00',
      '/public/api/payment/handle-process-paymongo/%00',
      '/public/api/payment/return-mercado-pago?preference_id=%00',
      '/public/api/payment/verify-khalti-payment?token=abcd%00&amount=1',
    ])
      expect((await test.send(url, { method: 'GET' })).status, url).toBe(400)
  })

  it('[GAP-04] counts 500 calls a minute for one IP address and answers further ones with 429, in the form of the wire', async () => {
    await test.build.setting('limitCallsPerMinute', '5')
    await expect.poll(() => test.services.settings.number('limitCallsPerMinute')).toBe(5)
    const ask = () => test.send('/public/api/get-pages', { ip: '10.77.77.77' })
    for (let count = 0; count < 5; count++) expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect(refused).toMatchObject({ status: 429, body: { message: 'Too Many Attempts.' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await test.send('/public/api/get-pages', { ip: '10.77.77.78' })).status).toBe(200)
    await test.build.setting('limitCallsPerMinute', '100000')
    await expect.poll(() => test.services.settings.number('limitCallsPerMinute')).toBe(100_000)
  })

  it('refuses every body in a character set other than UTF-8', async () => {
    const answer = (type: string, url = settings) =>
      test.send(url, { payload: '{}', headers: { 'content-type': type } }).then(({ status }) => status)
    for (const type of [
      'application/json; charset=utf-16',
      'application/json;charset=UTF-16LE',
      'application/json; charset="iso-8859-1"',
      'application/json ; charset = windows-1252',
      'application/json; charset=utf-8; charset=utf-16',
      'application/json; charset=utf-7',
      'application/json; charset=',
      'multipart/form-data; boundary=b; charset=utf-16',
    ])
      expect(await answer(type), type).toBe(415)
    for (const type of ['application/json', 'application/json; charset=utf-8', 'application/json; charset="UTF-8"'])
      expect(await answer(type), type).toBe(200)
  })

  it('sends calls with the short security headers, a request id, and no-store with personal answers', async () => {
    const { token } = await test.build.customer()
    const answer = await test.send('/public/api/check-ban', { payload: { token } })
    expect(answer.headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(answer.headers['x-powered-by']).toBeUndefined()
  })

  it('sends everything that could be a page with all security headers', async () => {
    const answer = await test.send('/version.json', { method: 'GET' })
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
    })
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'self'/)
    expect(answer.headers['content-security-policy']).not.toMatch(/unsafe/)
  })

  it('[A-25] lets pages send page views to the collector only if the setting is on at the start', async () => {
    const policyNow = async (): Promise<string> => {
      const app = await buildApp({
        ...test.services,
        pool: test.pool,
        logger: pino({ level: 'silent' }),
        isStopping: () => false,
      })
      const { headers } = await app.inject({ method: 'GET', url: '/version.json' })
      await app.close()
      return String(headers['content-security-policy'])
    }
    expect(await policyNow()).not.toContain('google')
    await test.build.setting('enableGoogleAnalytics', 'true')
    await test.services.settings.reload()
    const policy = await policyNow()
    expect(policy).toContain("connect-src 'self' https://www.google-analytics.com")
    expect(policy.replace(/connect-src[^;]*/, '')).not.toContain('google')
    await test.build.setting('enableGoogleAnalytics', 'false')
    await test.services.settings.reload()
  })

  it('reports to monitors that it is alive and ready', async () => {
    expect(await test.send('/healthz', { method: 'GET' })).toMatchObject({ status: 200, body: { status: 'alive' } })
    expect(await test.send('/readyz', { method: 'GET' })).toMatchObject({ status: 200, body: { status: 'ready' } })
    expect((await test.send('/metrics', { method: 'GET', ip: '127.0.0.1' })).body).toContain('nukkad_requests_total')
  })

  it('is ready on the schema of a newer release, and not on that of an older one', async () => {
    const owner = openPool(test.services.address, { size: 1, asApplication: false, onError: () => {} })
    const readiness = () => test.send('/readyz', { method: 'GET' })
    const newest = listMigrations().at(-1)!.name
    try {
      await owner.query("insert into schema_migrations (name, checksum) values ('9999_of_tomorrow.sql', 'x')")
      expect(await readiness()).toMatchObject({ status: 200, body: { status: 'ready' } })
      await owner.query('update schema_migrations set name = $2 where name = $1', [newest, 'away'])
      expect(await readiness()).toMatchObject({ status: 503, body: { reasons: ['schema version'] } })
    } finally {
      await owner.query('update schema_migrations set name = $1 where name = $2', [newest, 'away'])
      await owner.query("delete from schema_migrations where name = '9999_of_tomorrow.sql'")
      await owner.end()
    }
  })

  it('[P-88, M-20] GET /version.json answers both versions, and a changed setting changes the first', async () => {
    const before = (await test.send('/version.json', { method: 'GET' })).body as Record<string, string>
    expect(before).toEqual({ forceNewSettingsVersion: expect.any(String), forceCacheClearVersion: expect.any(String) })
    await test.build.setting('storeName', 'Corner')
    await expect
      .poll(
        async () =>
          ((await test.send('/version.json', { method: 'GET' })).body as Record<string, string>)
            .forceNewSettingsVersion,
      )
      .not.toBe(before.forceNewSettingsVersion)
    const after = (await test.send('/version.json', { method: 'GET' })).body as Record<string, string>
    expect(after.forceCacheClearVersion).toBe(before.forceCacheClearVersion)
  })
})
