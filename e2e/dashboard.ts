import { type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { demoOwner, demoStaff } from '../demo/src/catalogue/people.ts'

export const who = {
  operator: demoStaff.find(({ role }) => role === 'admin')!,
  owner: demoOwner,
  /** The login of a member of staff without permissions (e2e/serve.ts). */
  clerk: { email: 'clerk@nukkad.example', password: demoStaff.find(({ role }) => role === 'staff')!.password },
  /** The login of a customer who is also staff, without permissions (e2e/serve.ts). */
  both: {
    email: 'both@nukkad.example',
    password: demoStaff.find(({ role }) => role === 'staff')!.password,
    phone: '+919845067804',
  },
  /** The login of an administrator whose sign-in is always eleven minutes old (e2e/serve.ts). */
  idle: { email: 'idle@nukkad.example', password: demoStaff.find(({ role }) => role === 'admin')!.password },
}

type Login = { email: string; password: string }

/**
 * Signs in to the dashboard as a person of the demo city or a new one, and opens a page. Signs in through the API,
 * because the sign-in form has its own tests.
 */
export async function enterDashboard(
  page: Page,
  person: keyof typeof who | Login = 'operator',
  path = '',
): Promise<void> {
  const { email, password } = typeof person === 'string' ? who[person] : person
  const answer = await page.request.post('/public/api/dashboard/login', { data: { email, password } })
  expect(answer.status(), await answer.text()).toBe(200)
  await page.goto(`/dashboard${path}`)
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}

export const unique = (): string => Math.random().toString(36).slice(2, 10)

export const status = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()

/**
 * Waits until a panel of the dashboard has closed. A panel that closes goes back in the history, which would stop the
 * loading of another page.
 */
export async function seeClosed(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('dialog', { name, exact: true })).toBeHidden()
}

/** Presses a button of a panel and confirms the question that the dashboard then asks. */
export async function doIt(page: Page, panel: string, action: string): Promise<void> {
  await page.getByRole('dialog', { name: panel }).getByRole('button', { name: action }).first().click()
  await page.getByRole('dialog', { name: /\?$/ }).getByRole('button', { name: action }).click()
}

/**
 * Opens a page without the session of `page`, as in another browser, 1440 pixels wide unless `options` say otherwise.
 * The new page closes together with `page`, because a page that stays open takes processor time from the tests that
 * follow.
 */
export async function openAside(page: Page, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await page
    .context()
    .browser()!
    .newContext({ viewport: { width: 1440, height: 900 }, ...options })
  // A failure to close the page is ignored, because the browser itself may be closing.
  page.once('close', () => void context.close().catch(() => {}))
  return context.newPage()
}

/** Creates another administrator with the session of `page` and signs them in to a browser of their own. */
export async function secondPerson(page: Page): Promise<Page> {
  const login = { email: `second-${unique()}@example.test`, password: 'two-mangoes-77' }
  await callAs(page, 'people/create', { role: 'admin', name: 'Sunil Second', ...login })
  const second = await openAside(page)
  await enterDashboard(second, login)
  return second
}

/**
 * Makes a call of the dashboard with the session of a page. Fails unless the status is 200.
 * @returns the answer
 */
export async function callAs<Answer = unknown>(page: Page, name: string, data: object): Promise<Answer> {
  const { status, body } = await tryAs<Answer>(page, name, data)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** Makes a call of the dashboard with the session of a page, and returns the answer with any status. */
export async function tryAs<Answer = { error?: { code: string } }>(
  page: Page,
  name: string,
  data: object,
): Promise<{ status: number; body: Answer }> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const answer = await page.request.post(`/public/api/dashboard/${name}`, { data, headers })
  return { status: answer.status(), body: (await answer.json()) as Answer }
}
