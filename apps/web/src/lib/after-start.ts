/**
 * All code that each start of the app loads after the first paint, in one file, because each further file costs half a
 * kilobyte.
 */
// This import has an effect: the module removes drafts of people who have logged out.
import './draft.ts'

export { morph } from './morph.ts'
export { restorePosition } from './restore-position.ts'
export { tiltCards } from './tilt.ts'
export { checkVersions, fetchSettings, fetchTexts } from './version-check.ts'
export { registerWorker } from './worker.ts'
