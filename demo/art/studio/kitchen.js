import { bakery } from './dishes/bakery.js'
import { breads } from './dishes/breads.js'
import { curries } from './dishes/curries.js'
import { drinks } from './dishes/drinks.js'
import { eastern } from './dishes/eastern.js'
import { grills } from './dishes/grills.js'
import { plates } from './dishes/plates.js'
import { rice } from './dishes/rice.js'
import { services } from './dishes/services.js'
import { southern } from './dishes/southern.js'
import { sweets } from './dishes/sweets.js'
import { western } from './dishes/western.js'
import { group, put } from './kitchen/kit.js'
import { photographTable } from './kitchen/table.js'

/** The builders by group and form. One takes the options of a recipe and returns the objects on the table. */
const groups = { bakery, breads, curries, drinks, eastern, grills, plates, rice, services, southern, sweets, western }

function cooked({ form, ...options }) {
  const [group, name] = form.split('/')
  return groups[group][name](options)
}

/** Cooks a recipe and photographs it in a frame: width and height in px and the number of exposures. */
window.cook = (recipe, frame) => {
  const made = cooked(recipe)
  const shot = { seed: recipe.seed, ...made.look, ...recipe.look }
  return photographTable(made.objects, shot, frame).toDataURL('image/png')
}

/** Where the dishes of a cover stand: the first in the middle, so that a square crop shows it alone. */
const places = [
  [0, 0, 0.25],
  [-4.1, 0, -0.7],
  [4.1, 0, -0.9],
]

/** Photographs up to three recipes on one table, for the cover of a store. */
window.lay = (recipes, { ground, seed }, frame) => {
  const set = recipes.map((recipe, i) => put(group(cooked(recipe).objects), { at: places[i] }))
  const angle = { lift: 33, far: 10.9, at: [0, 0.42, 0] }
  return photographTable(set, { ground, angle, seed }, frame).toDataURL('image/png')
}

window.studioReady = true
