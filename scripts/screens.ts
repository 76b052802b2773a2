// `npm run screens`; the drawing lives with the helpers of the journeys.
import '../e2e/screens.ts'
