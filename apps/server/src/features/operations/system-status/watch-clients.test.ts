import { expect, it } from 'vitest'
import { useTestApp } from '#test/harness.ts'
import { REQUESTS_PER_CHECK } from './watch-clients.ts'

const shop = useTestApp({ config: { mode: 'production', demo: false } })
const demo = useTestApp()

const openAlarms = (test: typeof shop) =>
  test.db
    .selectFrom('alarms')
    .select(['facts', 'times_seen'])
    .where('code', '=', 'requests_from_one_address')
    .where('closed_at', 'is', null)
    .execute()

/** Makes `count` requests, of which every `nth` comes from another IP address than the proxy's. */
async function serve(test: typeof shop, count: number, nth: number, url = '/version.json'): Promise<void> {
  for (let at = 1; at <= count; at++)
    await test.send(url, { method: 'GET', ip: at % nth === 0 ? `10.1.${at % 250}.${at % 200}` : '10.0.0.1' })
}

it('an alarm is raised in production if nearly all requests come from one IP address, and closes when that ends', async () => {
  await serve(shop, REQUESTS_PER_CHECK - 1, 50)
  expect(await openAlarms(shop)).toEqual([])
  await serve(shop, 1, 50)
  await expect
    .poll(() => openAlarms(shop))
    .toMatchObject([{ facts: { client: '10.0.0.1', requests: REQUESTS_PER_CHECK } }])
  await serve(shop, REQUESTS_PER_CHECK, 3)
  await expect.poll(() => openAlarms(shop)).toEqual([])
  // These requests are those of a monitor, so they do not count as a sign of a wrong proxy, although all come from one
  // IP address.
  await serve(shop, REQUESTS_PER_CHECK + 1, 50, '/healthz')
  await serve(demo, REQUESTS_PER_CHECK + 1, 50)
  expect([await openAlarms(shop), await openAlarms(demo)]).toEqual([[], []])
}, 60_000)
