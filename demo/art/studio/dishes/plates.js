import { chaat } from './chaat.js'
import { meals } from './meals.js'
import { snacks } from './snacks.js'

export const plates = { ...chaat, ...meals, ...snacks }
