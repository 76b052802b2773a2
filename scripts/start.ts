import { pathToFileURL } from 'node:url'
import { unpackPictures } from '../demo/art/archive.ts'
import { buildServer } from './build-server.ts'
import { buildWeb } from './build-web.ts'
import { endWithRunner } from './end-with-runner.ts'

endWithRunner()
// The demo of a visitor has orders in progress; a server that tests start has none.
process.env.DEMO_ORDERS ??= 'on'
unpackPictures()
buildWeb()
// Only the environment tells this start from a plain production start; see ARCHITECTURE.md, Running it.
await import(pathToFileURL(await buildServer()).href)
