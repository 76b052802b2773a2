import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until the target has the focus, or Shift+Tab if the target is before the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 200; presses++) {
    const way = await target.evaluate((element) => {
      const at = document.activeElement ?? document.body
      if (element === at) return 'there'
      return (at.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) === 0 ? 'on' : 'back'
    })
    if (way === 'there') return
    await page.keyboard.press(way === 'back' ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

export const pressOn = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
