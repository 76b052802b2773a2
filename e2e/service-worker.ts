import { expect, type Page } from '@playwright/test'

/** Time in milliseconds that a slow machine needs until the service worker has fetched its 150 files. */
const CONTROLS_WITHIN_MS = 60_000

/** Waits until the service worker controls the page. */
export async function untilWorkerControls(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: CONTROLS_WITHIN_MS })
    .toBe(true)
}
