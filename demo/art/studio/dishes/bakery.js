import { cakes } from './cakes.js'
import { loaves } from './loaves.js'
import { smallBakes } from './small-bakes.js'

export const bakery = { ...cakes, ...smallBakes, ...loaves }
