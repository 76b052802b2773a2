import { scaleTables } from './scale/report.ts'

/** Prints what one town, ten towns and a country need. `node scripts/generate.ts` writes the same into docs/scale.md. */
console.log(scaleTables())
