import type { Output } from '@nukkad/contract/contract.ts'
import { expect, type Page } from '@playwright/test'
import { remember } from './given.ts'
import { call } from './people.ts'

type Boot = {
  settings: Record<string, string>
  languages: Output<'get-all-languages'>
  locations: Output<'popular-geo-locations'>
  theme?: Record<string, string>
  home?: unknown
  store?: unknown
}

/**
 * Changes the data that the server embeds in the page, as changed settings and locations would, and adds hosts that the
 * page's CSP then allows.
 */
export async function changeBoot(page: Page, edit: (boot: Boot) => Boot, hosts: string[] = []): Promise<void> {
  const isPage = (url: URL): boolean => !/^\/(public|assets)\/|\.[a-z0-9]+$/.test(url.pathname)
  await page.route(isPage, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const body = html.replace(
      /(<script type="application\/json" id="boot">)(.*?)(<\/script>)/s,
      (_whole, start: string, json: string, end: string) =>
        start + JSON.stringify(edit(JSON.parse(json) as Boot)).replaceAll('<', '\\u003c') + end,
    )
    const headers = response.headers()
    const policy = headers['content-security-policy']?.replace(
      "connect-src 'self'",
      ["connect-src 'self'", ...hosts].join(' '),
    )
    await route.fulfill({
      response,
      body,
      headers: { ...headers, ...(policy && { 'content-security-policy': policy }) },
    })
  })
}

let settings: Output<'get-settings'> | undefined

/**
 * Fetches the shop's settings, which no test changes. Retries while the server is still starting, when it does not
 * answer yet.
 */
async function settingsOf(page: Page): Promise<Output<'get-settings'>> {
  await expect(async () => {
    settings ??= settingsIn(await call<unknown>(page.request, 'get-settings'))
    expect(settings).toBeDefined()
  }).toPass({ timeout: 20_000 })
  return settings!
}

const settingsIn = (answer: unknown): typeof settings =>
  Array.isArray(answer) ? (answer as Output<'get-settings'>) : undefined

/**
 * Prepares a browser that has visited the shop before: it has stored all settings and texts, and the given entries in
 * addition.
 */
export async function knowShop(page: Page, entries: Record<string, string> = {}): Promise<void> {
  const rows = await settingsOf(page)
  const named = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  await remember(page, { ...named, settings: JSON.stringify(rows), ...entries })
}

/**
 * Resolves when the code of the offline screen has run. The code of the offline screen requests its picture only after
 * all its imports have run.
 */
export async function loadsOfflineScreen(page: Page): Promise<void> {
  const picture = await page.waitForResponse(/states\/offline\.webp/)
  await picture.finished()
}
