import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { skeletonOf } from './skeletons.ts'

const routes = join(import.meta.dirname, '../../../../../web/src/routes')
const texts = (key: string, className: string): string => `<p class="${className}">${key}</p>`

type Heading = { title: string; hasBack: boolean }

/** Reads the sources, and returns the screens that always have the same heading in the common top bar. */
function headingsOfRoutes(): Map<string, Heading> {
  const found = new Map<string, Heading>()
  for (const file of readdirSync(routes)) {
    const pages = [...readFileSync(join(routes, file), 'utf8').matchAll(/<Page\s([^>]*)/g)].map(([, props]) => props!)
    const titles = new Set(pages.map((props) => /title=\{t\('(\w+)'\)\}/.exec(props)?.[1]))
    const [title] = titles
    if (!title || titles.size > 1 || pages.some((props) => /\bheader=/.test(props))) continue
    found.set(file.replace('.tsx', ''), { title, hasBack: pages.every((props) => /\bback=/.test(props)) })
  }
  return found
}

describe('the page before the scripts run', () => {
  const headings = headingsOfRoutes()

  test('[M-16] every screen with a fixed heading shows it, with its back link', () => {
    expect(headings.size).toBeGreaterThan(10)
    for (const [screen, { title, hasBack }] of headings) {
      const drawn = skeletonOf(screen, texts)
      expect(drawn, screen).toContain(`>${title}</p>`)
      expect(drawn.includes('<svg'), `${screen}: the way back`).toBe(hasBack)
    }
  })

  test('[M-16] a screen with a variable heading shows none', () => {
    const others = readdirSync(routes)
      .map((file) => file.replace('.tsx', ''))
      .filter((screen) => !headings.has(screen) && screen !== 'running-order')
    expect(others).toContain('store')
    for (const screen of others) expect(skeletonOf(screen, texts), screen).not.toContain('<p')
  })
})
