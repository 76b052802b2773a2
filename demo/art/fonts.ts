import { copyFile, readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'
import { packageFile, webFontFile } from './places.ts'

/**
 * The characters of the basic font files: printable ASCII, the é of cafés, and the punctuation of English prose and
 * prices. The rupee sign is in a font file of its own.
 */
const basic = [range(0x20, 0x7e), '\u00a0°·×é–—‘’“”•…€−'].join('')
/** The other characters of Latin-1 and of European prose, in font files that only pages with such letters fetch. */
const more = [range(0xa1, 0xff), 'ıŁłŒœŠšŽžŸˆ˜‚„†‡‹›™'].join('').replace(/[°·×é]/g, '')

/**
 * The font features that the screens use. The fonts' other features (stylistic sets, fractions, ordinals) would only
 * add weight.
 */
const keepFeatures = ['kern', 'liga', 'tnum', 'ccmp', 'locl', 'mark', 'mkmk', 'rvrn', 'calt', 'case']

/**
 * Writes the fonts of the web app, which are Figtree for text (weights 400 to 700), its rupee sign alone, and Bricolage
 * Grotesque in the one weight and optical size of titles. The basic font files together stay under the 30 kB allowed
 * for the first load (docs/reference/interface.md#type).
 */
export async function makeFonts(): Promise<void> {
  const weights = { wght: { min: 400, max: 700 } }
  const title = { wght: 700, opsz: 28 }
  const figtree = (subset: string) => `files/figtree-${subset}-wght-normal.woff2`
  const bricolage = 'files/bricolage-grotesque-latin-opsz-normal.woff2'
  for (const [part, text] of Object.entries({ basic, more })) {
    await cut('figtree', figtree('latin'), `figtree-${part}.woff2`, text, weights)
    await cut('bricolage-grotesque', bricolage, `bricolage-${part}.woff2`, text, title)
  }
  await cut('figtree', figtree('latin-ext'), 'figtree-rupee.woff2', '₹', weights)
}

async function cut(
  family: string,
  source: string,
  target: string,
  text: string,
  axes: Parameters<typeof subsetFont>[2]['variationAxes'],
) {
  const name = `@fontsource-variable/${family}`
  const font = await readFile(packageFile(name, source))
  const bytes = await subsetFont(font, text, { targetFormat: 'woff2', variationAxes: axes, keepFeatures })
  await writeFile(webFontFile(target), bytes)
  await copyFile(packageFile(name, 'LICENSE'), webFontFile(`${family}-licence.txt`))
  console.log(target, bytes.byteLength)
}

function range(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('')
}
