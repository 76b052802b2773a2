import { coldDrinks } from './cold-drinks.js'
import { hotDrinks } from './hot-drinks.js'

export const drinks = { ...coldDrinks, ...hotDrinks }
