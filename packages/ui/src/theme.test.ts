import { describe, expect, test } from 'vitest'
import { contrast, parseHex, type Rgb, toHex, toOklch, white } from './colour.ts'
import { defaultBrand, deriveScheme, type SchemeName, themeVariables } from './theme.ts'

const steps = Array.from({ length: 18 }, (_, index) => index * 15)
const grid = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue): Rgb => [red, green, blue])))
const derive = (storeColor: string, scheme: SchemeName) => deriveScheme({ ...defaultBrand, storeColor }, scheme)

describe('[A-34] every colour follows from storeColor', () => {
  test.each(['light', 'dark'] as const)('keeps its minimum contrast in the %s scheme for 5,832 brands', (name) => {
    const lowest = new Map<string, number>()
    const note = (pair: string, ratio: number) => lowest.set(pair, Math.min(lowest.get(pair) ?? 99, ratio))
    for (const brand of grid) {
      const scheme = derive(toHex(brand), name)
      const hardest = name === 'light' ? scheme.sunken : scheme.raised
      note('on', contrast(scheme.on, scheme.fill))
      note('ink', contrast(scheme.ink, hardest))
      note('ink-2', contrast(scheme['ink-2'], hardest))
      note('text', contrast(scheme.text, hardest))
      note('on-tint', contrast(scheme['on-tint'], scheme.tint))
      note('control', contrast(scheme.control, hardest))
      note('ring', contrast(scheme.ring, scheme.bg))
      note(scheme['on-hero'] === white ? 'hero-1' : 'hero-1 of yellow', contrast(scheme['on-hero'], scheme['hero-1']))
      note('hero-2', contrast(scheme['on-hero'], scheme['hero-2']))
      if (name === 'dark') note('fill', contrast(scheme.fill, scheme.raised))
    }
    const floors = { on: 4.5, ink: 7, 'ink-2': 4.5, text: 4.5, 'on-tint': 4.5, control: 3, ring: 3, 'hero-2': 4.5 }
    for (const [pair, floor] of Object.entries(floors)) expect(lowest.get(pair), pair).toBeGreaterThanOrEqual(floor)
    expect(lowest.get('hero-1')).toBeGreaterThanOrEqual(11)
    expect(lowest.get('hero-1 of yellow')).toBeGreaterThanOrEqual(7)
    if (name === 'dark') expect(lowest.get('fill')).toBeGreaterThanOrEqual(2.2)
  })

  test('keeps the exact brand colour as the light fill for most brands', () => {
    const kept = grid.filter((brand) => toHex(derive(toHex(brand), 'light').fill) === toHex(brand))
    expect(kept.length / grid.length).toBeGreaterThan(0.75)
    expect(toHex(derive('#fc8019', 'light').fill)).toBe('#fc8019')
    expect(toHex(derive('#d3165f', 'light').fill)).toBe('#d3165f')
  })

  test.each(['light', 'dark'] as const)('contains no olive in the %s scheme of a yellow brand', (name) => {
    const yellows = ['#ffd400', '#ffc107', '#fdd835', '#ffeb3b', '#e6e600', '#ffb300', '#fff176']
    for (const brand of yellows) {
      const { text, tint, ...scheme } = derive(brand, name)
      expect(toHex(scheme['hero-1'])).toBe(brand)
      // Brand colours for the tests. Olive is one of the test's brand colours, because it has a strong yellow hue and
      // is neither light nor nearly black.
      const colours = [
        text,
        tint,
        scheme['tint-2'],
        scheme['on-tint'],
        scheme.ring,
        scheme['hero-2'],
        scheme['on-hero'],
      ]
      for (const { lightness, chroma, hue } of colours.map(toOklch)) {
        const isOlive = hue > 60 && hue < 130 && chroma > 0.045 && lightness < 0.74
        expect(isOlive, `${brand} gives ${lightness} ${chroma}`).toBe(false)
      }
    }
  })

  test('keeps the hero of other hues dark, with white text', () => {
    for (const brand of ['#fc8019', '#d3165f', '#0f766e', '#7cb342', '#4fc3f7'])
      expect(toHex(derive(brand, 'light')['on-hero'])).toBe('#ffffff')
  })

  test('an invalid brand colour is replaced by the default', () => {
    expect(derive('red; x', 'light')).toEqual(derive(defaultBrand.storeColor, 'light'))
  })
})

describe('[A-14] the cart bar', () => {
  test('uses both settings if the text is readable', () => {
    const bar = deriveScheme({ storeColor: '#d3165f', cartColorBg: '#2c1120', cartColorText: '#ffffff' }, 'light')
    expect([toHex(bar.cart), toHex(bar['cart-text'])]).toEqual(['#2c1120', '#ffffff'])
  })

  test('replaces only the text colour if the text is unreadable', () => {
    const bar = deriveScheme({ storeColor: '#d3165f', cartColorBg: '#fff3c4', cartColorText: '#ffffff' }, 'light')
    expect([toHex(bar.cart), toHex(bar['cart-asked'])]).toEqual(['#fff3c4', '#ffffff'])
    expect(contrast(bar['cart-text'], bar.cart)).toBeGreaterThanOrEqual(4.5)
  })

  test('inverts its chip if the brand colour would be invisible on it', () => {
    const bar = deriveScheme({ storeColor: '#d3165f', cartColorBg: '#d3165f', cartColorText: '#ffffff' }, 'light')
    expect([toHex(bar['cart-chip']), toHex(bar['cart-chip-text'])]).toEqual(['#ffffff', '#d3165f'])
  })
})

test('[M-03][M-04] the custom properties contain both schemes of every token', () => {
  const variables = themeVariables(defaultBrand)
  expect(variables['--c-bg']).toMatch(/^light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)$/)
  expect(variables['--c-fill']).toBe('#fc8019')
})

test('colours have three or six hexadecimal digits', () => {
  expect(parseHex('#abc')).toEqual([170, 187, 204])
  expect(parseHex('0a0b0c')).toEqual([10, 11, 12])
  for (const text of ['', 'null', '#12', 'rgb(1,2,3)', '#12345g']) expect(parseHex(text)).toBeUndefined()
})
