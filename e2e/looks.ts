import { expect, type Page } from '@playwright/test'
import { problemsOn, wcag } from './axe.ts'
import { remember } from './given.ts'
import { call } from './people.ts'
import { smallTargets } from './targets.ts'

const place = {
  lat: 12.9352,
  lng: 77.6245,
  address: '5th Block, Koramangala',
  house: null,
  tag: null,
  businessLocation: false,
}

export type Look = {
  name: string
  appearance: 'light' | 'dark'
  language: string
  judged: Parameters<typeof problemsOn>[1]
}

// The three looks have the same structure, so the dark look is checked only for its colours, and Urdu for everything
// else.
export const looks: Look[] = [
  { name: 'in light colours', appearance: 'light', language: 'en', judged: { runOnly: wcag } },
  {
    name: 'in dark colours',
    appearance: 'dark',
    language: 'en',
    judged: { runOnly: ['color-contrast'] },
  },
  {
    name: 'in Urdu, from right to left',
    appearance: 'light',
    language: 'ur',
    judged: { runOnly: wcag, rules: { 'color-contrast': { enabled: false } } },
  },
]

/** Prepares a browser with a location and with a look's appearance and language. */
export async function wear(page: Page, { appearance, language }: Look): Promise<Record<string, string>> {
  const languages = await call<{ id: number; code: string }[]>(page.request, 'get-all-languages')
  const chosen = languages.find(({ code }) => code === language)!
  const texts = await call<Record<string, string>>(page.request, 'get-single-language', { id: chosen.id })
  await remember(page, {
    ...texts,
    appearance,
    storeColor: '#fc8019',
    languages: JSON.stringify(languages),
    userPreferedLanguage: String(chosen.id),
    userSetAddress: JSON.stringify(place),
  })
  return texts
}

/** Counts the page's animations that have an end and are still running. */
const movements = (): number =>
  document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    .length

/** Resolves when the screen has loaded and its animations have ended. */
export async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await expect(page.getByRole('status').locator('.skeleton')).toHaveCount(0)
  await expect.poll(() => page.evaluate(movements)).toBe(0)
}

/** Expects no accessibility findings on the current screen, and, on a phone, no press targets that are too small. */
export async function expectClean(page: Page, look: Look, screen: string): Promise<void> {
  expect.soft(await problemsOn(page, look.judged), `${screen} keeps to WCAG 2.2 AA`).toEqual([])
  if (page.viewportSize()!.width > 768) return
  const small = await page.evaluate(smallTargets, { least: 44, floor: 24 })
  expect.soft(small, `what one presses is 44 px wide and high: ${screen}`).toEqual([])
}
