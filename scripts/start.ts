import { pathToFileURL } from 'node:url'
import { build } from './build.ts'
import { endWithRunner } from './end-with-runner.ts'

endWithRunner()
// The demo of a visitor has orders in progress; the demo of a server that tests start has none.
process.env.DEMO_ORDERS ??= 'on'
// Runs the same program as a production start; only the environment differs (ARCHITECTURE.md, Running it).
await import(pathToFileURL(await build()).href)
