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
import { photographLaidTable, photographTable } from './kitchen/table.js'

/**
 * The functions that build dishes, by the group and form of a recipe. A builder takes the options of a recipe and
 * returns the objects on the table.
 */
const groups = { bakery, breads, curries, drinks, eastern, grills, plates, rice, services, southern, sweets, western }

function cooked({ form, ...options }) {
  const [group, name] = form.split('/')
  return groups[group][name](options)
}

/** Builds the dish of a recipe and photographs it. `frame` has width and height in px and the number of exposures. */
window.cook = (recipe, frame) => {
  const made = cooked(recipe)
  const shot = { seed: recipe.seed, ...made.look, ...recipe.look }
  return photographTable(made.objects, shot, frame).toDataURL('image/png')
}

/** Photographs up to three recipes on one table, for the cover of a store. */
window.lay = (recipes, table, frame) => {
  const sets = recipes.map((recipe) => cooked(recipe).objects)
  return photographLaidTable(sets, table, frame).toDataURL('image/png')
}

window.studioReady = true
