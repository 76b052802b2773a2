import { randomInt } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'

/** A phone number that nobody else in this run has. */
/** A number of a mobile range: codes go to no other kind. */
export const newPhone = (): string => `+91${randomInt(9_000_000_000, 9_999_999_999)}`

/** The newest code that the outbox holds for a phone. */
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

/** A customer who has just proved a phone, signed in by the calls; for journeys that are not about signing in. */
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

/** Puts a session into a page before it opens, as a customer who comes back has it. */
export async function comeBack(page: Page, session: object): Promise<void> {
  await page.addInitScript((stored) => {
    if (localStorage.getItem('user') === null) localStorage.setItem('user', JSON.stringify(stored))
  }, session)
}
