import { wearOwnStyle } from '@nukkad/ui/own-style.ts'
import { defaultBrand, themeVariables } from '@nukkad/ui/theme.ts'
import { setting } from './catalogue.ts'
import { readKey, removeKey, writeKey } from './storage.ts'

export type Appearance = 'system' | 'light' | 'dark'

/**
 * Derives the theme's colours from the settings, applies them and stores them for the next start
 * (docs/reference/interface.md#colours).
 */
export function applyTheme(): void {
  const variables = themeVariables({
    storeColor: setting('storeColor') || defaultBrand.storeColor,
    cartColorBg: setting('cartColorBg') || defaultBrand.cartColorBg,
    cartColorText: setting('cartColorText') || defaultBrand.cartColorText,
  })
  const root = document.documentElement
  for (const [name, value] of Object.entries(variables)) root.style.setProperty(name, value)
  const radius = Number(setting('restaurantCategorySliderStyle'))
  if (Number.isFinite(radius)) root.style.setProperty('--tile-radius', `${radius}rem`)
  wearOwnStyle(setting('customCSS'))
  writeKey('theme', JSON.stringify(variables))
  tintBrowser()
}

export function appearance(): Appearance {
  const stored = readKey('appearance')
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function setAppearance(choice: Appearance): void {
  if (choice === 'system') removeKey('appearance')
  else writeKey('appearance', choice)
  if (choice === 'system') delete document.documentElement.dataset.scheme
  else document.documentElement.dataset.scheme = choice
  tintBrowser()
}

/** Sets the colour of the browser's own bars to the background colour of the current colour scheme. */
function tintBrowser(): void {
  const ground = getComputedStyle(document.documentElement).backgroundColor
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', ground)
}
