import { expect, type Page } from '@playwright/test'
import { demoOwner, demoStaff } from '../demo/src/catalogue/people.ts'

export const who = {
  operator: demoStaff.find(({ role }) => role === 'admin')!,
  owner: demoOwner,
  /** Somebody on the staff who may do nothing (e2e/serve.ts). */
  clerk: { email: 'clerk@nukkad.example', password: demoStaff.find(({ role }) => role === 'staff')!.password },
  /** A customer who is on the staff too, and may do nothing there (e2e/serve.ts). */
  both: {
    email: 'both@nukkad.example',
    password: demoStaff.find(({ role }) => role === 'staff')!.password,
    phone: '+919845067804',
  },
}

type Login = { email: string; password: string }

/**
 * Signs in to the dashboard as somebody of the demo city, or who was made since, and stands at a page of it. By the call
 * alone: its form has journeys of its own.
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
