import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTestApp } from '#test/harness.ts'

const test = useTestApp({ isNoted: false })
const CALLS = 3
const PAGES = 30
/** The routes without a limit, listed by hand, so that a reviewer notices a new route without a limit. */
const exceptions = [
  ...['razorpay', 'paytm', 'stripe', 'paymongo', 'mercado-pago', 'khalti'].map(
    (provider) => `/api/payment/${provider}/webhook`,
  ),
  '/healthz',
]

beforeAll(async () => {
  await test.build.setting('limitCallsPerMinute', String(CALLS))
  await test.build.setting('limitPagesPerMinute', String(PAGES))
  await test.services.settings.reload()
})

/** Returns a path that matches the route, with a value for each parameter. */
const addressOf = (url: string) => url.replace(/:\w+(\([^)]*\))?/g, 'x1').replace('*', 'nothing')

let client = 0
/** Returns the IP address of a new client in a network of its own, because networks have a limit too. */
const newClient = () => `10.${Math.floor(client / 250) + 1}.${client++ % 250}.1`

/** Counts how many of these requests were refused by a limit. */
async function refusals(method: string, url: string, count: number, ip = newClient()): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: count }, () =>
      test.app
        .inject({
          method: method as 'GET',
          url,
          remoteAddress: ip,
          ...(method === 'POST' && { payload: '{}', headers: { 'content-type': 'application/json' } }),
          // An accepted event stream would stay open, so the request is aborted after five seconds.
          signal: AbortSignal.timeout(5000),
        })
        .catch(() => ({ statusCode: 0 })),
    ),
  )
  return answers.filter(({ statusCode }) => statusCode === 429).length
}

describe('limits of routes', () => {
  it('exist for every route except the listed exceptions', async () => {
    const routes = test.app.routes.filter(({ method }) => method === 'GET' || method === 'POST')
    expect(routes.length).toBeGreaterThan(400)
    const without: string[] = []
    for (const { method, url } of routes) {
      const address = addressOf(url)
      // Sends one request more than the limit allows, counted with the weight of the lightest requests.
      const count = /^\/(public|api)\//.test(url) ? PAGES / 2 + 1 : PAGES + 1
      if ((await refusals(method, address, count)) === 0) without.push(url)
    }
    expect([...new Set(without.map((url) => url.replace(/^\/public/, '')))].sort()).toEqual(exceptions.sort())
  }, 240_000)

  it('exist for unknown URLs, and for all pages together', async () => {
    expect(await refusals('POST', '/nowhere', 31)).toBeGreaterThan(0)
    expect(await refusals('GET', '/.hidden/file.json', 31)).toBeGreaterThan(0)
    const ip = newClient()
    await refusals('GET', '/', 2, ip)
    expect(await refusals('GET', '/docs/', 1, ip)).toBe(0)
    expect(await refusals('GET', `/stores/${randomUUID()}`, 1, ip)).toBe(1)
    expect(await refusals('GET', '/docs/', 1)).toBe(0)
  })

  it('count a /64 as one client', async () => {
    const from = (host: number) => refusals('GET', '/cart', 1, `2001:db8:1:2::${host.toString(16)}`)
    const refused = [await from(1), await from(2), await from(3), await from(4)]
    expect(refused).toEqual([0, 0, 0, 1])
    expect(await refusals('GET', '/cart', 1, '2001:db8:1:3::1')).toBe(0)
  })
})
