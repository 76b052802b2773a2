import type { Page } from '@playwright/test'
import { demoOwner, demoStaff } from '../demo/src/catalogue/people.ts'

export const who = {
  operator: demoStaff.find(({ role }) => role === 'admin')!,
  owner: demoOwner,
  /** Somebody on the staff who may do nothing (e2e/serve.ts). */
  clerk: { email: 'clerk@nukkad.example', password: demoStaff.find(({ role }) => role === 'staff')!.password },
}

type Login = { email: string; password: string }

/** Signs in to the dashboard as somebody of the demo city, or who was made since, and stands at its home. */
export async function enterDashboard(page: Page, person: keyof typeof who | Login = 'operator'): Promise<void> {
  const { email, password } = typeof person === 'string' ? who[person] : person
  await page.goto('/dashboard')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}
