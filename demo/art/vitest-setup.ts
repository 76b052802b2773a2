import { unpackPictures } from './archive.ts'

/** Vitest runs this once before the tests: they read and serve the demo's pictures. */
export default function setup(): void {
  unpackPictures()
}
