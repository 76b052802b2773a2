import { checks } from './checks.ts'
import { runSteps } from './steps.ts'

const { passed, failed } = await runSteps(checks, { atOnce: 2 })
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
