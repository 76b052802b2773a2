import { randomInt } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'

/** Returns a phone number that no other run of the tests uses. */
/** The phone number is in a mobile range, because the server sends codes only to mobile numbers. */
export const newPhone = (): string => `+91${randomInt(9_000_000_000, 9_999_999_999)}`

/** Returns the newest code that the outbox has for a phone. */
export async function readCode(request: APIRequestContext, phone: string): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      const messages = (await (await request.get('/outbox.json')).json()) as { to: string; code: string | null }[]
      code = messages.find((message) => message.to === phone)?.code ?? ''
      return code
    })
    .toMatch(/^\d{6}$/)
  return code
}

/** Makes a call of the product as a script would. */
export async function call<Answer>(
  request: APIRequestContext,
  name: string,
  body: object = {},
  token?: string,
): Promise<Answer> {
  const answer = await request.post(`/public/api/${name}`, {
    data: body,
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  })
  return (await answer.json()) as Answer
}

export type Person = { id: number; token: string; phone: string; name: string }

/**
 * Creates a customer with a confirmed phone and signs them in through the API, for tests that are not about signing in.
 */
export async function newCustomer(
  request: APIRequestContext,
  name = 'Meera Iyer',
): Promise<Person & { session: object }> {
  const phone = newPhone()
  const email = `${phone.slice(1)}@journey.example`
  await call(request, 'generate-otp-for-login', { phone, email })
  const otp = await readCode(request, phone)
  const session = await call<{ data: { id: number; auth_token: string } }>(request, 'login-with-otp', {
    phone,
    otp,
    name,
    email,
  })
  return { id: session.data.id, token: session.data.auth_token, phone, name, session }
}

/** Stores a session in the page before it opens, as a returning customer has it. */
export async function comeBack(page: Page, session: object): Promise<void> {
  await page.addInitScript((stored) => {
    if (localStorage.getItem('user') === null) localStorage.setItem('user', JSON.stringify(stored))
  }, session)
}
