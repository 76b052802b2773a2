import { defineConfig } from '@playwright/test'
import { chromiumArgs, shellHere } from './scripts/chromium.ts'
import { putTemporaryFilesInMemory } from './scripts/memory-folder.ts'

putTemporaryFilesInMemory()

const port = Number(process.env.E2E_PORT ?? 4310)

/** Browser tests of the product as `npm start` serves it, each run on a demo city of its own. */
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  // A second try shows whether a test failed only because the machine paused. `npm test` names the tests that needed a
  // second try and limits their number.
  retries: 2,
  // `npm run prove` sets PROOF_RUNS and runs the tests that `npm test` leaves out (e2e/whole.ts).
  ...(process.env.PROOF_RUNS ? { grep: /@whole/ } : { grepInvert: /@whole/ }),
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'line',
  use: {
    baseURL: `http://localhost:${port}`,
    // A missing element fails soon and by its name, before the time limit of the whole journey.
    actionTimeout: 40_000,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    permissions: ['geolocation', 'clipboard-read', 'clipboard-write'],
    geolocation: { latitude: 12.9352, longitude: 77.6245 },
    trace: 'on-first-retry',
    launchOptions: { executablePath: shellHere(), args: chromiumArgs },
  },
  webServer: {
    command: `"${process.execPath}" e2e/serve.ts`,
    url: `http://localhost:${port}/readyz`,
    env: { E2E_PORT: String(port) },
    timeout: 180_000,
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
