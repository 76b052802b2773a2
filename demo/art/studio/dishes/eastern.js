import { momosAndNoodles } from './momos-and-noodles.js'
import { sushiAndBowls } from './sushi-and-bowls.js'

export const eastern = { ...momosAndNoodles, ...sushiAndBowls }
