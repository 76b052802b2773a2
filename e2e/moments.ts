import type { Page } from '@playwright/test'

type Watching = { moments?: string[]; tick?: string }

/**
 * Records the title of each moment of success (the short animation after an action), because it lasts only a second.
 */
export const watchMoments = (page: Page) =>
  page.addInitScript(() => {
    const moments: string[] = []
    ;(globalThis as Watching).moments = moments
    let last: Element | null = null
    const look = () => {
      const moment = document.querySelector('.moment')
      if (moment && moment !== last) moments.push(moment.querySelector('p')?.textContent ?? '')
      if (moment) (globalThis as Watching).tick ??= getComputedStyle(moment.querySelector('svg')!).position
      last = moment
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })

/** Returns the titles of the moments of success since the page was loaded. */
export const momentsOf = (page: Page) => page.evaluate(() => (globalThis as Watching).moments)

/**
 * Returns the CSS position of the tick of the first moment of success. Only a tick with a CSS position is drawn above
 * the store's picture.
 */
export const tickOf = (page: Page) => page.evaluate(() => (globalThis as Watching).tick)
