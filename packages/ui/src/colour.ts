/** A colour as sRGB bytes. */
export type Rgb = readonly [red: number, green: number, blue: number]
/** A colour in OKLCH: lightness from 0 to 1, chroma from 0 to 0.4, hue in degrees. */
export type Oklch = { lightness: number; chroma: number; hue: number }

export const white: Rgb = [255, 255, 255]

/**
 * Reads a colour in the form `#abc` or `#aabbcc`. Returns undefined for any other text, so that a wrong setting does
 * not break a screen.
 */
export function parseHex(text: string): Rgb | undefined {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]
  if (!digits) return undefined
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  const value = Number.parseInt(full, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

export function toHex(colour: Rgb): string {
  return `#${colour.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Returns the WCAG 2 contrast ratio of two colours, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Converts sRGB to OKLCH with the matrices of Björn Ottosson's "A perceptual color space for image processing". */
export function toOklch([red, green, blue]: Rgb): Oklch {
  const [r, g, b] = [decode(red), decode(green), decode(blue)]
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const yellowBlue = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, yellowBlue),
    hue: ((Math.atan2(yellowBlue, a) * 180) / Math.PI + 360) % 360,
  }
}

/** Converts OKLCH to sRGB. Reduces the chroma until sRGB can show the colour, and keeps lightness and hue. */
export function fit(colour: Oklch): Rgb {
  const wanted = toLinear(colour)
  if (isInside(wanted)) return toBytes(wanted)
  let [inside, outside] = [0, colour.chroma]
  for (let step = 0; step < 20; step++) {
    const middle = (inside + outside) / 2
    if (isInside(toLinear({ ...colour, chroma: middle }))) inside = middle
    else outside = middle
  }
  return toBytes(toLinear({ ...colour, chroma: inside }))
}

/**
 * Moves the lightness of a colour away from that of `against` in steps of 0.005 until their contrast is high enough.
 * The search stops at black or white.
 */
export function solve(start: Oklch, against: Rgb, ratio: number, direction: 'darker' | 'lighter'): Rgb {
  const step = direction === 'darker' ? -0.005 : 0.005
  for (let lightness = start.lightness; lightness >= 0 && lightness <= 1; lightness += step) {
    const colour = fit({ ...start, lightness })
    if (contrast(colour, against) >= ratio) return colour
  }
  return direction === 'darker' ? [0, 0, 0] : white
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * decode(red) + 0.7152 * decode(green) + 0.0722 * decode(blue)
}

function decode(byte: number): number {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function encode(value: number): number {
  const clipped = Math.min(1, Math.max(0, value))
  return Math.round(255 * (clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055))
}

function toLinear({ lightness, chroma, hue }: Oklch): [number, number, number] {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

function isInside(linear: readonly number[]): boolean {
  return linear.every((value) => value >= -0.0005 && value <= 1.0005)
}

function toBytes([red, green, blue]: [number, number, number]): Rgb {
  return [encode(red), encode(green), encode(blue)]
}
