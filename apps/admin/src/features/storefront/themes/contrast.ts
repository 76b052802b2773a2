import { contrast, parseHex, type Rgb, toHex } from '@nukkad/ui/colour.ts'
import { deriveScheme, type SchemeName } from '@nukkad/ui/theme.ts'

type Brand = { storeColor: string; cartColorBg: string; cartColorText: string }
export type Pair = {
  name: string
  text: string
  ground: string
  ratio: number
  floor: number
  /** A text that says how the app changed the operator's colours so that people can read the pair. */
  adjusted?: string
}

/**
 * Each pair of colours that people read, with its ratio and the minimum ratio (docs/reference/interface.md#colours).
 */
export function pairsOf(brand: Brand, scheme: SchemeName): Pair[] {
  const colours = deriveScheme(brand, scheme)
  const asked = parseHex(brand.storeColor)
  const pair = (name: string, text: Rgb, ground: Rgb, floor: number, adjusted?: string): Pair => ({
    name,
    text: toHex(text),
    ground: toHex(ground),
    ratio: contrast(text, ground),
    floor,
    ...(adjusted && { adjusted }),
  })
  return [
    pair('Text on the page', colours.ink, colours.bg, 7),
    pair('Secondary text on cards', colours['ink-2'], colours.surface, 4.5),
    pair('Text on buttons', colours.on, colours.fill, 4.5, fillNote(asked, colours.fill, colours.on)),
    pair('Links and prices', colours.text, colours.surface, 4.5, shiftNote(asked, colours.text, 'Links')),
    pair('Text on tints', colours['on-tint'], colours.tint, 4.5),
    pair('Field borders', colours.control, colours.surface, 3),
    pair('Focus ring', colours.ring, colours.surface, 3),
    pair('Text on the large banner', colours['on-hero'], colours['hero-2'], 4.5),
    pair('Cart bar', colours['cart-text'], colours.cart, 4.5, cartNote(brand, colours['cart-text'])),
    pair('Button on the cart bar', colours['cart-chip-text'], colours['cart-chip'], 4.5),
  ]
}

function fillNote(asked: Rgb | undefined, fill: Rgb, on: Rgb): string | undefined {
  if (!asked || toHex(asked) === toHex(fill)) return undefined
  const reads = toHex(on) === '#ffffff' ? 'white text reads' : 'dark text reads'
  return isDarker(fill, asked)
    ? `The button is a little darker than your colour, so that ${reads} well.`
    : 'The button is lighter than your colour, so that it stands out from the dark background.'
}

function shiftNote(asked: Rgb | undefined, used: Rgb, what: string): string | undefined {
  if (!asked || toHex(asked) === toHex(used)) return undefined
  return `${what} take a ${isDarker(used, asked) ? 'darker' : 'lighter'} shade of your colour.`
}

function cartNote({ cartColorText }: Brand, used: Rgb): string | undefined {
  const asked = parseHex(cartColorText)
  if (!asked || toHex(asked) === toHex(used)) return undefined
  return 'Your text colour is hard to read on the cart bar, so the app uses another colour.'
}

function isDarker(one: Rgb, other: Rgb): boolean {
  return contrast(one, [255, 255, 255]) > contrast(other, [255, 255, 255])
}
