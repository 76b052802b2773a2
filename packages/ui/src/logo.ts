import { fit, toHex, toOklch } from './colour.ts'
import { markPetals } from './mark.ts'
import { defaultBrand, deriveScheme } from './theme.ts'

/**
 * Returns the product's logo as SVG, in the brand colour. A string that is not a colour gives the default brand colour.
 */
export function logoSvg(storeColor: string): string {
  const { fill, on } = deriveScheme({ ...defaultBrand, storeColor }, 'light')
  const seed = toOklch(fill)
  const shade = (difference: number) => toHex(fit({ ...seed, lightness: seed.lightness + difference }))
  const petals = markPetals.map(({ path, opacity }) => `<path d="${path}" fill-opacity="${opacity}"/>`).join('')
  const stops = `<stop stop-color="${shade(0.07)}"/><stop offset=".55" stop-color="${toHex(fill)}"/><stop offset="1" stop-color="${shade(-0.08)}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">${stops}</linearGradient></defs><rect width="96" height="96" rx="26" fill="url(#g)"/><g transform="translate(13.44 14.04) scale(.72)" fill="${toHex(on)}">${petals}</g></svg>`
}
