import { pathToFileURL } from 'node:url'
import { build } from './build.ts'
import { endWithRunner } from './end-with-runner.ts'

endWithRunner()
// A visitor's demo has orders in progress; a server that tests start has none.
process.env.DEMO_ORDERS ??= 'on'
// Only the environment distinguishes this start from a plain production start; see ARCHITECTURE.md, Running it.
await import(pathToFileURL(await build()).href)
