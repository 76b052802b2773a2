import { pathToFileURL } from 'node:url'
import { build } from './build.ts'
import { endWithRunner } from './end-with-runner.ts'

endWithRunner()
// Switches the demo's orders in progress on, because the demo that a person starts has some; the demo of a server that
// tests start has none.
process.env.DEMO_ORDERS ??= 'on'
// Runs the same program as a production start; only the environment variables differ (ARCHITECTURE.md, Running it).
await import(pathToFileURL(await build()).href)
