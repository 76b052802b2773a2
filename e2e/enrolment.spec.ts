import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { problemsOn } from './axe.ts'
import { openAside } from './dashboard.ts'

test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false })

const root = join(import.meta.dirname, '..')
const port = Number(process.env.E2E_PORT ?? 4310) + 3500
const shopUrl = `http://localhost:${port}`
const admin = { name: 'Meera Rao', email: 'meera@example.test', password: 'two-mangoes-77' }

type Shop = { env: NodeJS.ProcessEnv; printed: () => string; close: () => Promise<void> }

/** Starts an empty shop in production mode, as its operator would. */
async function startProduction(): Promise<Shop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nukkad-enrolment-'))
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DEMO: 'off',
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: shopUrl,
    TRUSTED_PROXY: 'none',
    APP_SECRET: 'k9Qz2vX7bL4mT8wR1yN6pD3sF5hJ0cGa',
    LOG_LEVEL: 'error',
  }
  const server: ChildProcess = spawn(process.execPath, ['apps/server/src/main.ts'], { cwd: root, env })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (output += String(text)))
  const close = async () => {
    if (server.exitCode === null) {
      const exited = once(server, 'exit')
      server.kill('SIGTERM')
      await exited
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await expect(async () => expect((await fetch(`${shopUrl}/readyz`)).status).toBe(200)).toPass({ timeout: 120_000 })
    await expect.poll(() => output).toContain('with this secret: ')
  } catch (cause) {
    await close()
    throw new Error(`the shop did not start: ${output}`, { cause })
  }
  return { env, printed: () => output, close }
}

/** Creates the enrolment secret, as the operator does on the server's machine. */
async function createEnrolmentSecret({ env }: Shop): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/enrolment-secret.ts'], { cwd: root, env })
  return stdout.trim().split('\n').at(-1)!
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${shopUrl}/dashboard`)
  await page.getByLabel('Email address').fill(admin.email)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test("[U-01] in production, setting up the first second factor needs the operator's secret", async ({ page }) => {
  test.setTimeout(240_000)
  const shop = await startProduction()
  try {
    const secret = shop.printed().match(/with this secret: (\S+)/)![1]
    const made = await page.request.post(`${shopUrl}/public/api/dashboard/setup`, { data: { ...admin, secret } })
    expect(made.status(), await made.text()).toBe(200)

    // The second browser stands for that of an attacker who knows the password.
    const stranger = await openAside(page)
    await signIn(stranger)
    const field = stranger.getByLabel('Enrolment secret')
    await expect(field).toBeVisible()
    expect(await problemsOn(stranger), 'the form').toEqual([])
    await field.fill('not-the-secret')
    await stranger.getByRole('button', { name: 'Continue' }).click()
    await expect(stranger.getByRole('alert')).toContainText('Enter a valid enrolment secret.')
    await expect(stranger.getByRole('img', { name: 'Code for the authenticator app' })).toHaveCount(0)
    expect(await problemsOn(stranger), 'the form after a wrong secret').toEqual([])

    await field.fill(await createEnrolmentSecret(shop))
    await stranger.getByRole('button', { name: 'Continue' }).click()
    await expect(stranger.getByRole('img', { name: 'Code for the authenticator app' })).toBeVisible()
    const shown = stranger.locator('.select-all')
    await expect(shown).toHaveText(/^[A-Z2-7]{32}$/)
    const totp = new TOTP({ secret: Secret.fromBase32((await shown.textContent())!) })
    await stranger.getByLabel('Six digits').fill(totp.generate())
    await stranger.getByRole('button', { name: 'Turn on' }).click()
    await expect(stranger.getByRole('listitem').first()).toHaveText(/\S{6,}/)
    await stranger.getByRole('button', { name: 'I saved the codes' }).click()
    await expect(stranger.getByRole('button', { name: 'Sign out' })).toBeVisible()
    const whole = await stranger.request.post(`${shopUrl}/public/api/dashboard/settings`, {
      data: {},
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(whole.status()).toBe(200)
    await stranger.context().close()
  } finally {
    await shop.close()
  }
})
