import { ices } from './ices.js'
import { mithai } from './mithai.js'
import { puddings } from './puddings.js'

export const sweets = { ...ices, ...mithai, ...puddings }
