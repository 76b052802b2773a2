import { scaleTables } from './scale/report.ts'

/**
 * Prints the servers that one town, ten towns and a country need. `node scripts/generate.ts` writes the same tables
 * into docs/scale.md.
 */
console.log(scaleTables())
