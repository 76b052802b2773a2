import type { Page } from '@playwright/test'
import { demoOwner, demoStaff } from '../demo/src/catalogue/people.ts'

const pairs = {
  operator: demoStaff.find(({ role }) => role === 'admin')!,
  owner: demoOwner,
}

/** Signs in to the dashboard as somebody of the demo city and stands at its home. */
export async function enterDashboard(page: Page, who: keyof typeof pairs = 'operator'): Promise<void> {
  const { email, password } = pairs[who]
  await page.goto('/dashboard')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}
