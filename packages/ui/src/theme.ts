import { contrast, fit, type Oklch, parseHex, type Rgb, solve, toHex, toOklch, white } from './colour.ts'

/**
 * The settings from which all colours follow: `storeColor` for the product (docs/reference/interface.md#colours),
 * `cartColorBg` and `cartColorText` for the floating cart bar. Both the server and the screens run the code of this
 * file: the server writes the colours into the page, and the screens apply them again when settings change.
 */
type Brand = { storeColor: string; cartColorBg: string; cartColorText: string }
export type SchemeName = 'light' | 'dark'

export const defaultBrand: Brand = { storeColor: '#fc8019', cartColorBg: '#60b246', cartColorText: '#ffffff' }

/**
 * Returns the brand's colours as CSS custom properties for the root element. Each property holds both colour schemes,
 * so that a change of scheme needs no script.
 */
export function themeVariables(brand: Brand): Record<string, string> {
  const [light, dark] = [deriveScheme(brand, 'light'), deriveScheme(brand, 'dark')]
  const names = Object.keys(light) as (keyof Scheme)[]
  return Object.fromEntries(names.map((name) => [`--c-${name}`, pair(light[name], dark[name])]))
}

type Scheme = ReturnType<typeof deriveScheme>

/**
 * Derives all colours of one colour scheme from the brand. The minimum contrasts are those of
 * docs/reference/interface.md#colours, and a test checks them for a grid of brand colours.
 */
export function deriveScheme(brand: Brand, name: SchemeName) {
  const colour = parseHex(brand.storeColor) ?? parseHex(defaultBrand.storeColor)!
  const seed = toOklch(colour)
  const grounds = name === 'light' ? lightGrounds(seed) : darkGrounds(seed)
  const texts = name === 'light' ? lightInk(seed, grounds) : darkInk(seed, grounds)
  const button = fillFor(colour, seed, name, grounds.raised)
  return { ...grounds, ...texts, ...button, ...heroes(colour, seed), ...cartBar(brand, button, grounds) }
}

/**
 * Returns whether the brand's colour is yellow. A darkened yellow looks olive, so with a yellow brand, texts are
 * near-black and the background of heroes is the brand colour.
 */
function isYellow({ lightness, chroma, hue }: Oklch): boolean {
  return lightness >= 0.75 && chroma >= 0.06 && hue >= 70 && hue <= 122
}

type Grounds = Record<'bg' | 'surface' | 'raised' | 'sunken' | 'line', Rgb>

function lightGrounds(seed: Oklch): Grounds {
  return {
    bg: shade(seed, 0.978, 0.006),
    surface: white,
    raised: white,
    sunken: shade(seed, 0.955, 0.009),
    line: shade(seed, 0.91, 0.012),
  }
}

function darkGrounds(seed: Oklch): Grounds {
  return {
    bg: shade(seed, 0.17, 0.014),
    surface: shade(seed, 0.21, 0.016),
    raised: shade(seed, 0.25, 0.018),
    sunken: shade(seed, 0.14, 0.012),
    line: shade(seed, 0.32, 0.018),
  }
}

/**
 * Returns text, tints, control lines and the focus ring for light backgrounds. The contrast is lowest on the background
 * `sunken`, so the colours are chosen for it.
 */
function lightInk(seed: Oklch, { sunken }: Grounds) {
  const tint = shade(seed, 0.95, 0.035)
  const ink = shade(seed, 0.22, 0.03)
  return {
    ink,
    'ink-2': solve(toned(seed, 0.5, 0.03), sunken, 4.5, 'darker'),
    control: solve(toned(seed, 0.68, 0.018), sunken, 3, 'darker'),
    tint,
    'tint-2': shade(seed, 0.91, 0.06),
    ...(isYellow(seed)
      ? { tint: shade(seed, 0.95, 0.07), 'tint-2': shade(seed, 0.91, 0.12), text: ink, 'on-tint': ink, ring: ink }
      : {
          text: solve({ ...seed, lightness: Math.min(seed.lightness, 0.62) }, sunken, 4.5, 'darker'),
          'on-tint': solve({ ...seed, lightness: Math.min(seed.lightness, 0.5) }, tint, 4.5, 'darker'),
          ring: solve({ ...seed, lightness: Math.min(seed.lightness, 0.68) }, sunken, 3, 'darker'),
        }),
  }
}

/**
 * Returns text, tints, control lines and the focus ring for dark backgrounds. The contrast is lowest on the background
 * `raised`, so the colours are chosen for it.
 */
function darkInk(seed: Oklch, { raised }: Grounds) {
  const tint = shade(seed, 0.28, isYellow(seed) ? 0.025 : 0.06)
  return {
    ink: shade(seed, 0.96, 0.008),
    'ink-2': solve(toned(seed, 0.78, 0.018), raised, 4.5, 'lighter'),
    control: solve(toned(seed, 0.5, 0.018), raised, 3, 'lighter'),
    text: solve({ ...seed, lightness: Math.max(seed.lightness, 0.7) }, raised, 4.5, 'lighter'),
    tint,
    'tint-2': shade(seed, 0.35, isYellow(seed) ? 0.035 : 0.08),
    'on-tint': solve({ ...seed, lightness: isYellow(seed) ? seed.lightness : 0.82 }, tint, 4.5, 'lighter'),
    ring: solve({ ...seed, lightness: Math.max(seed.lightness, 0.6) }, raised, 3, 'lighter'),
  }
}

/**
 * Minimum contrast of a button in dark mode with its brightest background, which is that of the dock at the bottom of a
 * screen.
 */
const leastLift = 2.2

/**
 * Returns the fill of a brand-coloured button and the colour of its text. The text is white up to a lightness of .72 of
 * the brand, so that corals and mid greys keep their colour.
 */
function fillFor(brand: Rgb, seed: Oklch, name: SchemeName, raised: Rgb): { fill: Rgb; on: Rgb } {
  const dark = shade(seed, 0.17, 0.03)
  const button = readableFill(brand, seed, dark)
  if (name === 'light' || contrast(button.fill, raised) >= leastLift) return button
  const lifted = solve(seed, raised, leastLift, 'lighter')
  return { fill: lifted, on: contrast(white, lifted) >= 4.5 ? white : dark }
}

function readableFill(brand: Rgb, seed: Oklch, dark: Rgb): { fill: Rgb; on: Rgb } {
  const whiteRatio = contrast(white, brand)
  if (whiteRatio >= 4.5) return { fill: brand, on: white }
  const staysWithWhite = seed.lightness < 0.72 && whiteRatio >= 3
  if (!staysWithWhite && contrast(dark, brand) >= 4.5) return { fill: brand, on: dark }
  return { fill: solve(seed, white, 4.5, 'darker'), on: white }
}

/**
 * Returns the two ends of the gradient behind heroes (large boxes in the brand's colour) and the colour of their text,
 * which are the same in both colour schemes. If the brand is yellow, the background of heroes is its colour itself.
 */
function heroes(brand: Rgb, seed: Oklch) {
  if (isYellow(seed)) return { 'hero-1': brand, 'hero-2': shade(seed, 0.93, 0.12), 'on-hero': shade(seed, 0.22, 0.03) }
  return {
    'hero-1': solve(toned(seed, 0.34, 0.15), white, 11, 'darker'),
    'hero-2': solve({ ...seed, lightness: Math.min(seed.lightness, 0.62) }, white, 4.5, 'darker'),
    'on-hero': white,
  }
}

/**
 * Returns the colours of the cart bar, which shows the operator's two colours exactly. The text on the cart bar
 * uses `cart-text`: the operator's colour if it is readable, and a readable one otherwise
 * (docs/reference/interface.md#colours).
 */
function cartBar(brand: Brand, { fill, on }: { fill: Rgb; on: Rgb }, { bg, line }: Grounds) {
  const cart = parseHex(brand.cartColorBg) ?? parseHex(defaultBrand.cartColorBg)!
  const asked = parseHex(brand.cartColorText) ?? white
  const cartText = contrast(asked, cart) >= 4.5 ? asked : better(cart, white, shade(toOklch(cart), 0.17, 0.03))
  const isLost = contrast(fill, cart) < 1.5
  return {
    cart,
    'cart-asked': asked,
    'cart-text': cartText,
    'cart-line': contrast(cart, bg) < 1.2 ? line : cart,
    'cart-chip': isLost ? cartText : fill,
    'cart-chip-text': isLost ? cart : on,
  }
}

function better(ground: Rgb, one: Rgb, other: Rgb): Rgb {
  return contrast(one, ground) >= contrast(other, ground) ? one : other
}

function toned(seed: Oklch, lightness: number, mostChroma: number): Oklch {
  return { lightness, chroma: Math.min(seed.chroma, mostChroma), hue: seed.hue }
}

function shade(seed: Oklch, lightness: number, mostChroma: number): Rgb {
  return fit(toned(seed, lightness, mostChroma))
}

function pair(light: Rgb, dark: Rgb): string {
  const [one, other] = [toHex(light), toHex(dark)]
  return one === other ? one : `light-dark(${one},${other})`
}
