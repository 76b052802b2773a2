import { unpackPictures } from './archive.ts'

/** Unpacks the demo's pictures, which tests read and serve. Vitest runs this function once before the tests. */
export default function setup(): void {
  unpackPictures()
}
