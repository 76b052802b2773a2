import { expect, test } from '@playwright/test'
import { demoEmployees } from '../demo/src/catalogue/people.ts'
import { problemsOn } from './axe.ts'
import { enterDashboard, openAside, unique } from './dashboard.ts'

test.use({ serviceWorkers: 'block', viewport: { width: 1440, height: 900 }, hasTouch: false })

const demo = (role: (typeof demoEmployees)[number]['role']) => demoEmployees.find((person) => person.role === role)!

test('[T-06] an owner invites a cook, who creates an account, works, and is removed', async ({ page }) => {
  const email = `cook-${unique()}@example.test`
  await enterDashboard(page, 'owner', '/stores/1?section=people')
  const people = page.getByRole('region', { name: 'Store staff' })
  await expect(people.getByText(demo('manager').name, { exact: true })).toBeVisible()
  expect(await problemsOn(page)).toEqual([])
  await people.getByRole('button', { name: 'Invite' }).click()
  const form = page.getByRole('dialog', { name: 'Invite a person' })
  await form.getByLabel('Role').selectOption('kitchen')
  await form.getByLabel('Email address').fill('nonsense')
  await form.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(form.getByText('Enter a valid email address')).toBeVisible()
  await form.getByLabel('Email address').fill(email)
  await form.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(people.getByText(email, { exact: true })).toBeVisible()

  let link = ''
  await expect
    .poll(async () => {
      const messages = (await (await page.request.get('/outbox.json')).json()) as { to: string; text: string }[]
      link = messages.find(({ to }) => to === email)?.text.match(/\/dashboard\/join#[\w-]+/)?.[0] ?? ''
      return link
    })
    .not.toBe('')
  const cook = await openAside(page, { viewport: { width: 390, height: 844 } })
  await cook.goto(link)
  await expect(cook.getByRole('heading', { name: 'Work at Namma Tiffin Room' })).toBeVisible()
  expect(await problemsOn(cook)).toEqual([])
  await cook.getByLabel('Your name').fill('Nagaraj Cook')
  await cook.getByLabel('Password').fill('two-mangoes-77')
  await cook.getByRole('button', { name: 'Create the account' }).click()
  await expect(cook.getByRole('heading', { name: 'You now work at Namma Tiffin Room' })).toBeVisible()
  await enterDashboard(cook, { email, password: 'two-mangoes-77' }, '/board')
  await expect(cook.getByRole('heading', { level: 1, name: 'Live board' })).toBeVisible()
  await cook.goto('/dashboard/orders')
  await expect(cook.getByRole('heading', { name: 'You can’t open Orders' })).toBeVisible()
  await cook.goto('/dashboard/board')
  await cook.getByRole('heading', { level: 1, name: 'Live board' }).waitFor()

  await page.reload()
  await people.getByRole('button', { name: 'Remove Nagaraj Cook' }).click()
  await page.getByRole('dialog', { name: /\?$/ }).getByRole('button', { name: 'Remove' }).click()
  await expect(people.getByText('Nagaraj Cook', { exact: true })).toHaveCount(0)
  await cook.reload()
  await expect(cook.getByText('You no longer work at this store')).toBeVisible()
  const second = await cook.context().newPage()
  await second.goto(link)
  await expect(second.getByRole('alert')).toContainText('This invitation has been used already')
})

test('[T-06] the side bar of each demo employee has the pages of their role', async ({ page }) => {
  const shown = {
    manager: ['Home', 'Orders', 'Menu and stores', 'Analytics'],
    kitchen: ['Home', 'Orders', 'Menu and stores'],
    cashier: ['Home', 'Orders'],
  }
  for (const role of ['manager', 'kitchen', 'cashier'] as const) {
    const employee = await openAside(page)
    await enterDashboard(employee, demo(role))
    for (const area of ['Home', 'Orders', 'Menu and stores', 'Analytics', 'Money'])
      await expect(employee.getByRole('navigation').getByRole('link', { name: area, exact: true })).toHaveCount(
        shown[role].includes(area) ? 1 : 0,
      )
  }
})
