import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 AA, with all that it takes over from before. */
export const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type Judged = Pick<axe.RunOptions, 'runOnly' | 'rules'> & {
  /** What is somebody else's page, such as the phone beside the theme. */
  without?: string
}

/**
 * What axe finds wrong with the page as it stands, a line for each place; without limits, by all its rules. In the page
 * itself and for violations alone: its builder for Playwright carries every result to a second page, which takes three
 * times as long.
 */
export async function faultsOn(page: Page, { without, ...options }: Judged = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script)
  return page.evaluate(
    async ([excluded, chosen]) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      const context = excluded ? { include: 'html', exclude: excluded } : document
      const { violations } = await run(context, {
        ...chosen,
        resultTypes: ['violations'],
        preload: false,
        iframes: false,
      })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, any, html }) => `${id}: ${target.join(' ')} (${any[0]?.message ?? html})`),
      )
    },
    [without, options] as const,
  )
}
