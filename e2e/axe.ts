import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules of WCAG 2.2 AA, including those of earlier versions. */
export const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type Judged = Pick<axe.RunOptions, 'runOnly' | 'rules'> & {
  /** The selector of an element that the check leaves out, such as the preview frame next to the theme editor. */
  without?: string
}

/**
 * Returns axe's findings about accessibility on the current page, one line for each element; without options, by all
 * its rules. Axe runs inside the page and reports only violations. Axe's Playwright package would send every result to
 * a second page, which takes three times as long.
 */
export async function problemsOn(page: Page, { without, ...options }: Judged = {}): Promise<string[]> {
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
