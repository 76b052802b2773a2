import { unpackPictures } from '../demo/art/archive.ts'
import { buildServer } from './build-server.ts'
import { buildWeb } from './build-web.ts'

/**
 * Builds everything that the server needs at run time: pictures, screens and its bundle, each only if its sources have
 * changed.
 * @returns the path of the file to run
 */
export async function build(): Promise<string> {
  unpackPictures()
  buildWeb()
  return buildServer()
}

if (import.meta.main) await build()
