import { pathToFileURL } from 'node:url'
import { unpackPictures } from '../demo/art/archive.ts'
import { buildServer } from './build-server.ts'
import { buildWeb } from './build-web.ts'
import { endWithRunner } from './end-with-runner.ts'

endWithRunner()
unpackPictures()
buildWeb()
// Only the environment tells this start from a plain production start; see ARCHITECTURE.md, Running it.
await import(pathToFileURL(await buildServer()).href)
