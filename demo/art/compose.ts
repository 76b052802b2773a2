import { packPictures, unpackPictures } from './archive.ts'
import { makeAvatars } from './avatars.ts'
import { makeBrand } from './brand.ts'
import { makeCityMap } from './city-map.ts'
import { makeFonts } from './fonts.ts'
import { makeCovers, makeItems, makeSlides, makeTiles } from './gallery.ts'
import { makeSocial } from './social.ts'
import { makeSounds } from './sounds.ts'
import { makeStates } from './states.ts'

/**
 * The parts of the demo's art by their names on the command line. Without a name on the command line, the script makes
 * all parts in this order.
 */
const parts: Record<string, () => Promise<void>> = {
  fonts: makeFonts,
  brand: makeBrand,
  social: makeSocial,
  avatars: makeAvatars,
  states: makeStates,
  map: makeCityMap,
  sounds: makeSounds,
  items: makeItems,
  covers: makeCovers,
  tiles: makeTiles,
  slides: makeSlides,
}

const wanted = process.argv.slice(2)
// Unpacks the archive first, so that pictures that the script does not draw this time go back into the archive
// unchanged.
unpackPictures()
for (const name of wanted.length > 0 ? wanted : Object.keys(parts)) {
  const make = parts[name]
  if (!make) throw new Error(`No such part: ${name}. Parts: ${Object.keys(parts).join(', ')}`)
  const startMs = performance.now()
  await make()
  console.log(`${name}: ${((performance.now() - startMs) / 1000).toFixed(1)} s`)
}
packPictures()
