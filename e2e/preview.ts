import type { Locator, Page } from '@playwright/test'

/**
 * Presses an element inside the desktop preview with the mouse. Playwright's own click misses the element, because the
 * frame of the preview is scaled.
 */
export async function pressInside(page: Page, frame: Locator, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const outer = await frame.evaluate((element) => {
    const { x, y, width } = element.getBoundingClientRect()
    return { x, y, scale: width / element.clientWidth }
  })
  const middle = await target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  })
  await page.mouse.click(outer.x + middle.x * outer.scale, outer.y + middle.y * outer.scale)
}
