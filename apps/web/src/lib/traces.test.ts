import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installBrowser } from '../test/browser.ts'

const sent: (string | null)[] = []
let taps: (() => void)[] = []
let versions: object = {}
let now = 0

/** Makes a call of the app and returns the header `traceparent` that the call sent. */
async function callOnce(): Promise<string | null> {
  const { call } = await import('./api.ts')
  await call('get-settings', {})
  return sent.at(-1)!
}
/** Starts the app's check of versions, with a server that returns this answer for `/version.json`. */
async function start(extra: object): Promise<void> {
  versions = { forceNewSettingsVersion: '1', forceCacheClearVersion: '1', ...extra }
  const { checkVersions } = await import('./version-check.ts')
  await checkVersions()
}
const tap = () => {
  for (const listener of taps) listener()
}

beforeEach(() => {
  vi.resetModules()
  installBrowser()
  taps = []
  now = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const addEventListener = (_kind: string, listen: () => void) => taps.push(listen)
  vi.stubGlobal('document', { getElementById: () => null, documentElement: { lang: 'en' }, addEventListener })
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers?: Headers }) => {
    if (path === '/version.json') return Response.json(versions)
    sent.push(headers!.get('traceparent'))
    return Response.json([])
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('no trace begins while the server records none', async () => {
  await start({})
  tap()
  expect(await callOnce()).toBeNull()
})

test('a trace begins at each tap where the server records traces, and all calls of the tap have it', async () => {
  await start({ traces: true })
  await start({ traces: true })
  expect(await callOnce()).toBeNull()
  tap()
  const first = await callOnce()
  expect(first).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/)
  expect(await callOnce()).toBe(first)
  tap()
  const second = await callOnce()
  expect(second).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/)
  expect(second).not.toBe(first)
})

test('a call long after the tap does not belong to it', async () => {
  await start({ traces: true })
  tap()
  now += 4000
  expect(await callOnce()).not.toBeNull()
  now += 2000
  expect(await callOnce()).toBeNull()
})
