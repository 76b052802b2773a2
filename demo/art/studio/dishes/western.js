import { cafePlates } from './cafe-plates.js'
import { pizzaAndBurgers } from './pizza-and-burgers.js'

export const western = { ...pizzaAndBurgers, ...cafePlates }
