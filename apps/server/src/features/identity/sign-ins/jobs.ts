import type { FeatureJobs } from '#worker/worker.ts'
import { warnOfGuesses } from './warn-of-guesses.ts'

export const jobs: FeatureJobs = { tasks: { 'warn-of-guesses': warnOfGuesses } }
