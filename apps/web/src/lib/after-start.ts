/** All that each start loads after its first paint, as one file, because each file costs half a kilobyte more. */
// Loading this module removes drafts of people who have logged out.
import './draft.ts'

export { morph } from './morph.ts'
export { restorePosition } from './restore-position.ts'
export { tiltCards } from './tilt.ts'
export { checkVersions, fetchSettings, fetchTexts } from './version-check.ts'
export { registerWorker } from './worker.ts'
