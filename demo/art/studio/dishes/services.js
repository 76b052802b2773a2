import { careServices } from './care-services.js'
import { hairServices } from './hair-services.js'

export const services = { ...hairServices, ...careServices }
