import { unpackPictures } from '../demo/art/archive.ts'
import { buildWeb } from './build-web.ts'
import { endWithRunner } from './end-with-runner.ts'

endWithRunner()
unpackPictures()
buildWeb()
// Told apart from a plain production start only by its environment; see ARCHITECTURE.md, Running it.
await import('../apps/server/src/main.ts')
